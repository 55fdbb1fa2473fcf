// In a worker of vitest: notes which changes each test reaches, or runs each test once for every change that is tried with it.
import { appendFileSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { TestRunner } from "vitest";

// The smallest example is of no interest here.
fc.configureGlobal({ endOnFailure: true });

/** More rounds of loops than this are one without an end. */
const MOST_ROUNDS = 2_000_000;

/** `plan`: for each test by its id, the changes to try with it; without one the changes that it reaches are noted. */
const { log, plan } = JSON.parse(readFileSync(process.env.GALLEY_MUTANTS, "utf8"));

/** One for all files of a worker: the changed modules are loaded once and ask it. */
const state = (globalThis.__mutants ??= {
  on: undefined,
  rounds: 0,
  reached: new Set(),
  noticed: new Set(),
});

globalThis.__mutant = (id) => {
  state.reached.add(id);
  return id === state.on;
};
globalThis.__tick = () => {
  if (++state.rounds > MOST_ROUNDS && state.on !== undefined) throw new Error("a loop without an end");
};
const tell = (line) => appendFileSync(log, `${JSON.stringify(line)}\n`);
const notice = (id) => {
  if (id === undefined || state.noticed.has(id)) return;
  state.noticed.add(id);
  tell({ noticed: id });
};
process.on("unhandledRejection", () => notice(state.on));

export default class MutantRunner extends TestRunner {
  #ids = [];
  #baseline = 0;
  #isBroken = false;

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (plan === undefined) {
      state.reached.clear();
      return;
    }
    this.#isBroken = false;
    this.#ids = (plan[test.id] ?? []).filter((id) => !state.noticed.has(id));
    // The first run is without a change.
    test.repeats = this.#ids.length;
    if (this.#ids.length > 0) return;
    test.mode = "skip";
    tell({ ended: test.id });
  }

  /** How long a run with a change may take. */
  get #patience() {
    return 750 + 5 * this.#baseline;
  }

  onBeforeTryTask(test, options) {
    super.onBeforeTryTask(test, options);
    if (plan === undefined) return;
    state.on = this.#isBroken ? undefined : this.#ids[options.repeats - 1];
    state.rounds = 0;
    if (state.on !== undefined) tell({ tried: state.on, with: test.id, patience: this.#patience });
  }

  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    const begun = performance.now();
    if (state.on === undefined) {
      await run();
      this.#baseline = performance.now() - begun;
      return;
    }
    const late = Promise.withResolvers();
    const patience = setTimeout(() => late.reject(new Error("it does not end")), this.#patience);
    await Promise.race([run(), late.promise])
      .catch(() => notice(state.on))
      .finally(() => clearTimeout(patience));
  }

  onAfterTryTask(test) {
    if (!state.noticed.has(state.on)) super.onAfterTryTask(test);
  }

  /** Of a test that fails without a change, nothing is believed. */
  async onAfterRetryTask(test, options) {
    await super.onAfterRetryTask(test, options);
    if (plan === undefined || test.result.state !== "fail") return;
    if (state.on === undefined) this.#isBroken = true;
    else notice(state.on);
    test.result.state = "pass";
    test.result.errors = undefined;
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    const { duration, state: outcome } = test.result;
    if (plan === undefined)
      tell({ test: test.id, name: test.fullName, outcome, duration, reached: [...state.reached] });
    else tell({ ended: test.id });
    state.reached.clear();
    if (plan !== undefined) state.on = undefined;
  }
}

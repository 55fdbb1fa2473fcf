// The estimator of a model: it learns from every count, and stays the same object while that changes nothing to speak of.
import { describe, expect, it } from "vitest";
import type { Context } from "../../extension/assemble/context.ts";
import { type Estimator, seedEstimator } from "../../extension/assemble/tokens/estimate.ts";
import { modelKey } from "../../extension/message/model.ts";
import { readCalibration } from "../../extension/persist/calibration.ts";
import { estimatorOf, learnFrom } from "../../extension/turn/request/estimator.ts";
import { modelOf } from "../fakes/context.ts";
import { openWith } from "../fakes/conversation.ts";

const text = "The wait before a try is twice as long as the one before. ".repeat(200);
const layers = [{ id: "agent.system", text }];
const context: Context = { session_id: "ses_1", layers, tools: [], messages: [], stable: 0 };
const expected = seedEstimator.tokensIn(text);

describe("the estimator of a model", () => {
  const model = modelOf("anthropic");

  /** The estimators after each of several counts. */
  function taught(store: ReturnType<typeof openWith>, counts: readonly number[]): Estimator[] {
    return counts.map((input) => {
      learnFrom(store, model, { session_id: "ses_1", context, account: undefined }, { input, output: 1 });
      return estimatorOf(store, model);
    });
  }

  it("stays while a count changes less than one token in a hundred: nothing is weighed again", () => {
    const store = openWith();
    const first = estimatorOf(store, model);
    expect(taught(store, [expected, 1.01 * expected, 0.99 * expected]).every((one) => one === first)).toBe(true);
    expect(readCalibration(store, modelKey(model)).get("prose")?.samples, "what was learned is stored").toBe(3);
  });

  it("comes near what is counted all the same, and then stays", () => {
    const store = openWith();
    const counted = Math.round(1.3 * expected);
    const all = taught(store, new Array<number>(12).fill(counted));
    const last = all.at(-1);
    expect(Math.abs((last?.tokensIn(text) ?? 0) / counted - 1)).toBeLessThan(0.011);
    expect(all[0]).not.toBe(last);
    expect(all.slice(-5).every((one) => one === last)).toBe(true);
  });

  it("follows small changes that add up", () => {
    const store = openWith();
    const first = estimatorOf(store, model);
    const counts = Array.from({ length: 12 }, (_, at) => Math.round(expected * 1.005 ** at));
    const last = taught(store, counts).at(-1);
    expect(last).not.toBe(first);
    expect(Math.abs((last?.tokensIn(text) ?? 0) / (counts.at(-1) ?? 0) - 1)).toBeLessThan(0.02);
  });
});

// A hostile provider, on every wire: its answers, refusals and lists have an end, and the host is not blocked by them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
// Loaded before anything is measured, as they are once a first message has gone.
import "../../../extension/send/sdk/sdk-anthropic.ts";
import "../../../extension/send/sdk/sdk-gemini.ts";
import "../../../extension/send/sdk/sdk-ollama.ts";
import "../../../extension/send/sdk/sdk-openai.ts";
import { listModels } from "../../../extension/send/lists/list-models.ts";
import { built } from "../../fakes/built.ts";
import type { WireName } from "../../fakes/wire-answers.ts";
import { accessTo, providerOf, sendOver, WIRES } from "../../fakes/wires.ts";
import type { Attack } from "../attack.ts";

const PROGRAM = built("endless-provider");

/** With what the collector has not taken yet. */
const MOST_GROWTH = 400 * 1024 * 1024;

/** No answer of these has an end of its own: each is over by a limit, and long before this. */
const MOST_MS = 60_000;

async function providerAt(
  wire: WireName,
  mode: string,
): Promise<{ url: string; open: () => Promise<number> } & AsyncDisposable> {
  const child = spawn(process.execPath, [PROGRAM, wire, mode], {
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    open: async () => ((await (await fetch(`${url}/state`)).json()) as { open: number }).open,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function held(): number {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

async function answers(wire: WireName, mode: string): Promise<void> {
  await using provider = await providerAt(wire, mode);
  const before = held();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, held())), 10);
  const begun = performance.now();
  try {
    const events = await sendOver(wire, provider.url, { access: { patience: { attempts: 1, stallMs: 2_000 } } });
    assert.equal(events.at(-1)?.type, "failed", `${wire}, ${mode}`);
  } finally {
    clearInterval(timer);
  }
  assert.ok(performance.now() - begun < MOST_MS, `${wire}, ${mode}: it took ${performance.now() - begun} ms`);
  assert.ok(most - before < MOST_GROWTH, `${wire}, ${mode}: the memory grew by ${(most - before) >> 20} MB`);
  for (const end = performance.now() + 10_000; (await provider.open()) > 0;) {
    assert.ok(performance.now() < end, `${wire}, ${mode}: the connection stays open`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function lists(wire: WireName, mode: string): Promise<void> {
  await using provider = await providerAt(wire, mode);
  const { ok } = await listModels(providerOf[wire], accessTo(wire, provider.url));
  assert.equal(ok, false, `${wire}, ${mode}`);
}

const MODES = ["refusal", "newlines", "keys", "one line", "comments", "one line in small pieces", "lines of data"];
const MORE = ["tiny pieces", "depth", "packed", "slow refusal"];

export const attacks: readonly Attack[] = WIRES.flatMap((wire): Attack[] => [
  {
    promise: "peers",
    attacker: `hostile provider (${wire})`,
    tries: "answers or refuses without an end, or with more than can be read",
    async run({ isFull }) {
      const modes = isFull ? [...MODES, ...MORE] : MODES.slice(0, 2);
      for (const mode of modes) await answers(wire, mode);
      return modes.length;
    },
  },
  {
    promise: "peers",
    attacker: `hostile provider (${wire})`,
    tries: "lists models without an end",
    async run() {
      for (const mode of ["refusal", "keys", "newlines"]) await lists(wire, mode);
      return 3;
    },
  },
]);

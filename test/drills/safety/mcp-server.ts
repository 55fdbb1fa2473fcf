// A hostile MCP server, over HTTP and as a process: it cannot fill the memory, block the host or keep a connection.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { LIMITS } from "../../../extension/mcp/connection/link.ts";
// Loaded before anything is measured, as it is once the first server has run.
import "../../../extension/mcp/connection/mcp-link.ts";
import { built } from "../../fakes/built.ts";
import { rig, type Rig } from "../../fakes/mcp.ts";
import type { Attack } from "../attack.ts";

const PROGRAM = built("endless-mcp");

/** A window has gigabytes; a server gets this much of it at most. */
const MOST_GROWTH = 200 * 1024 * 1024;

const NO_REPEAT = { after: () => () => undefined };

interface State {
  gets: number;
  open: number;
}

async function serverAt(mode: string): Promise<{ url: string; state: () => Promise<State> } & AsyncDisposable> {
  const child = spawn(process.execPath, [PROGRAM, "http", mode], {
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/mcp`,
    state: async () => (await (await fetch(`${origin}/state`)).json()) as State,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = performance.now() + 20_000; !(await isSo());) {
    assert.ok(performance.now() < end, `waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The most that is held at any time while something runs, beyond what was held before. */
async function growthOf(run: () => Promise<void>): Promise<number> {
  const held = (): number => {
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  const before = held();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, held())), 10);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return most - before;
}

async function callFails(world: Rig, words: RegExp): Promise<void> {
  const { ok, output } = await world.call("fake_echo");
  assert.equal(ok, false);
  assert.match(output, words);
}

/** A call is answered ill: it ends with words, the memory stays small, and nothing stays open. */
async function overHttp(mode: string, words: RegExp): Promise<void> {
  await using server = await serverAt(mode);
  await using world = rig({ kind: "http", url: server.url }, { ...NO_REPEAT, limits: { ...LIMITS, callMs: 15_000 } });
  await world.server.use();
  assert.equal(world.server.state.kind, "running");
  const growth = await growthOf(() => callFails(world, words));
  assert.ok(growth < MOST_GROWTH, `${mode}: the memory grew by ${Math.round(growth / 1024 / 1024)} MB`);
  await until(async () => (await server.state()).open === 0, `${mode}: the connection has ended`);
}

async function overStdio(mode: string, words: RegExp): Promise<void> {
  const args = [PROGRAM, "stdio", mode];
  await using world = rig(
    { kind: "stdio", command: process.execPath, args },
    { ...NO_REPEAT, limits: { ...LIMITS, callMs: words === MUCH ? 30_000 : 2_000 } },
  );
  await world.server.use();
  assert.equal(world.server.state.kind, "running");
  const growth = await growthOf(() => callFails(world, words));
  assert.ok(growth < MOST_GROWTH, `${mode}: the memory grew by ${Math.round(growth / 1024 / 1024)} MB`);
  assert.ok(world.log.length < 5_000, `${mode}: ${world.log.length} lines of log`);
}

const MUCH = /more than 16 MB|too many values|too much data|too many messages/;

const HTTP = [
  ...["newlines", "keys", "tiny events", "carriage returns", "comments", "names", "lines of data"],
  ...["one line of data", "one line of nothing", "unasked answers", "packed newlines", "packed text"],
  ...["empty lists", "depth", "answers"],
];

const STDIO: readonly (readonly [string, RegExp])[] = [
  ["newlines", MUCH],
  ["keys", MUCH],
  ["no newline", MUCH],
  ["tiny values", MUCH],
  ["unasked answers", MUCH],
  ["empty lists", MUCH],
  ["depth", MUCH],
  ["complaints", /the request timed out/],
  ["one complaint", /the request timed out/],
];

/** In the short form. */
const FEW = 2;

const attacker = "hostile MCP server";

export const attacks: readonly Attack[] = [
  {
    promise: "peers",
    attacker,
    tries: "answers over HTTP without an end, or with more than can be read",
    async run({ isFull }) {
      const modes = isFull ? HTTP : HTTP.slice(0, FEW);
      for (const mode of modes) await overHttp(mode, MUCH);
      return modes.length;
    },
  },
  {
    promise: "peers",
    attacker,
    tries: "refuses a call with words that have no end",
    async run() {
      await overHttp("refused without an end", /HTTP 500/);
      return undefined;
    },
  },
  {
    promise: "peers",
    attacker,
    tries: "keeps the connection of a call whose time is up",
    async run() {
      await using server = await serverAt("a drop at a time");
      await using world = rig({ kind: "http", url: server.url }, { ...NO_REPEAT, limits: { ...LIMITS, callMs: 300 } });
      await world.server.use();
      await callFails(world, /the request timed out/);
      await until(async () => (await server.state()).open === 0, "the connection has ended");
      return undefined;
    },
  },
  {
    promise: "peers",
    attacker,
    tries: "accepts what it is told with words that have no end",
    async run() {
      await using server = await serverAt("accepted without an end");
      await using world = rig({ kind: "http", url: server.url }, NO_REPEAT);
      await world.server.use();
      assert.equal(world.server.state.kind, "running");
      return undefined;
    },
  },
  {
    promise: "peers",
    attacker,
    tries: "wants to be asked again at once, for ever",
    async run() {
      await using server = await serverAt("asked again at once");
      await using world = rig({ kind: "http", url: server.url }, NO_REPEAT);
      await world.server.use();
      await until(async () => (await server.state()).gets > 0, "it was asked");
      const { gets } = await server.state();
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.ok((await server.state()).gets <= gets + 1, "it was asked again and again");
      return undefined;
    },
  },
  {
    promise: "peers",
    attacker,
    tries: "writes without an end, or more than can be read",
    async run({ isFull }) {
      const modes = isFull ? STDIO : STDIO.slice(0, FEW);
      for (const [mode, words] of modes) await overStdio(mode, words);
      return modes.length;
    },
  },
];

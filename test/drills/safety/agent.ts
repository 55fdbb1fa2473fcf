// An agent that means harm: it lies about what it asks for, and sends more than anybody can take.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "../../../extension/acp/agent.ts";
import { diskDocuments } from "../../../extension/disk/tool-documents.ts";
import { diskFiles } from "../../../extension/disk/tool-files.ts";
import { ProcessGroup } from "../../../extension/disk/process/process-group.ts";
import { startLine } from "../../../extension/disk/process/start.ts";
import { openInMemory } from "../../../extension/persist/database/store.ts";
import type { Ask } from "../../../extension/protocol/ask.ts";
import type { StreamEvent } from "../../../extension/send/event.ts";
import { bashTool } from "../../../extension/tools/bash.ts";
import type { Shell } from "../../../extension/tools/ports.ts";
import { writeTool } from "../../../extension/tools/write.ts";
import { agentServices } from "../../../extension/acp/services/agent-services.ts";
import { agentTurn } from "../../../extension/turn/agents/agent-turn.ts";

import type { AllowPorts } from "../../../extension/turn/tools/allowed.ts";
import type { Ownership } from "../../../extension/turn/ownership.ts";
import { PendingAsks } from "../../../extension/turn/tools/pending-asks.ts";
import { built } from "../../fakes/built.ts";
import type { Attack, Setting } from "../attack.ts";

// Loaded before anything is measured, as a window has it loaded when an agent answers.
await import("../../../extension/acp/process/sdk-acp.ts");
const store = openInMemory(tmpdir());

const hostile = built("hostile-agent");

type Approval = Extract<Ask, { type: "approval" }>;

interface Played {
  events: StreamEvent[];
  cards: Approval[];
  ran: string[];
  root: string;
  outside: string;
  /** What it said, line by line. */
  said: string[];
  agent: Agent;
}

/** The user allows nothing; rules allow what people usually allow. */
async function play(folder: string, words: (at: { root: string; outside: string }) => string): Promise<Played> {
  mkdirSync(folder, { recursive: true });
  const [root, outside] = [join(folder, "work"), join(folder, "outside")];
  for (const one of [root, outside, join(root, "src")]) mkdirSync(one, { recursive: true });
  writeFileSync(join(outside, "secret.txt"), "THE SECRET");
  writeFileSync(join(root, "src/a.ts"), "one\n");
  symlinkSync(outside, join(root, "link"), "junction");
  const files = diskFiles({ folders: () => [{ name: "work", path: root }], exclude: () => [], kept: [] });
  const played: Omit<Played, "agent" | "said"> = { events: [], cards: [], ran: [], root, outside };
  const shell: Shell = {
    kind: "posix",
    run: async (line, { cwd, env, signal }) => {
      played.ran.push(line);
      const group = new ProcessGroup(startLine({ kind: "posix", path: "/bin/sh" }, line), {
        cwd,
        env: { ...process.env, ...env },
        heard: () => undefined,
      });
      signal.addEventListener("abort", () => group.end(), { once: true });
      const { exit_code } = await group.ended;
      return { exit_code, output: "", truncated: false, timed_out: false };
    },
  };
  const allow = (permission: "write" | "bash" | "read", pattern: string) =>
    ({ permission, pattern, action: "allow", from: "settings" }) as const;
  const ports: AllowPorts & Ownership = {
    store,
    rules: () => [allow("write", "src/**"), allow("read", "src/**"), allow("bash", "echo*"), allow("bash", "sleep*")],
    newId: () => "rul_1",
    now: Date.now,
    isOurs: () => true,
  };
  const tools = () => Promise.resolve([bashTool({ files, shell }), writeTool({ files, documents: diskDocuments })]);
  const known = new Set<string>();
  const pending = new PendingAsks((asks) => {
    for (const ask of asks) {
      if (ask.type !== "approval" || known.has(ask.call_id)) continue;
      known.add(ask.call_id);
      played.cards.push(ask);
      setImmediate(() => {
        known.delete(ask.call_id);
        pending.reply(ask.call_id, { type: "deny", reason: "" });
      });
    }
  });
  const setting = { id: "hostile", command: process.execPath, args: ["--no-warnings", hostile], env: {} };
  const none = (): void => undefined;
  const agent = new Agent(setting, {
    cwd: () => root,
    version: "0",
    servers: () => Promise.resolve([]),
    tap: () => ({ sent: none, received: none, garbage: none, ended: none }),
    changed: none,
    chosen: none,
  });
  const over = new AbortController();
  const world = {
    ...{ shell, tools, locate: (path: string) => files.locate(path), text: diskDocuments.text, cwd: () => root },
    shownPath: (path: string) => path,
    record: none,
  };
  const services = agentServices(world, "ses_1", agentTurn(ports, "ses_1", "m", pending), over.signal);
  try {
    const opened = await agent.open(undefined);
    assert.ok(opened.ok, "the agent has not begun");
    const prompt = [{ type: "text" as const, text: words({ root, outside }) }];
    for await (const event of agent.prompt({ sessionId: opened.value.id, prompt }, services, over.signal))
      played.events.push(event);
    const text = played.events.map((event) => (event.type === "text" ? event.text : "")).join("");
    return { ...played, said: text.split("\n").filter((line) => line !== ""), agent };
  } finally {
    over.abort();
    // An agent that speaks unasked ends itself.
    if (!words({ root, outside }).startsWith("idle")) agent.stop();
  }
}

const call = (more: object): object => ({ toolCallId: "c", title: "Look around", kind: "read", ...more });
const permission = (more: object) => ({ method: "session/request_permission", params: { toolCall: call(more) } });
const read = (path: string) => ({ method: "fs/read_text_file", params: { path } });
const run = (command: string, more: object = {}) => ({ method: "terminal/create", params: { command, ...more } });

async function paths({ folder }: Setting): Promise<number> {
  const leading = (root: string): string[] => [
    ...[`${root}/../outside/secret.txt`, `${root}/src/../../outside/secret.txt`, `${root}/link/secret.txt`],
    ...["src/../../outside/secret.txt", "link/secret.txt", `${root}/./src/./../link/../link/secret.txt`],
  ];
  const asked = (root: string) =>
    leading(root).flatMap((path) => [
      read(path),
      permission({ locations: [{ path }] }),
      permission({ locations: [{ path: `${root}/src/a.ts` }], rawInput: { file_path: path } }),
      permission({ kind: "edit", locations: [{ path }] }),
      { method: "fs/write_text_file", params: { path, content: "evil" } },
    ]);
  const { said, cards, root, outside } = await play(folder, (at) => `ask ${JSON.stringify(asked(at.root))}`);
  assert.equal(said.length, asked(root).length);
  assert.ok(!said.join("").includes("THE SECRET"));
  assert.ok(!said.join("").includes('"yes"'), "something was allowed");
  assert.equal(cards.length, said.length);
  for (const { needs } of cards)
    assert.ok(
      needs.some(({ permission: one, pattern }) => one === "outside" && pattern === join(outside, "secret.txt")),
    );
  return said.length;
}

async function commands({ folder }: Setting): Promise<number> {
  const canary = join(folder, "canary");
  const evil = join(folder, "evil.sh");
  writeFileSync(evil, `touch "${canary}"\n`);
  const env = (name: string, value: string) => ({ env: [{ name, value }] });
  const asked = [
    ...["BASH_ENV", "ENV", "LD_PRELOAD", "PATH", "PROMPT_COMMAND", "PS4", "GIT_PAGER", "NODE_OPTIONS", "ANY"].map(
      (name) => run("echo hi", env(name, evil)),
    ),
    ...[run("echo hi", env("BASH_FUNC_echo%%", "() { evil; }")), run("echo hi", env("LANG", "$(evil)"))],
    ...[
      run("echo hi", { cwd: join(folder, "outside") }),
      run("echo hi", { cwd: "link" }),
      run("echo hi", { cwd: ".." }),
    ],
    ...[run("echo", { args: ["hi", ";", "rm", "-rf", "x"] }), run("echo\u202E hi"), run("echo \u200Bhi")],
    permission({ kind: "read", locations: [{ path: "src/a.ts" }], rawInput: { command: "rm -rf ." } }),
    permission({ kind: "execute", title: "echo hi" }),
  ];
  const { said, ran } = await play(folder, () => `ask ${JSON.stringify(asked)}`);
  // A quoted argument is an argument: this one is an echo.
  assert.deepEqual(
    ran.filter((line) => line !== "echo hi ';' rm -rf x"),
    [],
  );
  assert.ok(!existsSync(canary), "the script ran");
  assert.ok(!said.join("").includes('"yes"'), "something was allowed");
  return asked.length;
}

async function flood({ folder }: Setting, word: string): Promise<Played> {
  const before = process.memoryUsage().rss;
  const played = await play(folder, () => word);
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  assert.ok(grown < 300, `the process grew by ${grown.toFixed(0)} MB`);
  return played;
}

const ends = async (setting: Setting, word: string): Promise<number> => {
  const { events } = await flood(setting, word);
  const last = events.at(-1);
  assert.equal(last?.type, "failed", `it was not ended: ${JSON.stringify(last).slice(0, 200)}`);
  return 1;
};

const peer = (tries: string, attempt: Attack["run"]): Attack => ({
  promise: "peers",
  attacker: "hostile agent",
  tries,
  run: attempt,
});

export const attacks: readonly Attack[] = [
  {
    promise: "permission",
    attacker: "hostile agent",
    tries: "reads and writes outside the workspace through .. and links, openly and in the input of a call",
    run: paths,
  },
  {
    promise: "permission",
    attacker: "hostile agent",
    tries: "runs an allowed command with variables, in another folder, or under another name",
    needsPosix: true,
    run: commands,
  },
  peer("says hundreds of thousands of small things", async (setting) => {
    const count = setting.isFull ? 300_000 : 30_000;
    const { events } = await flood(setting, `updates ${count}`);
    const text = events.reduce((sum, event) => sum + (event.type === "text" ? event.text.length : 0), 0);
    assert.equal(text, count);
    assert.ok(events.length < count / 10, "every word is an event");
    return count;
  }),
  peer("makes a million calls", (setting) => ends(setting, "calls")),
  peer("tells of calls with a megabyte each that never end", (setting) => ends(setting, "outputs")),
  peer("sends a message that is four million values deep", (setting) => ends(setting, "deep")),
  peer("sends a message of three million values", (setting) => ends(setting, "wide")),
  peer("sends a line without end", (setting) => ends(setting, "line")),
  peer("asks without end and reads no answer", (setting) => ends(setting, "unread")),
  peer("sends plans of four thousand entries", async (setting) => {
    const { events } = await flood(setting, "plan");
    for (const event of events)
      if (event.type === "tool-call") assert.ok(JSON.stringify(event.input).length < 500_000, "the plan is not cut");
    return 20;
  }),
  peer("sends nothing but line breaks", async (setting) => {
    await flood(setting, "newlines");
    return 1;
  }),
  peer("writes 256 MB to its error output", async (setting) => {
    await flood(setting, "stderr");
    return 1;
  }),
  peer("asks for 1,500 permissions at once", async (setting) => {
    const { cards } = await flood(setting, "permissions");
    assert.ok(cards.length <= 1_500);
    return 1_500;
  }),
  peer("opens 500 terminals at once", async (setting) => {
    const { said, ran } = await flood(setting, "terminals");
    assert.ok(Number(said[0]) <= 32, `${said[0]} terminals were open`);
    assert.ok(ran.length <= 32);
    return 500;
  }),
  peer("speaks without end when nobody asks it", async (setting) => {
    const { agent } = await flood(setting, "idle");
    for (let waited = 0; agent.state("s1") !== undefined && waited < 300; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(agent.state("s1"), undefined, "it was not ended");
    return 1;
  }),
];

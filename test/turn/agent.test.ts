// A conversation that an agent answers: the same Session, the same store, our own agent in a process of its own.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentModel } from "../../extension/message/acp-model.ts";
import type { AcpAgent } from "../../extension/message/acp.ts";
import type { AssistantMessage, Message } from "../../extension/message/message.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { Journal } from "../../extension/send/journal.ts";
import { Agents } from "../../extension/turn/agents.ts";
import { inspectTurn } from "../../extension/turn/inspect.ts";
import type { Rooms } from "../../extension/turn/rooms.ts";
import { Session } from "../../extension/turn/session.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { type FakeRooms, fakeRooms } from "../fakes/rooms.ts";
import { toolWorld } from "../fakes/tool-world.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";

const fake = join(import.meta.dirname, "../fakes/acp-agent.ts");

const open: Agents[] = [];
afterEach(() => {
  for (const agents of open.splice(0)) agents.dispose();
});

interface World {
  rooms: FakeRooms;
  agents: Agents;
  folder: string;
  log: () => { prompt: { type: string; text?: string }[] }[];
  journal: Journal;
}

function world(
  flags: string[] = [],
  { isTrusted = true, store }: { isTrusted?: boolean; store?: Rooms["store"] } = {},
): World {
  const folder = temporaryFolder();
  const log = join(folder, "prompts.log");
  const rooms = fakeRooms(store === undefined ? {} : { store });
  const journal = new Journal();
  let known: AcpAgent | undefined;
  const agents: Agents = new Agents({
    rooms: () => rooms,
    world: {
      shell: { run: () => Promise.resolve({ exit_code: 0, output: "ran", truncated: false, timed_out: false }) },
      text: (path) => {
        const place = { path, real: path, inside: true, kind: "file" as const, size: 1 };
        return Promise.resolve({ ok: true, place, text: "unsaved text" });
      },
      cwd: () => folder,
      record: () => undefined,
      shownPath: (path) => path.replace(`${folder}/`, ""),
    },
    places: { absolute: (path) => join(folder, path), attachment: ({ name }) => join(folder, "kept", name) },
    settings: () => [
      {
        id: "fake",
        name: "Fake",
        command: process.execPath,
        args: ["--no-warnings", fake, `--log=${log}`, ...flags],
        env: { MY_TOKEN: "open sesame" },
      },
    ],
    isTrusted: () => isTrusted,
    cwd: () => folder,
    version: "0",
    journal,
    remembered: () => known,
    keep: (kept) => {
      for (const { path, file } of kept) {
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, Buffer.from(file.data?.() ?? "", "base64"));
      }
      return Promise.resolve();
    },
    changed: (agent) => {
      known = agent.known;
    },
    warn: () => undefined,
  });
  open.push(agents);
  rooms.agents = agents;
  rooms.model = () =>
    agentModel({ ...loopback, provider: "acp", id: "fake", name: "Fake", ...(known && { acp: known }) });
  const prompts = (): ReturnType<World["log"]> =>
    readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as ReturnType<World["log"]>[number]);
  return { rooms, agents, folder, log: prompts, journal };
}

const text = (words: string): { type: "text"; text: string }[] => [{ type: "text", text: words }];

async function talk(session: Session, words: string): Promise<void> {
  await session.submit(text(words));
  await session.settled();
}

function messages({ rooms }: World, id = "ses_1"): Message[] {
  return readMessages(rooms.store, id, ALL).map(({ message }) => message);
}

function answer(at: World, id?: string): AssistantMessage {
  const found = messages(at, id).findLast(({ role }) => role === "assistant");
  if (found?.role !== "assistant") throw new Error("no answer");
  return found;
}

const said = (message: AssistantMessage): string =>
  message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

async function asked({ rooms }: World): Promise<string> {
  for (;;) {
    const run = rooms.events.findLast((event) => event.type === "run");
    if (run?.type === "run" && run.run.state === "waiting") return run.run.asks?.[0]?.call_id ?? "";
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("an answer of an agent", () => {
  it("is one message on disk with its words, thoughts, plan and calls", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "think hard");
    await talk(session, "plan");
    const path = join(at.folder, "a.ts");
    writeFileSync(path, "old\n");
    await talk(session, `diff ${path}`);
    const answers = messages(at).filter((message) => message.role === "assistant");
    expect(answers.map(({ parts }) => parts.map(({ type }) => type))).toEqual([
      ["reasoning", "text"],
      ["tool-call", "text", "tool-result"],
      ["tool-call", "tool-result", "text"],
    ]);
    expect(answers[2]?.parts[0]).toMatchObject({ name: "edit", input: { path: "a.ts", old_text: "old\n" } });
    expect(answers.every(({ metadata }) => metadata.finish === "end")).toBe(true);
  });

  it("goes on in one session: only what is new is sent", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "one");
    await talk(session, "two");
    expect(at.log().map(({ prompt }) => prompt.map((block) => block.text))).toEqual([["one"], ["two"]]);
  });

  it("stands with what was sent in the inspector, blocks and JSON-RPC, and without secrets", async () => {
    const at = world();
    at.rooms.journal = at.journal;
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "hello");
    const [question] = messages(at);
    const seen = inspectTurn(at.rooms, "ses_1", question?.id ?? "");
    expect(seen?.request).toMatchObject({ prompt: [{ type: "text", text: "hello" }] });
    expect(seen?.inspection.traffic).toContain('"method":"session/prompt"');
    expect(seen?.inspection.traffic).toContain("agent_message_chunk");
    expect(JSON.stringify(at.journal.entries())).not.toContain("open sesame");
  });
});

describe("permission", () => {
  it("is asked with Galley's card and the answer is the agent's", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await session.submit(text("permission ls -l"));
    const call = await asked(at);
    const run = at.rooms.events.findLast((event) => event.type === "run" && event.run.state === "waiting");
    expect(run).toMatchObject({
      run: { asks: [{ tool: "bash", title: "Run ls -l", needs: [{ permission: "bash", pattern: "ls -l" }] }] },
    });
    session.reply(call, { type: "allow", scope: "session" });
    await session.settled();
    expect(said(answer(at))).toBe("Ran it (yes).");
    await talk(session, "permission ls -l");
    expect(said(answer(at))).toBe("Ran it (yes).");
  });

  it("that is denied, or given up by Stop, does nothing", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await session.submit(text("permission rm"));
    session.reply(await asked(at), { type: "deny", reason: "no" });
    await session.settled();
    expect(said(answer(at))).toBe("Did not run it.");
    at.rooms.events.length = 0;
    await session.submit(text("permission rm"));
    await asked(at);
    session.stop();
    await session.settled();
    expect(answer(at).metadata.finish).toBe("stopped");
  });

  it("decides over files the agent writes through Galley", async () => {
    const at = world();
    const tools = toolWorld();
    at.rooms.tools = () => Promise.resolve(builtinTools(tools.ports));
    const session = new Session(at.rooms, "ses_1");
    const path = join(tools.root, "new.txt");
    await session.submit(text(`write ${path} | words`));
    session.reply(await asked(at), { type: "allow", scope: "once" });
    await session.settled();
    expect(said(answer(at))).toBe("Written.");
    expect(readFileSync(path, "utf8")).toBe("words\n");
    await talk(session, `read ${path}`);
    expect(said(answer(at))).toBe("Read: unsaved text");
  });

  it("is not asked in a folder that is not trusted: nothing is started", async () => {
    const at = world([], { isTrusted: false });
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "hello");
    expect(answer(at).metadata).toMatchObject({ finish: "error" });
    expect(at.agents.agent("fake")?.known).toBeUndefined();
  });
});

describe("a session the agent kept", () => {
  it("is listed, and a new conversation goes on in it", async () => {
    const at = world(["--load", "--list"]);
    await talk(new Session(at.rooms, "ses_1"), "one");
    const [kept] = (await at.agents.agent("fake")?.list()) ?? [];
    expect(kept?.title).toMatch(/^About fake_/);
    const other = new Session(at.rooms, "ses_2");
    expect(await at.agents.adopt("ses_2", "fake", kept?.sessionId ?? "")).toBeUndefined();
    await talk(other, "two");
    const sessions = at.log().map((line) => (line as unknown as { sessionId: string }).sessionId);
    expect(new Set(sessions).size).toBe(1);
  });

  it("before the first message is the one that answers, and its commands are known", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    expect(await at.agents.warm("ses_1", "fake")).toBeUndefined();
    const live = at.agents.sessionOf("ses_1");
    await expect.poll(() => live?.agent.state(live.session)?.commands).toMatchObject([{ name: "tidy" }]);
    await talk(session, "one");
    const sessions = at.log().map((line) => (line as unknown as { sessionId: string }).sessionId);
    expect(sessions).toEqual([live?.session]);
  });
});

describe("a conversation whose agent", () => {
  it("crashes keeps what was said, offers the restart, and goes on when asked again", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "crash");
    expect(said(answer(at))).toBe("Begun");
    expect(answer(at).metadata).toMatchObject({ finish: "error", error_action: "restartAgent" });
    await talk(session, "again");
    expect(said(answer(at))).toContain("again");
    expect(at.log().at(-1)?.prompt[0]?.text).toContain("Begun");
  });

  it("is restarted goes on in the same session where the agent can, without a word of the past", async () => {
    const at = world(["--load", `--memory=${join(temporaryFolder(), "memory")}`]);
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "one");
    at.agents.agent("fake")?.stop();
    await talk(session, "two");
    expect(at.log().at(-1)?.prompt).toEqual([{ type: "text", text: "two" }]);
    expect(said(answer(at))).not.toContain("replayed");
  });

  it("is restarted is told what was said where the agent keeps nothing, and the user learns of it", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "one");
    at.agents.agent("fake")?.stop();
    await talk(session, "two");
    const [past, now] = at.log().at(-1)?.prompt ?? [];
    expect(past?.text).toContain("one");
    expect(now?.text).toBe("two");
    expect(at.rooms.events).toContainEqual(expect.objectContaining({ type: "failure" }));
  });

  it("is rewound begins a session of its own, which does not know what was taken back", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "one");
    await talk(session, "secret");
    const [, , second] = messages(at);
    session.rewind(second?.id ?? "");
    await talk(session, "three");
    const last = at.log().at(-1)?.prompt ?? [];
    expect(last).toHaveLength(2);
    expect(last[0]?.text).toContain("one");
    expect(last[0]?.text).not.toContain("secret");
  });

  it("is branched leaves the session to the one it came from", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await talk(session, "one");
    const fork = session.fork(undefined, true);
    await talk(new Session(at.rooms, fork.id), "aside");
    await talk(session, "two");
    const sessions = at.log().map((line) => (line as unknown as { sessionId: string }).sessionId);
    expect(sessions[0]).toBe(sessions[2]);
    expect(sessions[1]).not.toBe(sessions[0]);
    expect(at.log()[1]?.prompt[0]?.text).toContain("one");
  });

  it("is busy has a queue as ever, and is not compacted by Galley", async () => {
    const at = world();
    const session = new Session(at.rooms, "ses_1");
    await session.submit(text("slow"));
    const queued = await session.submit(text("next"));
    expect(queued).toMatchObject({ ok: true, queued: true });
    while (!JSON.stringify(at.rooms.events).includes("Begun")) await new Promise((resolve) => setTimeout(resolve, 20));
    session.stop();
    await session.settled();
    expect(said(answer(at))).toContain("next");
    expect(await session.compact()).toMatchObject({ code: "nothing-to-compact" });
  });
});

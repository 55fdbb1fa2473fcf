// A conversation that an agent answers: the same Conversation, the same store, our own agent in a process of its own.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ended } from "../../extension/acp/failures.ts";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import type { AssistantMessage, Message } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { conversationOf } from "../../extension/persist/agents/agent-session.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { readSummary } from "../../extension/persist/conversations.ts";
import { handServers, type KnownServer } from "../../extension/acp/window/agent-servers.ts";
import { environmentOf } from "../../extension/mcp/config/environment.ts";
import { inspectTurn } from "../../extension/preview/inspect.ts";

import { sampleModel } from "../../extension/pipelines/sampling.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { type AgentWorld as World, agentWorld as world, closeAgents } from "../fakes/agent-world.ts";
import { aPackage, commandsOf } from "../fakes/skills.ts";
import { toolWorld } from "../fakes/tool-world.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";

afterEach(closeAgents);

const text = (words: string): { type: "text"; text: string }[] => [{ type: "text", text: words }];

async function talk(conversation: Conversation, words: string): Promise<void> {
  await conversation.runner.submit(text(words));
  await conversation.runner.settled();
}

function messages({ ports }: World, id = "ses_1"): Message[] {
  return readMessages(ports.store, id, ALL).map(({ message }) => message);
}

function answer(at: World, id?: string): AssistantMessage {
  const found = messages(at, id).findLast(({ role }) => role === "assistant");
  if (found?.role !== "assistant") throw new Error("no answer");
  return found;
}

const said = (message: AssistantMessage): string =>
  message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

async function asked({ ports }: World): Promise<string> {
  for (;;) {
    const run = ports.events.findLast((event) => event.type === "run");
    if (run?.type === "run" && run.run.state === "waiting") return run.run.asks?.[0]?.call_id ?? "";
    await setTimeout(20);
  }
}

describe("a session of an agent", () => {
  const given = ({ journal }: World, method: string): unknown =>
    journal.entries().flatMap((entry) => {
      const { params } = JSON.parse(entry.body) as { params: { mcpServers?: unknown } };
      return entry.method === method ? [params.mcpServers] : [];
    });
  const here: KnownServer = {
    name: "here",
    filled: {
      ok: true,
      value: {
        kind: "stdio",
        command: "./serve",
        args: ["--port", "hush hush"],
        env: { API_TOKEN: "very secret", N: 1 },
      },
    },
    secrets: ["hush hush"],
    waits: false,
  };
  const there: KnownServer = {
    name: "there",
    filled: { ok: true, value: { kind: "http", url: "https://x.test/mcp", headers: { Authorization: "Bearer abc" } } },
    secrets: [],
    waits: false,
  };
  const asked: KnownServer = {
    name: "asked",
    filled: { ok: false, failure: { reason: 'the input "who" was not given' } },
    secrets: [],
    waits: true,
  };

  it("begins with the servers that were allowed; what it cannot be given is said, and secrets are nowhere", async () => {
    const at = world([], { servers: [here, there, asked] });
    await talk(new Conversation(at.ports, "ses_1"), "one");
    expect(given(at, "session/new")).toEqual([
      [
        {
          name: "here",
          command: join(at.folder, "serve"),
          args: ["--port", "[hidden]"],
          env: [
            { name: "API_TOKEN", value: "[hidden]" },
            { name: "N", value: "[hidden]" },
          ],
        },
      ],
    ]);
    expect(at.warnings).toEqual([
      "MCP server there is not available to Fake: the agent does not support HTTP servers.",
      'MCP server asked is not available to Fake: the input "who" was not given.',
    ]);
    expect(JSON.stringify(at.journal.entries())).not.toMatch(/very secret|hush hush/);
  });

  it.each(["load", "resume"])("has them at an address where it takes such, also after a %s", async (how) => {
    const flags = [`--${how}`, "--mcp=http", `--memory=${join(temporaryFolder(), "memory")}`];
    const at = world(flags, { servers: [there] });
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    at.agents.agent("fake")?.stop();
    await talk(conversation, "two");
    const headers = [{ name: "Authorization", value: "[hidden]" }];
    const server = { type: "http", name: "there", url: "https://x.test/mcp", headers };
    expect(given(at, "session/new")).toEqual([[server]]);
    expect(given(at, `session/${how}`)).toEqual([[server]]);
    expect(at.warnings).toEqual([]);
  });

  it("that does without servers says which wait for the user, once, with the restart that brings them", async () => {
    const lacking = [asked];
    const stopped = { ...asked, name: "stopped", waits: false };
    const at = world(["--load", `--memory=${join(temporaryFolder(), "memory")}`], {
      servers: () => Promise.resolve([here, stopped, ...lacking]),
    });
    const words = 'Fake started without these MCP servers: asked (the input "who" was not given).';
    const told = (): unknown[] =>
      at.ports.events.splice(0).flatMap((event) => (event.type === "notice" ? [event.notice] : []));
    const todo = "Start them in the MCP Servers view, then restart the agent.";
    await at.agents.warm("ses_1", "fake");
    expect(told()).toEqual([{ message: `${words} ${todo}`, action: "restartAgent" }]);
    await talk(new Conversation(at.ports, "ses_1"), "one");
    await talk(new Conversation(at.ports, "ses_2"), "two");
    expect(told()).toEqual([]);
    await at.agents.restart("ses_1", "fake");
    expect(told()).toEqual([{ message: `Fake restarted. ${words} ${todo}`, action: "restartAgent" }]);
    lacking.pop();
    await at.agents.restart("ses_1", "fake");
    expect(told()).toEqual([{ message: "Fake restarted." }]);
  });

  it("that is begun by a message says so, too", async () => {
    const at = world([], { servers: [asked] });
    await talk(new Conversation(at.ports, "ses_1"), "one");
    const notices = at.ports.events.flatMap((event) => (event.type === "notice" ? [event.notice] : []));
    expect(notices).toMatchObject([{ action: "restartAgent" }]);
    expect(at.ports.events.filter((event) => event.type === "failure")).toEqual([]);
  });

  it("waits for no server that Galley would start for itself", async () => {
    const at = world([], { servers: [here] });
    at.ports.start = () => new Promise(() => undefined);
    await talk(new Conversation(at.ports, "ses_1"), "one");
    expect(said(answer(at))).toContain("one");
  });

  it("does without those of another folder, and without those whose variables cannot be read", async () => {
    const stdio = (more: { cwd?: string; envFile?: string }): KnownServer["filled"] => ({
      ok: true,
      value: { kind: "stdio", command: "node", ...more },
    });
    const { servers, withheld } = await handServers(
      [
        { name: "same", filled: stdio({ cwd: "/w" }), secrets: [], waits: false },
        { name: "other", filled: stdio({ cwd: "/elsewhere" }), secrets: [], waits: false },
        { name: "file", filled: stdio({ envFile: "/no/such/file" }), secrets: [], waits: false },
      ],
      {},
      { cwd: "/w", environmentOf },
    );
    expect(servers).toEqual([{ name: "same", command: "node", args: [], env: [] }]);
    expect(withheld.map(({ name }) => name)).toEqual(["other", "file"]);
  });
});

describe("an answer of an agent", () => {
  it("is one message on disk with its words, thoughts, plan and calls", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "think hard");
    await talk(conversation, "plan");
    const path = join(at.folder, "a.ts");
    writeFileSync(path, "old\n");
    await talk(conversation, `diff ${path}`);
    const answers = messages(at).filter((message) => message.role === "assistant");
    expect(answers.map(({ parts }) => parts.map(({ type }) => type))).toEqual([
      ["reasoning", "text"],
      ["tool-call", "text", "tool-result"],
      ["tool-call", "tool-result", "text"],
    ]);
    expect(answers[2]?.parts[0]).toMatchObject({ name: "edit", input: { path: "a.ts", old_text: "old\n" } });
    expect(answers.every(({ metadata }) => metadata.finish === "end")).toBe(true);
  });

  it("is asked for in the blocks the agent takes, also with the first message anyone ever sent it", async () => {
    const at = world(["--takes=embedded"]);
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit([
      { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } },
    ]);
    await conversation.runner.settled();
    expect(at.log()[0]?.prompt.map(({ type }) => type)).toEqual(["resource"]);
  });

  it("that cannot be had, for the agent does not start, keeps the account and says it once", async () => {
    const at = world(["--die"]);
    await talk(new Conversation(at.ports, "ses_1"), "one");
    expect(answer(at).metadata).toMatchObject({ finish: "error" });
    expect(answer(at).metadata.manifest_id).toBeDefined();
    expect(at.journal.entries().filter(({ method }) => method === "initialize")).toHaveLength(1);
  });

  it("is made for the model that is there when it begins: another may be chosen while an agent starts", async () => {
    const at = world();
    const start = vi.fn(() => Promise.resolve());
    at.ports.start = start;
    vi.spyOn(at.agents, "start").mockImplementation(() => {
      at.ports.model = () => loopback;
      return Promise.resolve(ended("Fake", "exited with code 3"));
    });
    await talk(new Conversation(at.ports, "ses_1"), "one");
    expect(answer(at).metadata).toMatchObject({ finish: "end", model: "loopback/loopback" });
    expect(start).toHaveBeenCalledOnce();
  });

  it("is asked for when all is loaded that says who answers", async () => {
    const at = world(["--takes=embedded"]);
    const { model } = at.ports;
    at.ports.model = () => loopback;
    at.ports.ready = () => {
      at.ports.model = model;
      return Promise.resolve();
    };
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit([
      { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } },
    ]);
    await conversation.runner.settled();
    expect(at.log()[0]?.prompt.map(({ type }) => type)).toEqual(["resource"]);
  });

  it("is all that the agent is asked for: a skill keeps its shape, and nothing is put to it aside", async () => {
    const at = world();
    const stages = [{ name: "look" }, { name: "tell" }];
    const artifacts = [{ id: "way", kind: "Approach", body: "Look, then tell.", stages }];
    const scan = aPackage("scan", { artifacts, planner_delegates_shape: true });
    at.ports.catalog = () => mergeCommands(commandsOf([scan]));
    await at.agents.warm("ses_1", "fake");
    await talk(new Conversation(at.ports, "ses_1"), "/scan go");
    expect(answer(at).metadata.finish).toBe("end");
    expect(JSON.stringify(at.log())).not.toContain("# Tools");
    const wanted = { system: "", max_tokens: 10, messages: [] };
    const aside = await sampleModel(at.ports, "ses_1", wanted, new AbortController().signal);
    expect(aside).toEqual({
      ok: false,
      failure: "this conversation uses an agent, which does not support side requests",
    });
  });

  it("goes on in one session: only what is new is sent", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    await talk(conversation, "two");
    expect(at.log().map(({ prompt }) => prompt.map((block) => block.text))).toEqual([["one"], ["two"]]);
  });

  it("is not refused for what the agent keeps by itself, however small its window", async () => {
    const at = world();
    const { model } = at.ports;
    at.ports.model = (id) => ({ ...model(id), context_window: 200, max_output: 1 });
    const conversation = new Conversation(at.ports, "ses_1");
    for (const word of ["one ", "two ", "three "]) await talk(conversation, word.repeat(60));
    expect(messages(at).map((message) => message.role === "user" || message.metadata.finish)).not.toContain("error");
    await talk(conversation, "four ".repeat(1000));
    expect(answer(at).metadata).toMatchObject({ finish: "error" });
  });

  it("that was stopped before its first word leaves the next message alone", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("silent"));
    await expect.poll(() => existsSync(join(at.folder, "prompts.log"))).toBe(true);
    conversation.stop();
    await conversation.runner.settled();
    expect(answer(at)).toMatchObject({ parts: [], metadata: { finish: "stopped" } });
    await talk(conversation, "two");
    const [first, second] = at.log() as unknown as { sessionId: string; prompt: unknown }[];
    expect(second).toMatchObject({ sessionId: first?.sessionId, prompt: [{ type: "text", text: "two" }] });
  });

  it("stands with what was sent in the inspector, blocks and JSON-RPC, and without secrets", async () => {
    const at = world();
    at.ports.journal = at.journal;
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "hello");
    const [question] = messages(at);
    const seen = inspectTurn(at.ports, "ses_1", question?.id ?? "");
    expect(seen?.request).toMatchObject({ prompt: [{ type: "text", text: "hello" }] });
    expect(seen?.inspection.traffic).toContain('"method":"session/prompt"');
    expect(seen?.inspection.traffic).toContain("agent_message_chunk");
    expect(JSON.stringify(at.journal.entries())).not.toContain("open sesame");
  });
});

describe("a skill that an agent runs", () => {
  const stages = [{ name: "look" }, { name: "tell" }];
  const artifacts = [{ id: "way", kind: "Approach", body: "# Look\nHere.\n# Tell\nAll.", stages }];
  const question = { name: "before_tell", question: "Tell it?", options: [], when: undefined };
  const texts = (at: World): string[] =>
    at.log().map(({ prompt }) => prompt.map((block) => block.text ?? "").join(" | "));
  const sessions = (at: World): number => new Set(at.log().map(({ sessionId }) => sessionId)).size;

  it("reaches it whole in every message, and its stages go to one agent session without a word of the past", async () => {
    const at = world();
    at.ports.catalog = () => mergeCommands(commandsOf([aPackage("scan", { artifacts })]));
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "/scan the first");
    await talk(conversation, "/scan the second");
    const [first, second, third, fourth] = texts(at);
    expect(first).toMatch(/^Body of scan\.[^]*the first[^]*Stage 1 of 2: look[^]*# Look\nHere\.$/);
    expect(second).toMatch(/^Stage 2 of 2: tell[^]*# Tell\nAll\.$/);
    expect(third).toMatch(/^Body of scan\.[^]*the second[^]*Stage 1 of 2: look/);
    expect(third).not.toContain("the first");
    expect(fourth).toMatch(/^Stage 2 of 2: tell/);
    expect(sessions(at)).toBe(1);
  });

  it("asks its gate with Galley's card, and the agent reads the answer", async () => {
    const at = world();
    at.ports.catalog = () => mergeCommands(commandsOf([aPackage("scan", { artifacts }, [question])]));
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("/scan it"));
    const call = await asked(at);
    expect(at.log()).toHaveLength(1);
    conversation.runner.reply(call, { type: "answer", answers: ["quietly"] });
    await conversation.runner.settled();
    expect(texts(at)[1]).toMatch(/^Galley asked the user: Tell it\?\nThe answer: quietly \| Stage 2 of 2: tell/);
    expect(readInvocations(at.ports.store, "ses_1")).toMatchObject([{ outcome: { kind: "ended" } }]);
  });

  it("waits at its gate after a reload, too, and goes on in the agent session that began it", async () => {
    const at = world(["--load", `--memory=${temporaryFolder()}`]);
    at.ports.catalog = () => mergeCommands(commandsOf([aPackage("scan", { artifacts }, [question])]));
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("/scan it"));
    await asked(at);
    conversation.close();
    at.ports.events.length = 0;
    const later = { ...at.ports, owner: "you", isAlive: (one: string) => one === "you" };
    const again = new Conversations(later).open("ses_1");
    again.runner.reply(await asked(at), { type: "answer", answers: ["yes"] });
    await again.runner.settled();
    expect(texts(at)[1]).toMatch(/^Galley asked the user: Tell it\?\nThe answer: yes \| Stage 2 of 2: tell/);
    expect(sessions(at)).toBe(1);
  });

  it("is repaired in the same agent session", async () => {
    const at = world();
    const scan = aPackage("scan", { output_schema: { type: "object" } });
    at.ports.catalog = () => mergeCommands(commandsOf([scan]));
    await talk(new Conversation(at.ports, "ses_1"), "/scan it");
    expect(texts(at)[1]).toMatch(/^That does not match the schema/);
    expect(sessions(at)).toBe(1);
  });

  it("is refused before it starts if only the agent could ask its question", async () => {
    const at = world();
    const doubt = { ...question, name: "on_doubt" };
    at.ports.catalog = () => mergeCommands(commandsOf([aPackage("scan", {}, [doubt])]));
    const conversation = new Conversation(at.ports, "ses_1");
    const sent = await conversation.input.submit({ parts: text("/scan it") });
    expect(sent).toMatchObject({ ok: false, failure: { code: "bad-skill" } });
    expect(messages(at)).toEqual([]);
  });
});

describe("an attachment for an agent", () => {
  it("that cannot be put where it finds it is told of, and the turn goes, with the others", async () => {
    const at = world(["--takes=embedded"]);
    const data = Buffer.from([0, 1, 2, 255]).toString("base64");
    const attached = (name: string): KnownPart => {
      return { type: "file-attachment", name, mime: "application/octet-stream", size: 4, data };
    };
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit([attached("lost.bin"), attached("found.bin"), ...text("look")]);
    await conversation.runner.settled();
    expect(answer(at).metadata.finish).toBe("end");
    expect(existsSync(join(at.folder, "kept/found.bin"))).toBe(true);
    expect(JSON.stringify(at.ports.events)).toContain("Could not share lost.bin with Fake: the disk is full.");
  });
});

describe("permission", () => {
  it("is asked with Galley's card and the answer is the agent's", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("permission ls -l"));
    const call = await asked(at);
    const run = at.ports.events.findLast((event) => event.type === "run" && event.run.state === "waiting");
    expect(run).toMatchObject({
      run: {
        asks: [{ tool: "bash", title: "Run ls -l", needs: [{ permission: "bash", pattern: "ls -l" }], unheard: true }],
      },
    });
    conversation.runner.reply(call, { type: "allow", scope: "session" });
    await conversation.runner.settled();
    expect(said(answer(at))).toBe("Ran it (yes).");
    await talk(conversation, "permission ls -l");
    expect(said(answer(at))).toBe("Ran it (yes).");
  });

  it("that is denied, or given up by Stop, does nothing", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("permission rm"));
    conversation.runner.reply(await asked(at), { type: "deny", reason: "no" });
    await conversation.runner.settled();
    expect(said(answer(at))).toBe("Did not run it.");
    at.ports.events.length = 0;
    await conversation.runner.submit(text("permission rm"));
    await asked(at);
    conversation.stop();
    await conversation.runner.settled();
    expect(answer(at).metadata.finish).toBe("stopped");
  });

  it("decides over files the agent writes through Galley", async () => {
    const at = world();
    const tools = toolWorld();
    at.ports.tools = () => Promise.resolve(builtinTools(tools.ports));
    const conversation = new Conversation(at.ports, "ses_1");
    const path = join(tools.root, "new.txt");
    await conversation.runner.submit(text(`write ${path} | words`));
    conversation.runner.reply(await asked(at), { type: "allow", scope: "once" });
    await conversation.runner.settled();
    expect(said(answer(at))).toBe("Written.");
    expect(readFileSync(path, "utf8")).toBe("words\n");
    await talk(conversation, `read ${path}`);
    expect(said(answer(at))).toBe("Read: unsaved text");
  });

  it("is not asked in a folder that is not trusted: nothing is started", async () => {
    const at = world([], { isTrusted: false });
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "hello");
    expect(answer(at).metadata).toMatchObject({ finish: "error" });
    expect(await at.agents.restart("ses_1", "fake")).toMatchObject({ code: "untrusted" });
    expect(at.agents.agent("fake")?.known).toBeUndefined();
  });
});

describe("a session the agent kept", () => {
  /** By an earlier window, of which nothing is left here. */
  async function earlier(flags: string[], ...prompts: string[]): Promise<{ at: World; kept: string }> {
    const kept = ["--list", ...flags, `--memory=${join(temporaryFolder(), "memory")}`];
    const before = world(kept);
    for (const words of prompts) await talk(new Conversation(before.ports, "ses_0"), words);
    before.agents.dispose();
    const at = world(kept);
    const listed = await at.agents.agent("fake")?.list();
    const [session] = listed?.ok === true ? listed.value : [];
    expect(session?.title).toMatch(/^About fake_/);
    return { at, kept: session?.sessionId ?? "" };
  }

  it("is listed, shown in a new conversation as the agent tells it, and goes on there, also after a reload", async () => {
    const { at, kept } = await earlier(["--load", "--resume"], "one", "two");
    expect(await at.agents.adopt("ses_1", "fake", kept)).toBeUndefined();
    const conversation = new Conversation(at.ports, "ses_1");
    expect(conversation.snapshot().messages).toMatchObject([
      { role: "user", parts: [{ type: "text", text: "one" }] },
      { role: "assistant", model: "Fake", finish: "end", parts: [{ type: "text", text: "replayed one" }] },
      { role: "user", parts: [{ type: "text", text: "two" }] },
      { role: "assistant", parts: [{ type: "text", text: "replayed two" }] },
    ]);
    expect(conversationOf(at.ports.store, "acp/fake", kept)).toBe("ses_1");
    await talk(conversation, "three");
    expect(at.log().at(-1)).toMatchObject({ sessionId: kept, prompt: [{ type: "text", text: "three" }] });
    at.agents.agent("fake")?.stop();
    await talk(new Conversation(at.ports, "ses_1"), "four");
    expect(at.log().at(-1)).toMatchObject({ sessionId: kept, prompt: [{ type: "text", text: "four" }] });
    expect(messages(at)).toHaveLength(8);
  });

  it("is taken up where the agent remembers and does not tell: nothing is stored until something is said", async () => {
    const { at, kept } = await earlier(["--resume"], "one");
    expect(await at.agents.adopt("ses_1", "fake", kept)).toBeUndefined();
    expect(readSummary(at.ports.store, "ses_1")).toBeUndefined();
    await talk(new Conversation(at.ports, "ses_1"), "two");
    expect(at.log().at(-1)).toMatchObject({ sessionId: kept });
  });

  it("is not mixed into a conversation that has begun", async () => {
    const { at, kept } = await earlier(["--load"], "one");
    await talk(new Conversation(at.ports, "ses_1"), "mine");
    expect(await at.agents.adopt("ses_1", "fake", kept)).toMatchObject({ code: "agent-session-late" });
    expect(messages(at)).toHaveLength(2);
    expect(conversationOf(at.ports.store, "acp/fake", kept)).toBeUndefined();
  });

  it("is left when what was said in it is rewound: the agent would still remember it", async () => {
    const { at, kept } = await earlier(["--load"], "one", "secret");
    await at.agents.adopt("ses_1", "fake", kept);
    const conversation = new Conversation(at.ports, "ses_1");
    conversation.rewind(messages(at)[2]?.id ?? "");
    await talk(conversation, "three");
    const last = at.log().at(-1) as unknown as { sessionId: string };
    expect(last.sessionId).not.toBe(kept);
    expect(JSON.stringify(last)).toContain("replayed one");
    expect(JSON.stringify(last)).not.toContain("secret");
  });

  it("is left when another model answers first: the agent is told of that in a new one", async () => {
    const { at, kept } = await earlier(["--resume"], "one");
    await at.agents.adopt("ses_1", "fake", kept);
    const conversation = new Conversation(at.ports, "ses_1");
    const agent = at.ports.model;
    at.ports.model = () => loopback;
    await talk(conversation, "aside");
    at.ports.model = agent;
    await talk(conversation, "two");
    expect(at.log().at(-1)).not.toMatchObject({ sessionId: kept });
    expect(JSON.stringify(at.log().at(-1))).toContain("aside");
  });

  it("still waits when a message was stopped on its way to it", async () => {
    const { at, kept } = await earlier(["--resume"], "one");
    await at.agents.adopt("ses_1", "fake", kept);
    at.agents.agent("fake")?.stop();
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("two"));
    conversation.stop();
    await conversation.runner.settled();
    expect(answer(at).metadata.finish).toBe("stopped");
    await talk(conversation, "three");
    expect(at.log().at(-1)).toMatchObject({ sessionId: kept });
  });

  it("offers its commands from its first message on, also when they were told before that went", async () => {
    const offered: unknown[] = [];
    const at = world(["--takes=embedded"], {
      changed: ({ commandsOf }) => {
        offered.push([commandsOf("ses_1", "fake")[0]?.name, commandsOf("ses_other", "fake")[0]?.name]);
      },
    });
    const data = Buffer.from([0, 1]).toString("base64");
    const slow: KnownPart = { type: "file-attachment", name: "slow.bin", mime: "a/b", size: 2, data };
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit([slow, ...text("one")]);
    await conversation.runner.settled();
    expect(offered.at(-1)).toEqual(["tidy", "tidy"]);
  });

  it("that is gone leaves what the agent offers elsewhere to its conversation", async () => {
    const at = world();
    await talk(new Conversation(at.ports, "ses_1"), "one");
    at.agents.agent("fake")?.stop();
    await talk(new Conversation(at.ports, "ses_2"), "two");
    await expect.poll(() => at.agents.commandsOf("ses_1", "fake")).toMatchObject([{ name: "tidy" }]);
  });

  it("that is there already is not opened again for what was done, which is told all the same", async () => {
    const at = world();
    await at.agents.warm("ses_1", "fake");
    await at.agents.warm("ses_1", "fake", ["You are signed in."]);
    expect(JSON.stringify(at.ports.events)).toContain("You are signed in.");
    expect(at.journal.entries().filter(({ method }) => method === "session/new")).toHaveLength(1);
  });

  it("before the first message is the one that answers, and its commands are known", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    expect(await at.agents.warm("ses_1", "fake")).toBeUndefined();
    const live = at.agents.sessionOf("ses_1");
    await expect.poll(() => live?.agent.state(live.session)?.commands).toMatchObject([{ name: "tidy" }]);
    await talk(conversation, "one");
    const sessions = at.log().map((line) => (line as unknown as { sessionId: string }).sessionId);
    expect(sessions).toEqual([live?.session]);
  });
});

describe("what was chosen of an agent's modes and options", () => {
  async function choose({ agents }: World, conversation = "ses_1"): Promise<void> {
    const { agent, session } = agents.sessionOf(conversation) ?? {};
    expect(await agent?.setMode(session ?? "", "code")).toBeUndefined();
    expect(await agent?.setOption(session ?? "", "level", "high")).toBeUndefined();
  }
  async function where(at: World, conversation = "ses_1"): Promise<string> {
    await talk(new Conversation(at.ports, conversation), "where");
    return said(answer(at, conversation));
  }
  const notices = ({ ports }: World): string[] =>
    ports.events.flatMap((event) => (event.type === "notice" ? [event.notice.message] : []));

  it.each([["nothing", []] as const, ["load", ["--load"]] as const, ["resume", ["--resume"]] as const])(
    "is set again when an agent that keeps sessions by %s is restarted, before the first message or after it",
    async (_how, flags) => {
      const at = world([...flags, `--memory=${join(temporaryFolder(), "memory")}`]);
      await at.agents.warm("ses_1", "fake");
      await choose(at);
      at.agents.agent("fake")?.stop();
      expect(await where(at)).toBe("mode code, level high");
      at.agents.agent("fake")?.stop();
      expect(await where(at)).toBe("mode code, level high");
      expect(notices(at).filter((message) => message.includes("chosen"))).toEqual([]);
    },
  );

  it("is set again in another window, and also what the agent has chosen in a turn", async () => {
    const at = world();
    await at.agents.warm("ses_1", "fake");
    await choose(at);
    await talk(new Conversation(at.ports, "ses_1"), "turn ask");
    at.agents.dispose();
    expect(await where(world([], { store: at.ports.store }))).toBe("mode ask, level high");
  });

  it("is that of the conversation alone, and goes along into a branch", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    await choose(at);
    const { id: branch } = conversation.fork(undefined, false);
    at.agents.dispose();
    const later = world([], { store: at.ports.store });
    expect(await where(later, "ses_2")).toBe("mode ask, level low");
    expect(await where(later, branch)).toBe("mode code, level high");
  });

  it("and is not offered any more is said once, and the rest is set", async () => {
    const at = world();
    await talk(new Conversation(at.ports, "ses_1"), "one");
    await choose(at);
    at.agents.dispose();
    const later = world(["--modes=ask"], { store: at.ports.store });
    expect(await where(later)).toBe("mode ask, level high");
    const lost =
      "Fake no longer offers the mode “code” selected in this conversation. Run Galley: Configure Agent… to select another.";
    expect(notices(later).join()).toContain(lost);
    later.ports.events.length = 0;
    later.agents.agent("fake")?.stop();
    expect(await where(later)).toBe("mode ask, level high");
    expect(notices(later).join()).not.toContain(lost);
  });
});

describe("a conversation whose agent", () => {
  it("crashes keeps what was said, offers the restart, and goes on when asked again", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "crash");
    expect(said(answer(at))).toBe("Begun");
    expect(answer(at).metadata).toMatchObject({ finish: "error", error_action: "restartAgent" });
    await talk(conversation, "again");
    expect(said(answer(at))).toContain("again");
    expect(at.log().at(-1)?.prompt[0]?.text).toContain("Begun");
  });

  it("is taken out of the settings ends it, also in the journal", async () => {
    const settings = [true];
    const at = world([], { isConfigured: () => settings.length > 0 });
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("hang"));
    while (!JSON.stringify(at.ports.events).includes("Begun")) await setTimeout(20);
    settings.pop();
    at.agents.review();
    await conversation.runner.settled();
    expect(answer(at).metadata).toMatchObject({ finish: "error", error_action: "restartAgent" });
    expect(at.journal.entries().map(({ method, ended }) => [method, ended?.how])).toContainEqual([
      "session/prompt",
      "error",
    ]);
  });

  it("is still being started has one session, which answers", async () => {
    const at = world();
    const warming = at.agents.warm("ses_1", "fake");
    await talk(new Conversation(at.ports, "ses_1"), "one");
    expect(await warming).toBeUndefined();
    expect(at.journal.entries().filter(({ method }) => method === "session/new")).toHaveLength(1);
    expect(at.agents.sessionOf("ses_1")?.session).toBe((at.log()[0] as unknown as { sessionId: string }).sessionId);
  });

  it("does not come up can be stopped while it is waited for", async () => {
    const at = world(["--mute"]);
    void at.agents.warm("ses_1", "fake");
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("one"));
    conversation.stop();
    await conversation.runner.settled();
    expect(answer(at).metadata.finish).toBe("stopped");
  });

  it("could not be prepared says so, and can be asked all the same", async () => {
    const servers = vi.fn(() => Promise.resolve<KnownServer[]>([]));
    servers.mockRejectedValueOnce(new Error("the key ring is locked"));
    const at = world([], { servers });
    const first = at.agents.warm("ses_1", "fake");
    const second = at.agents.warm("ses_1", "fake");
    expect((await first)?.message).toBe(
      "Could not send the message to Fake: the key ring is locked. Restart the agent and try again.",
    );
    expect(await second).toBeUndefined();
    await talk(new Conversation(at.ports, "ses_1"), "one");
    expect(said(answer(at))).toContain("one");
  });

  it("is restarted goes on in the same session where the agent can, without a word of the past", async () => {
    const at = world(["--load", `--memory=${join(temporaryFolder(), "memory")}`]);
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    at.agents.agent("fake")?.stop();
    await talk(conversation, "two");
    expect(at.log().at(-1)?.prompt).toEqual([{ type: "text", text: "two" }]);
    expect(said(answer(at))).not.toContain("replayed");
  });

  it("is restarted is told what was said where the agent keeps nothing, and the user learns of it", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    at.agents.agent("fake")?.stop();
    await talk(conversation, "two");
    const [past, now] = at.log().at(-1)?.prompt ?? [];
    expect(past?.text).toContain("one");
    expect(now?.text).toBe("two");
    expect(at.ports.events).toContainEqual(expect.objectContaining({ type: "notice" }));
  });

  it("wants a sign-in is asked on in its session after it, and hears what could not be asked once", async () => {
    const at = world(["--auth", "--load", `--memory=${join(temporaryFolder(), "memory")}`]);
    const conversation = new Conversation(at.ports, "ses_1");
    await at.agents.agent("fake")?.authenticate("letmein");
    await talk(conversation, "one");
    at.agents.agent("fake")?.stop();
    await talk(conversation, "two");
    expect(answer(at).metadata).toMatchObject({ finish: "error", error_action: "signInAgent" });
    await at.agents.agent("fake")?.authenticate("letmein");
    await talk(conversation, "three");
    await talk(conversation, "four");
    const prompts = at.log() as unknown as { sessionId: string; prompt: { text: string }[] }[];
    expect(prompts.map(({ prompt }) => prompt.map((block) => block.text))).toEqual([
      ["one"],
      ["two", "three"],
      ["four"],
    ]);
    expect(new Set(prompts.map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  it("is rewound begins a session of its own, which does not know what was taken back", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    await talk(conversation, "secret");
    const [, , second] = messages(at);
    conversation.rewind(second?.id ?? "");
    await talk(conversation, "three");
    const last = at.log().at(-1)?.prompt ?? [];
    expect(last).toHaveLength(2);
    expect(last[0]?.text).toContain("one");
    expect(last[0]?.text).not.toContain("secret");
  });

  it("is branched leaves the session to the one it came from", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await talk(conversation, "one");
    const fork = conversation.fork(undefined, true);
    await talk(new Conversation(at.ports, fork.id), "aside");
    await talk(conversation, "two");
    const sessions = at.log().map((line) => (line as unknown as { sessionId: string }).sessionId);
    expect(sessions[0]).toBe(sessions[2]);
    expect(sessions[1]).not.toBe(sessions[0]);
    expect(at.log()[1]?.prompt[0]?.text).toContain("one");
  });

  it("is busy is not steered: what is sent meanwhile waits in the queue like the rest, and nothing says otherwise", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    expect(conversation.snapshot().model).toMatchObject({ steers: false });
    await conversation.runner.submit(text("slow"));
    await conversation.runner.submit(text("one"));
    await conversation.runner.submit(text("two"), { steers: true });
    const { items } = conversation.snapshot().queue;
    expect(items.map(({ words, steers }) => [words, steers])).toEqual([
      ["one", undefined],
      ["two", undefined],
    ]);
    conversation.stop();
    await conversation.runner.settled();
  });

  it("is busy has a queue as ever, and is not compacted by Galley", async () => {
    const at = world();
    const conversation = new Conversation(at.ports, "ses_1");
    await conversation.runner.submit(text("slow"));
    const queued = await conversation.runner.submit(text("next"));
    expect(queued).toMatchObject({ ok: true, value: { queued: true } });
    while (!JSON.stringify(at.ports.events).includes("Begun")) await setTimeout(20);
    conversation.stop();
    await conversation.runner.settled();
    expect(said(answer(at))).toContain("next");
    expect(await conversation.runner.compact()).toMatchObject({ code: "nothing-to-compact" });
  });
});

import { describe, expect, it } from "vitest";
import type { UserMessage } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { forkConversation } from "../../extension/persist/lineage.ts";
import { readChoice, saveChoice } from "../../extension/persist/choices.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { type LayerPorts, readLayers } from "../../extension/turn/request/read-layers.ts";
import { inspectNext, inspectTurn } from "../../extension/preview/inspect.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { loopback } from "../../extension/turn/wire.ts";
import type { SkillListing } from "../../extension/skills/catalog.ts";
import { agentOf, portsOver } from "../fakes/layer-ports.ts";
import { memory } from "../fakes/memories.ts";
import { fakePorts } from "../fakes/ports.ts";
import { aSkill } from "../fakes/skills.ts";

const says = (...parts: KnownPart[]): UserMessage => ({
  id: "m",
  role: "user",
  parts,
  metadata: { schema_version: 1 },
});
const file = (path: string): KnownPart => ({ type: "file-ref", ref: { kind: "path", path } });

const read = (ports: LayerPorts, messages: UserMessage[] = [], pins: { part: KnownPart }[] = []) =>
  readLayers(ports, { session_id: "ses_1", model: loopback, messages, pins });

describe("what stands around a conversation", () => {
  it("names each folder with its root, and the system with its shell", async () => {
    const environment = async (changes: Partial<LayerPorts>) =>
      (await read(portsOver({}, changes))).layers.find(({ id }) => id === "env.project")?.text;
    expect(await environment({})).toBe("Workspace folders: app (/home/me/app)\nSystem: Linux. Commands run in sh.");
    const two = [
      { name: "app", root: "C:\\work\\app" },
      { name: "lib", root: "vscode-vfs://github/o/lib" },
    ];
    const gitBash = { platform: "win32", kind: "git-bash", path: "C:\\Git\\bin\\bash.exe" } as const;
    expect(await environment({ folders: () => two, shell: () => gitBash })).toBe(
      "Workspace folders: app (C:\\work\\app), lib (vscode-vfs://github/o/lib)\nSystem: Windows. Commands run in Git Bash.",
    );
    const powershell = { platform: "win32", kind: "windows-powershell", path: "C:\\powershell.exe" } as const;
    expect(await environment({ folders: () => [], shell: () => powershell })).toBe(
      "System: Windows. Commands run in Windows PowerShell 5.1.",
    );
    const mac = { platform: "darwin", kind: "posix", path: "/opt/bin/bash" } as const;
    expect(await environment({ shell: () => mac })).toMatch(/\nSystem: macOS\. Commands run in bash\.$/);
  });

  it("has the skills between the instructions and the memories, for a model that can load them", async () => {
    const list = (): Promise<SkillListing> =>
      Promise.resolve({
        skills: [aSkill("release"), aSkill("memory", { source: "bundled" })],
        problems: [{ file: ".galley/skills/bad/SKILL.md", line: 2, reason: "name is missing" }],
        clashes: [],
      });
    const memories: LayerPorts["memories"] = {
      list: () =>
        Promise.resolve({
          memories: [{ ...memory("tabs"), text: "", path: "tabs.md", file: "tabs.md" }],
          malformed: [],
          unread: [],
        }),
    };
    const ports = portsOver({ "AGENTS.md": "Use tabs." }, { skills: { list }, memories });
    const { layers, sources, left_out } = await read(ports);
    expect(layers.map(({ id }) => id)).toEqual([
      ...["agent.system", "project.instructions", "skills.catalog", "memory.index", "env.project"],
    ]);
    expect(layers[2]?.text).toMatch(/\n- release: About release\n- memory: About memory$/);
    expect(sources?.["skills.catalog"]).toEqual([
      ...[".galley/skills/release/SKILL.md", ".galley/skills/memory/SKILL.md"],
    ]);
    expect(left_out).toEqual([{ what: ".galley/skills/bad/SKILL.md", why: "line 2: name is missing" }]);
    const model = { ...loopback, tools: false };
    const without = await readLayers(ports, { session_id: "ses_1", model, messages: [], pins: [] });
    expect(without.layers.map(({ id }) => id)).not.toContain("skills.catalog");
  });

  it("is the agent, the instructions of the project, and where the work is done, in this order", async () => {
    const { layers, left_out, failure } = await read(portsOver({ "AGENTS.md": "Use tabs." }));
    expect(layers.map(({ id }) => id)).toEqual(["agent.system", "project.instructions", "env.project"]);
    expect(layers[0]?.text).toBe("Be mine in app.");
    expect(layers[1]?.text).toContain("From AGENTS.md:\nUse tabs.");
    expect(layers[2]?.text).toBe("Workspace folders: app (/home/me/app)\nSystem: Linux. Commands run in sh.");
    expect([left_out, failure]).toEqual([[], undefined]);
  });

  it("holds the instructions near every file in play: sent before, mentioned, pinned", async () => {
    const ports = portsOver({ "a/AGENTS.md": "A", "b/c/CLAUDE.md": "C", "d/AGENTS.md": "D", "e/AGENTS.md": "E" });
    const mention: KnownPart = { type: "mention", target: { kind: "file", path: "b/c/x.ts" } };
    const { layers } = await read(ports, [says(file("a/x.ts")), says(mention)], [{ part: file("d/x.ts") }]);
    const text = layers.find(({ id }) => id === "project.instructions")?.text ?? "";
    expect([...text.matchAll(/From (.*):/g)].map((match) => match[1])).toEqual([
      "a/AGENTS.md",
      "d/AGENTS.md",
      "b/c/CLAUDE.md",
    ]);
  });

  it("is the same bytes each time", async () => {
    const ports = portsOver({ "AGENTS.md": "Use tabs." });
    expect(await read(ports)).toEqual(await read(ports));
  });

  it("reads no instructions where the workspace is not trusted, and says so", async () => {
    const reads: string[] = [];
    const { layers, left_out } = await read(
      portsOver(
        { "AGENTS.md": "Use tabs." },
        {
          isTrusted: () => false,
          readFile: ({ path }) => {
            reads.push(path);
            return Promise.reject(new Error("never"));
          },
        },
      ),
    );
    expect(layers.map(({ id }) => id)).not.toContain("project.instructions");
    const why = "not read; this workspace is not trusted";
    expect(left_out).toEqual([
      { what: "project.instructions", why },
      { what: "project skills", why },
    ]);
    expect(reads).toEqual([]);
  });

  it("says which instructions are too large to read, and who answers instead", async () => {
    const agent = agentOf('system_prompt = "x"');
    const { left_out } = await read(
      portsOver({ "CLAUDE.md": "huge" }, { agent: () => ({ agent, instead: "The agent y cannot be used now." }) }),
    );
    expect(left_out).toEqual([
      { what: "agent", why: "The agent y cannot be used now." },
      { what: "CLAUDE.md", why: "it is too large (1024 KB)" },
    ]);
  });

  it("a profile that cannot be rendered stops the turn, and says where it is wrong", async () => {
    const agent = agentOf(
      'name = "bad"\nsystem_prompt = "{% if ctx.model.id == \'loopback\' %}{{ ctx.oh }}{% endif %}"',
    );
    const { failure } = await read(portsOver({}, { agent: () => ({ agent }) }));
    expect(failure).toMatchObject({ code: "bad-agent", message: expect.stringContaining("mine.toml:2") as string });
  });
});

describe("a turn with an agent", () => {
  it("carries its layers and its part of the request, and is shown with them later", async () => {
    const ports = fakePorts();
    createConversation(ports.store, newConversation("ses_1", 1));
    const agent = agentOf('system_prompt = "Be kind."\n[body]\ntemperature = 0.5');
    ports.layers = (wanted) => readLayers(portsOver({ "AGENTS.md": "Tabs." }, { agent: () => ({ agent }) }), wanted);
    const conversation = new Conversation(ports, "ses_1");
    const next = await inspectNext(ports, "ses_1", [{ type: "text", text: "hi" }]);
    expect(next.inspection.parts.map(({ name }) => name).slice(0, 3)).toEqual([
      "agent.system",
      "project.instructions",
      "env.project",
    ]);
    expect(next.inspection.parts.map(({ sources }) => sources).slice(0, 2)).toEqual([["mine.toml"], ["AGENTS.md"]]);
    expect(JSON.stringify(next.request)).not.toContain("mine.toml");
    await conversation.runner.submit([{ type: "text", text: "hi" }]);
    await conversation.runner.settled();
    const { messages } = conversation.snapshot();
    ports.layers = () => Promise.resolve({ layers: [] });
    const saw = inspectTurn(ports, "ses_1", messages[0]?.id ?? "");
    expect(saw?.inspection.parts.map(({ text }) => text).slice(0, 3)).toEqual(
      next.inspection.parts.map(({ text }) => text).slice(0, 3),
    );
  });

  it("is refused when the agent cannot speak", async () => {
    const ports = fakePorts();
    createConversation(ports.store, newConversation("ses_1", 1));
    ports.layers = (wanted) =>
      readLayers(portsOver({}, { agent: () => ({ agent: agentOf('system_prompt = "{{ ctx.oh }}"') }) }), wanted);
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([{ type: "text", text: "hi" }]);
    await conversation.runner.settled();
    const answer = conversation.snapshot().messages.at(-1);
    expect(answer).toMatchObject({ finish: "error", error: expect.stringContaining("unknown name oh") as string });
  });
});

describe("the agent of a conversation", () => {
  it("is remembered, and goes along on a branch", async () => {
    const ports = fakePorts();
    createConversation(ports.store, newConversation("ses_1", 1));
    expect(readChoice(ports.store, "agent", "ses_1")).toBeUndefined();
    saveChoice(ports.store, "agent", "ses_1", "review");
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([{ type: "text", text: "hi" }]);
    await conversation.runner.settled();
    const last = conversation.snapshot().messages.at(-1)?.id ?? "";
    const fork = forkConversation(ports.store, "ses_1", last, { ephemeral: false, now: 2, newId: ports.newId });
    expect(readChoice(ports.store, "agent", fork.id)).toBe("review");
    saveChoice(ports.store, "agent", "ses_1", undefined);
    expect(readChoice(ports.store, "agent", "ses_1")).toBeUndefined();
  });
});

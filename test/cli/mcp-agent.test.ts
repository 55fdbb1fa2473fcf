// What an agent can read and write through Galley's own server, and what it cannot.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { handServers } from "../../extension/acp/window/agent-servers.ts";
import { withOwnServer } from "../../extension/acp/window/own-server.ts";
import { operationsFor } from "../../extension/cli/mcp-agent.ts";
import { environmentOf } from "../../extension/mcp/config/environment.ts";
import type { AgentAccess } from "../../extension/mcp/own/agent-access.ts";
import { printEntry } from "../../extension/memory/entry.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { memory } from "../fakes/memories.ts";

interface Agent {
  call: (name: string, input?: unknown) => Promise<{ ok: boolean; output: string }>;
  names: string[];
  allow: (changes: Partial<AgentAccess>) => void;
}

const skill = (name: string): string => `---\nname: ${name}\ndescription: About ${name}\n---\n\nDo ${name}.\n`;

function agent(files: Record<string, string>): Agent {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const access = join(folder, "agent-access.json");
  const allow = (changes: Partial<AgentAccess>): void => {
    const all: AgentAccess = {
      ...{ workspaces: [join(folder, "work")], user: join(folder, "user"), home: join(folder, "home"), bundled: "" },
      ...{ off: [], rules: [], ...changes },
    };
    writeFileSync(access, JSON.stringify(all));
  };
  const operations = operationsFor(access);
  return {
    names: operations.map(({ name }) => name),
    allow,
    call: async (name, input = {}) =>
      (await operations.find((one) => one.name === name)?.run(input)) ?? { ok: false, output: "none" },
  };
}

const PLAIN = '[parameter_schema]\ntype = "object"\n';

const files = {
  "user/memory/short-answers.md": printEntry(memory("short-answers")),
  "work/.galley/memory/build.md": printEntry(memory("build", { scope: "project" })),
  "work/.galley/skills/tidy/SKILL.md": skill("tidy"),
  "work/.galley/skills/tidy/notes.txt": "x",
  "home/.claude/skills/group/mine/SKILL.md": skill("mine"),
  "work/.galley/skills/staged/SKILL.md": skill("staged"),
  "work/.galley/skills/staged/skill.toml": PLAIN,
};

describe("Galley's server for an agent", () => {
  it("reads memories and skills", async () => {
    const { call, names, allow } = agent(files);
    allow({});
    expect(names).toEqual(["memory_write", "memory_read", "memory_list", "memory_delete", "skill"]);
    expect((await call("memory_list")).output).toMatch(/build[^]*short-answers/);
    expect(await call("memory_read", { name: "build" })).toMatchObject({ ok: true });
    expect((await call("skill", { name: "tidy" })).output).toMatch(/Do tidy\.[^]*tidy\/notes\.txt/);
    expect((await call("skill", { search: "about" })).output).toBe(
      "- staged: About staged\n- tidy: About tidy\n- mine: About mine",
    );
  });

  it("gives nothing without the file of the window, or when it is damaged", async () => {
    const { call, allow } = agent(files);
    expect((await call("memory_list")).output).toBe("No memories yet.");
    expect((await call("skill", { name: "tidy" })).ok).toBe(false);
    allow({});
    expect((await call("skill", { name: "tidy" })).ok).toBe(true);
  });

  it("keeps to what the user disabled, denied or wants to be asked about, also while it runs", async () => {
    const { call, allow } = agent(files);
    allow({ off: ["mine"] });
    expect((await call("skill", { name: "mine" })).output).toContain("disabled");
    expect((await call("skill", { search: "" })).output).toBe("- staged: About staged\n- tidy: About tidy");
    const rule = (permission: "skill" | "memory", pattern: string, action: "ask" | "deny") => ({
      ...{ permission, pattern, action, from: "settings" as const },
    });
    allow({ rules: [rule("skill", "tidy", "ask"), rule("memory", "project/*", "deny")] });
    expect((await call("skill", { name: "tidy" })).ok).toBe(false);
    expect((await call("memory_read", { name: "build" })).output).toMatch(/^Not allowed: memory_read needs/);
    expect((await call("memory_read", { name: "short-answers" })).ok).toBe(true);
  });

  it("writes and deletes a memory by the same rules as a model, and what would be asked is refused with the way to allow it", async () => {
    const { call, allow } = agent(files);
    const note = { scope: "project", name: "port", body: "The server listens on 8080." };
    allow({});
    const refused = await call("memory_write", note);
    expect(refused.ok).toBe(false);
    expect(refused.output).toContain('"permission":"memory","pattern":"project/port","action":"allow"');
    const rule = (pattern: string, action: "allow" | "deny", from: "settings" | "project" = "settings") => ({
      ...{ permission: "memory" as const, pattern, action, from },
    });
    allow({ rules: [rule("project/*", "allow", "project")] });
    expect((await call("memory_write", note)).ok).toBe(false);
    allow({ rules: [rule("project/*", "allow"), rule("project/build", "deny")] });
    expect(await call("memory_write", note)).toMatchObject({ ok: true });
    expect((await call("memory_read", { name: "port" })).output).toContain("8080");
    expect((await call("memory_write", { ...note, name: "build" })).ok).toBe(false);
    expect((await call("memory_write", { ...note, scope: "user" })).ok).toBe(false);
    const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    expect((await call("memory_write", { ...note, body: `The key is ${key}` })).ok).toBe(false);
    expect(await call("memory_delete", { name: "port" })).toMatchObject({ ok: true });
    expect((await call("memory_read", { name: "port" })).ok).toBe(false);
  });

  it("composes a package with its parameters, and says what is wrong with them", async () => {
    const toml = [
      ...['framing = "frame"', "[parameter_schema]", 'type = "object"', 'required = ["path"]'],
      ...['properties.path.type = "string"', "[[artifacts]]", 'id = "frame"', 'kind = "PromptTemplate"'],
      'path = "frame.md"',
    ].join("\n");
    const { call, allow } = agent({
      "work/.galley/skills/audit/SKILL.md": skill("audit"),
      "work/.galley/skills/audit/skill.toml": toml,
      "work/.galley/skills/audit/frame.md": "Audit {{ path }}.",
    });
    allow({});
    const given = await call("skill", { name: "audit", request: "be quick", parameters: { path: "src" } });
    expect(given).toMatchObject({ ok: true, output: expect.stringMatching(/Audit src\.[^]*be quick/) as string });
    expect((await call("skill", { name: "audit" })).output).toMatch(/^Could not use the skill audit: .*parameters/);
  });

  it.each([
    ['interrupts = ["before_tell"]', "its questions (before_tell)"],
    ["tool_call_budget = 3", "its limit of tool calls"],
    ['tool_surface = ["read"]', "its list of tools"],
    ['output_schema = { type = "object" }', "its output schema"],
  ])("refuses a package whose bounds an agent cannot be held to: %s", async (line, bound) => {
    const { call, allow } = agent({ ...files, "work/.galley/skills/staged/skill.toml": `${line}\n${PLAIN}` });
    allow({});
    const { ok, output } = await call("skill", { name: "staged" });
    expect(ok).toBe(false);
    expect(output).toContain(`hold an agent to ${bound} `);
    expect(output).toContain("/staged");
  });

  it("refuses a package with stages, too", async () => {
    const stages = '[[artifacts]]\nid = "way"\nkind = "Approach"\npath = "way.md"\nstages = [{ name = "look" }]\n';
    const { call, allow } = agent({
      ...files,
      "work/.galley/skills/staged/skill.toml": PLAIN + stages,
      "work/.galley/skills/staged/way.md": "Look.",
    });
    allow({});
    expect((await call("skill", { name: "staged" })).output).toContain("hold an agent to its stages ");
  });
});

describe("the servers of an agent session", () => {
  const own = { runtime: "/code", script: "/ext/dist/cli.js", access: "/data/agent-access.json" };
  const ports = { cwd: "/work", environmentOf };

  it("have Galley's own behind the user's, under a free name, as a program that every agent can start", async () => {
    const { servers, withheld } = await handServers(withOwnServer([], own), {}, ports);
    expect(servers).toEqual([
      {
        name: "galley",
        command: resolve("/work", "/code"),
        args: ["/ext/dist/cli.js", "mcp", "--access", "/data/agent-access.json"],
        env: [{ name: "ELECTRON_RUN_AS_NODE", value: "1" }],
      },
    ]);
    expect(withheld).toEqual([]);
    const mine = {
      name: "galley",
      filled: { ok: false as const, failure: { reason: "x" } },
      secrets: [],
      waits: false,
    };
    expect(withOwnServer([mine], own).map(({ name }) => name)).toEqual(["galley", "galley-memory"]);
  });
});

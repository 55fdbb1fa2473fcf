// What configuration says, what is wrong with it, and how variables are filled in.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  faultWords,
  mergeMcpConfigs,
  type OwnedInput,
  parseMcpConfig,
  type ServerSpec,
} from "../../extension/mcp/config/config.ts";
import { inputKey } from "../../extension/mcp/config/input-key.ts";
import { FOLDER_FILES, USER_SETTINGS, WORKSPACE_SETTINGS } from "../../extension/mcp/config/place.ts";
import { parseEnvFile } from "../../extension/mcp/config/env-file.ts";
import { plainText } from "../../extension/mcp/plain-text.ts";
import { offeredName } from "../../extension/mcp/tools.ts";
import { fillSpec, type VariablePorts } from "../../extension/mcp/config/variables.ts";

const FROM = ".vscode/mcp.json";

describe("configuration", () => {
  it("reads servers and inputs, in the file's shape or the settings' short one", () => {
    const servers = { files: { command: "npx", args: ["-y", "x"] }, web: { type: "http", url: "https://example.org" } };
    const inputs = [{ type: "promptString", id: "key", password: true }];
    const file = parseMcpConfig({ servers, inputs }, FROM, "workspace");
    expect(file.faults).toEqual([]);
    expect(file.servers.map(({ name, spec }) => [name, spec.kind])).toEqual([
      ["files", "stdio"],
      ["web", "http"],
    ]);
    expect(file.inputs).toMatchObject([{ id: "key", from: FROM, origin: "workspace" }]);
    expect(parseMcpConfig(servers, "the settings", "user").servers).toHaveLength(2);
  });

  it("reads .mcp.json at the root of a folder, whose servers stand under mcpServers, and the user's still come first", () => {
    expect(FOLDER_FILES).toEqual([".vscode/mcp.json", ".mcp.json"]);
    const mcpServers = { files: { type: "stdio", command: "npx" }, web: { type: "http", url: "https://example.org" } };
    const file = parseMcpConfig({ mcpServers }, ".mcp.json", "workspace");
    expect(file.servers.map(({ name, origin, from }) => [name, origin, from])).toEqual([
      ["files", "workspace", ".mcp.json"],
      ["web", "workspace", ".mcp.json"],
    ]);
    const own = parseMcpConfig({ files: { command: "mine" } }, USER_SETTINGS, "user");
    const merged = mergeMcpConfigs([own, file]);
    expect(merged.servers.map(({ name, origin }) => [name, origin])).toEqual([
      ["files", "user"],
      ["web", "workspace"],
    ]);
    expect(merged.faults.map(({ from, name }) => [from, name])).toEqual([[".mcp.json", "files"]]);
  });

  it("fills in variables of the environment as .mcp.json writes them, and nowhere else", async () => {
    const args = ["${TOKEN}", "${MISSING:-a:b}", "${MISSING}", "${workspaceFolder}", "${other}"];
    const argsFrom = async (from: string): Promise<unknown> => {
      const spec: ServerSpec = { kind: "stdio", command: "a", args };
      const env = (name: string): string | undefined => (name === "TOKEN" ? "${HOME}" : undefined);
      const done = await fillSpec({ name: "a", spec, from, origin: "workspace" }, [], { ...ports, env });
      return done.ok && done.value.kind === "stdio" && done.value.args;
    };
    const folder = ports.workspaceFolder();
    expect(await argsFrom("app/.mcp.json")).toEqual(["${HOME}", "a:b", "", folder, "${other}"]);
    expect(await argsFrom(FROM)).toEqual(["${TOKEN}", "${MISSING:-a:b}", "${MISSING}", folder, "${other}"]);
  });

  it("leaves out what is wrong and says where and why", () => {
    const { servers, faults } = parseMcpConfig(
      {
        servers: {
          good: { command: "a" },
          bare: {},
          args: { command: "a", args: "b" },
          old: { type: "sse", url: "https://example.org" },
          "": { command: "a" },
          "x\u202ey": { command: "a" },
        },
        inputs: [{ type: "command", id: "x" }],
      },
      FROM,
      "workspace",
    );
    expect(servers.map(({ name }) => name)).toEqual(["good"]);
    expect(faults.map(faultWords)).toEqual([
      `${FROM}: bare: "command" or "url" is required.`,
      `${FROM}: args: "args" must be an array.`,
      `${FROM}: old: the type "sse" is not supported; use "http".`,
      `${FROM}: the name must begin with a letter or digit, have at most 64 characters, and contain no others than letters, digits, spaces and . _ / @ -.`,
      `${FROM}: xy: the name must begin with a letter or digit, have at most 64 characters, and contain no others than letters, digits, spaces and . _ / @ -.`,
      expect.stringMatching(/input 1: /),
    ]);
  });

  it("never throws, whatever is in the file", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseMcpConfig(value, FROM, "workspace").servers).toBeInstanceOf(Array);
      }),
    );
  });

  it("lets the user's server win over one of the same name, and says so", () => {
    const merged = mergeMcpConfigs([
      parseMcpConfig({ a: { command: "mine" } }, "the settings", "user"),
      parseMcpConfig({ a: { command: "theirs" } }, FROM, "workspace"),
    ]);
    expect(merged.servers).toMatchObject([{ spec: { command: "mine" }, origin: "user" }]);
    expect(merged.faults.map(faultWords)).toEqual([
      `${FROM}: a: overridden by the server with the same name in the settings.`,
    ]);
  });
});

const ports: VariablePorts = {
  workspaceFolder: () => "/w/project",
  folderNamed: (name) => (name === "lib" ? "/w/lib" : undefined),
  userHome: () => "/home/me",
  env: (name) => ({ TOKEN: "${userHome}" })[name],
  input: ({ id }) => Promise.resolve(id === "refused" ? undefined : `said ${id}`),
};

const input = (id: string, from = FROM): OwnedInput => ({ type: "promptString", id, from, origin: "workspace" });

const filled = (args: string[], inputs: OwnedInput[] = []): ReturnType<typeof fillSpec> => {
  const spec: ServerSpec = { kind: "stdio", command: "run", args };
  return fillSpec({ name: "a", spec, from: FROM, origin: "workspace" }, inputs, ports);
};

describe("what the user said to an input", () => {
  it("is kept apart for each place that asks for it, and for each workspace", () => {
    const key = (from: string, workspace: string, origin: OwnedInput["origin"] = "workspace"): string =>
      inputKey({ id: "token", from, origin }, workspace);
    const keys = [
      key("a/.vscode/mcp.json", "one"),
      key("b/.vscode/mcp.json", "one"),
      key("a/.vscode/mcp.json", "two"),
      key("the settings", "one", "user"),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key("the settings", "two", "user")).toBe(key("the settings", "one", "user"));
  });

  it("is found again whatever the settings are called on the screen", () => {
    const user = inputKey({ id: "token", from: USER_SETTINGS, origin: "user" }, "one");
    const workspace = inputKey({ id: "token", from: WORKSPACE_SETTINGS, origin: "workspace" }, "one");
    expect([user, workspace]).toEqual([
      "galley.mcp.input.f1afe4a0d322bcd2292027408edfc08c",
      "galley.mcp.input.df543e1674a7f60664b1a12a63f2180c",
    ]);
  });
});

describe("variables", () => {
  it("are filled in everywhere, and what was filled in is not looked at again", async () => {
    const args = ["${workspaceFolder}/x", "${workspaceFolder:lib}", "${userHome}", "${env:TOKEN}", "${env:NONE}", "$x"];
    expect(await filled(args)).toMatchObject({
      ok: true,
      value: { args: ["/w/project/x", "/w/lib", "/home/me", "${userHome}", "", "$x"] },
    });
  });

  it("leave a program in the first folder, and begin there what is no whole path", async () => {
    const spec: ServerSpec = { kind: "stdio", command: "run", envFile: ".env", cwd: "sub" };
    const config = { name: "a", spec, from: FROM, origin: "user" as const };
    expect(await fillSpec(config, [], ports)).toMatchObject({
      value: { cwd: "/w/project/sub", envFile: "/w/project/.env" },
    });
    expect(await filled([])).toMatchObject({ value: { cwd: "/w/project" } });
  });

  it("that ask the user are asked for once each", async () => {
    expect(await filled(["${input:key}", "k=${input:key}"], [input("key")])).toMatchObject({
      value: { args: ["said key", "k=said key"] },
    });
  });

  it("of an input that somebody else declared are not given", async () => {
    expect(await filled(["${input:key}"], [input("key", "the settings")])).toEqual({
      ok: false,
      failure: { reason: 'the input "key" is not defined' },
    });
  });

  it("of the shell that is started are left to it", async () => {
    expect(await filled(["echo ${HOME} ${X:-y}"])).toMatchObject({ value: { args: ["echo ${HOME} ${X:-y}"] } });
  });

  it("that are the editor's, or the user does not say, keep the server from starting", async () => {
    expect(await filled(["${file}"])).toEqual({ ok: false, failure: { reason: "unknown variable ${file}" } });
    expect(await filled(["${config:a.b}"])).toMatchObject({ ok: false });
    expect(await filled(["${input:refused}"], [input("refused")])).toEqual({
      ok: false,
      failure: { reason: 'no value was entered for the input "refused"', input: "refused" },
    });
  });
});

describe("words of a server", () => {
  it("have no sign that hides, turns or colours", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const plain = plainText(text, 100);
        expect(plain.length).toBeLessThanOrEqual(100);
        expect(plain).not.toMatch(/[\u0000-\u0008\u001b\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
      }),
    );
  });

  it("become names every wire takes, each of them once", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string({ unit: "binary", maxLength: 90 }))), (pairs) => {
        const taken = new Set<string>();
        for (const [server, tool] of pairs) {
          const name = offeredName(server, tool, taken);
          expect(name).toMatch(/^[A-Za-z_][\w-]{0,63}$/);
          expect(taken.has(name)).toBe(false);
          taken.add(name);
        }
      }),
    );
  });
});

it("an environment file is read as shells read it", () => {
  const text = `# note\nA=1\nexport B="two words" # why\nC='$A'\nD=\n E = x # y\nbroken line\n`;
  expect(parseEnvFile(text)).toEqual({ A: "1", B: "two words", C: "$A", D: "", E: "x" });
});

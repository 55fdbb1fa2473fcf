import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { callOwn, listOwn } from "../../extension/mcp/own/own-server.ts";
import { authoringOn } from "../../extension/skills/authoring/operations.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { skillFolder } from "../fakes/skill-folder.ts";
import { noLinks } from "../fakes/systems.ts";

const NAMES = ["create_skill", "update_skill", "list_skills", "add_artifact"];
const tidy = { name: "tidy", description: "Tidies", instructions: "Tidy up." };

describe("Galley's own server", () => {
  it("offers exactly the four tools, each with a schema of an object", async () => {
    const tools = await listOwn(authoringOn(skillFolder().ports));
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ type: "object" });
  });

  it("does what it is asked, and says what is wrong as a result", async () => {
    const folder = skillFolder();
    const operations = authoringOn(folder.ports);
    expect(await callOwn(operations, "create_skill", tidy)).toEqual({ ok: true, output: "Created the skill tidy." });
    expect(folder.files.size).toBe(1);
    expect(await callOwn(operations, "create_skill", { name: "x" })).toMatchObject({ ok: false });
    expect(await callOwn(operations, "drop_skill", {})).toEqual({ ok: false, output: "Unknown tool drop_skill." });
  });
});

type Reply = { id: number; result: { tools?: { name: string }[]; content?: { text: string }[]; isError?: boolean } };

/** The built command line, asked as any client would ask it. */
function client(workspace: string, home: string): (method: string, params?: object) => Promise<Reply["result"]> {
  const cli = join(import.meta.dirname, "../../dist/cli.js");
  const child = spawn(process.execPath, [cli, "mcp", "--workspace", workspace], {
    env: { ...process.env, HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const waiting = new Map<number, (result: Reply["result"]) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result } = JSON.parse(line) as Reply;
    waiting.get(id)?.(result);
  });
  return (method, params = {}) => {
    const { promise, resolve } = Promise.withResolvers<Reply["result"]>();
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return promise;
  };
}

const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };

describe("galley mcp", () => {
  it("serves any client over stdio, and writes where it was asked to", async () => {
    const [workspace, home] = [temporaryFolder(), temporaryFolder()];
    const ask = client(workspace, home);
    await ask("initialize", initialize);
    expect((await ask("tools/list")).tools?.map(({ name }) => name)).toEqual(NAMES);
    const call = (name: string, input: object): Promise<Reply["result"]> =>
      ask("tools/call", { name, arguments: input });
    expect(await call("create_skill", tidy)).toMatchObject({ isError: false });
    expect(readFileSync(join(workspace, ".galley/skills/tidy/SKILL.md"), "utf8")).toContain("Tidy up.");
    await call("create_skill", { ...tidy, name: "mine", scope: "user" });
    expect(readFileSync(join(home, ".galley/skills/mine/SKILL.md"), "utf8")).toContain("name: mine");
    const listed = (await call("list_skills", {})).content?.[0]?.text ?? "";
    expect(JSON.parse(listed)).toMatchObject({ skills: [{ name: "tidy", source: "project" }, { name: "mine" }] });
  });

  it.skipIf(noLinks)("follows no link out of the folder of skills", async () => {
    const [workspace, home, elsewhere] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    mkdirSync(join(workspace, ".galley/skills"), { recursive: true });
    symlinkSync(elsewhere, join(workspace, ".galley/skills/tidy"));
    const ask = client(workspace, home);
    await ask("initialize", initialize);
    const { isError, content } = await ask("tools/call", { name: "create_skill", arguments: tidy });
    expect(isError).toBe(true);
    expect(content?.[0]?.text).toContain("is outside");
  });
});

// MCP servers inside VS Code: from the settings to a call that was allowed, from a workspace only when the user says so.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import { freshConversation, galley, settled, until } from "./galley.ts";

const GLOBAL = vscode.ConfigurationTarget.Global;

function update(key: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration("galley").update(key, value, GLOBAL);
}

const everything = (): object => server("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

function server(path: string, ...args: string[]): object {
  const extension = vscode.extensions.getExtension("galley.galley");
  assert(extension);
  // The same program that runs this test, as Node wherever it is not.
  return {
    command: process.execPath,
    args: [join(extension.extensionPath, path), ...args],
    env: { ELECTRON_RUN_AS_NODE: "1" },
  };
}

const folder = (): string => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert(first, "the sample workspace is open");
  return first.uri.fsPath;
};

async function said(api: GalleyApi, text: string): Promise<string> {
  await api.submit([{ type: "text", text }]);
  const { messages } = await settled(api);
  const last = messages.at(-1);
  assert(last?.role === "assistant");
  return last.parts.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])).join("\n");
}

/** Asked again until it is so: files and settings are noticed a moment later. */
async function saysInTime(text: string, expected: RegExp): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const output = await said(await freshConversation(), text);
    if (expected.test(output)) return;
    if (Date.now() > deadline) assert.match(output, expected);
  }
}

describe("MCP servers in VS Code", () => {
  afterEach(async () => {
    await update("mcp.servers", undefined);
    await update("tools.rules", undefined);
    rmSync(join(folder(), ".vscode/mcp.json"), { force: true });
    rmSync(join(folder(), ".mcp.json"), { force: true });
  });

  it("of the settings start with the first message: their tools are offered, asked about, and answer", async () => {
    await update("mcp.servers", { everything: everything() });
    const api = await freshConversation();
    await until(api, () => true);
    await api.submit([{ type: "text", text: 'call everything_echo {"message":"hi"}' }]);
    const [ask] = await until(api, ({ run }) => run.state === "waiting" && run.asks);
    assert(ask?.type === "approval");
    assert.equal(ask.title, "Use Echo Tool from everything");
    assert.equal(ask.needs[0]?.permission, "mcp");
    await vscode.commands.executeCommand("galley.stop");
    await until(api, ({ run }) => run.state === "idle");
    await update("tools.rules", [{ permission: "mcp", pattern: "everything_echo", action: "allow" }]);
    assert.match(await said(await freshConversation(), 'call everything_echo {"message":"hi"}'), /Echo: hi/);
  });

  it("can be stopped and started, and go with their setting", async () => {
    await update("mcp.servers", { everything: everything() });
    await update("tools.rules", [{ permission: "mcp", pattern: "*", action: "allow" }]);
    const call = 'call everything_echo {"message":"hi"}';
    await saysInTime(call, /Echo: hi/);
    await vscode.commands.executeCommand("galley.mcp.stop", "everything");
    assert.match(await said(await freshConversation(), call), /Unknown tool everything_echo/);
    await vscode.commands.executeCommand("galley.mcp.start", "everything");
    assert.match(await said(await freshConversation(), call), /Echo: hi/);
    await update("mcp.servers", {});
    await saysInTime(call, /Unknown tool everything_echo/);
  });

  // A server of another name for each file: what was allowed in one is allowed for the same server in the other.
  for (const [file, key, name] of [
    [".vscode/mcp.json", "servers", "brought"],
    [".mcp.json", "mcpServers", "rooted"],
  ] as const)
    it(`of a workspace do not start before the user has allowed it (${file})`, async () => {
      mkdirSync(join(folder(), ".vscode"), { recursive: true });
      const servers = { [name]: { ...everything(), args: [...(everything() as { args: string[] }).args, "stdio"] } };
      writeFileSync(join(folder(), file), `// with a comment\n${JSON.stringify({ [key]: servers })}`);
      await update("tools.rules", [{ permission: "mcp", pattern: "*", action: "allow" }]);
      const call = `call ${name}_echo {"message":"hi"}`;
      assert.match(await said(await freshConversation(), call), new RegExp(`Unknown tool ${name}_echo`));
      const deadline = Date.now() + 20_000;
      while (Date.now() < deadline) {
        await vscode.commands.executeCommand("galley.mcp.start", name);
        if (/Echo: hi/.test(await said(await freshConversation(), call))) return;
      }
      assert.fail("It never started.");
    });

  it("with more tools than a request should carry offer a search; what it finds is offered on, in that conversation", async () => {
    await update("mcp.servers", { fake: server("test/fakes/mcp-server.ts", "many") });
    await update("tools.rules", [{ permission: "mcp", pattern: "*", action: "allow" }]);
    const search = 'call find_tools {"query":"thing 42"}\nthen\ncall fake_tool_42 {"message":"hi"}';
    await saysInTime(search, /echo: hi$/);
    const offered = JSON.stringify((await (await galley()).preview([{ type: "text", text: "and now?" }])).request);
    assert.match(offered, /"find_tools"/);
    assert.match(offered, /"fake_tool_42"/);
    assert.doesNotMatch(offered, /"fake_tool_77"/);
    assert.match(await said(await freshConversation(), "call fake_tool_42 {}"), /Unknown tool fake_tool_42/);
  });
});

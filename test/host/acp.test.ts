// An agent inside VS Code: started by the settings, served from the editor, its edits reviewable, its commands offered.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";
import { freshConversation, galley, openSample, settled, until } from "./galley.ts";

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("galley");
const GLOBAL = vscode.ConfigurationTarget.Global;
const text = (words: string): { type: "text"; text: string } => ({ type: "text", text: words });

type Answer = Extract<ConversationSnapshot["messages"][number], { role: "assistant" }>;

async function answered(api: GalleyApi): Promise<Answer> {
  const answer = (await settled(api)).messages.at(-1);
  assert(answer?.role === "assistant");
  return answer;
}

const said = ({ parts }: Answer): string => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

describe("an agent in VS Code", () => {
  const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

  before(async () => {
    const root = vscode.extensions.getExtension("galley.galley")?.extensionPath ?? "";
    const args = ["--no-warnings", join(root, "test/fakes/acp-agent.ts"), "--takes=embedded"];
    await settings().update("agents", [{ id: "fake", name: "Fake", command: process.execPath, args }], GLOBAL);
    await settings().update("model", "acp/fake", GLOBAL);
    const rules = ["write", "bash"].map((permission) => ({ permission, pattern: "*", action: "allow" }));
    await settings().update("tools.rules", rules, GLOBAL);
  });
  after(async () => {
    for (const key of ["agents", "model", "tools.rules"]) await settings().update(key, undefined, GLOBAL);
  });

  it("answers, gets lines as a resource and a picture as a link, and the preview shows the blocks", async () => {
    const api = await freshConversation();
    await openSample("src/page.ts");
    const range = { start: 1, end: 2 };
    const file = { type: "file-ref" as const, ref: { kind: "path" as const, path: "src/page.ts", range } };
    await api.submit([text("warm up")]);
    await answered(api);
    const { request, manifest } = await api.preview([text("Look at "), file]);
    const { prompt } = request as { prompt: { type: string; resource?: { uri: string } }[] };
    assert.deepEqual(
      prompt.map(({ type }) => type),
      ["text", "resource"],
    );
    assert.match(prompt[1]?.resource?.uri ?? "", /^file:\/\/\/.*src\/[a-z]+\.ts#L1-2$/);
    assert(manifest.dropped.some(({ what }) => what.startsWith("layer ")));
    await api.submit([text("Look at "), file]);
    assert.match(said(await answered(api)), /"resource":\{.*[a-z]+\.ts#L1-2/);
  });

  it("is given the MCP servers that are allowed, filled in with what is known", async () => {
    const args = ["${workspaceFolder}/server.js", "${input:unsaid}"];
    const servers = {
      mine: { command: "node", args: args.slice(0, 1), env: { A: "b" } },
      waits: { command: "node", args },
    };
    const inputs = [{ type: "promptString", id: "unsaid" }];
    await settings().update("mcp.servers", { servers, inputs }, GLOBAL);
    const api = await freshConversation();
    const told: unknown[] = [];
    const listening = api.onEvent(({ event }) => {
      if (event.type === "failure") told.push([event.failure.message, event.failure.action]);
    });
    try {
      await vscode.commands.executeCommand("galley.restartAgent");
      await api.submit([text("servers")]);
      const env = [{ name: "A", value: "b" }];
      const mine = { name: "mine", command: "node", args: [join(folder(), "server.js")], env };
      const [given, own] = JSON.parse(said(await answered(api))) as { name: string; args: string[] }[];
      assert.deepEqual(given, mine);
      // Galley's own, to read memories and skills.
      assert.deepEqual([own?.name, own?.args.slice(1, 3)], ["galley", ["mcp", "--access"]]);
      const lacks = 'Fake started without these MCP servers: waits (no value was entered for the input "unsaid").';
      const todo = "Start them in the MCP Servers view, then restart the agent.";
      assert.deepEqual(told, [[`Fake restarted. ${lacks} ${todo}`, "restartAgent"]]);
    } finally {
      listening.dispose();
      await settings().update("mcp.servers", undefined, GLOBAL);
    }
  });

  it("that nobody knows is met where somebody can write to it: when it is chosen, and when its command is another", async () => {
    await freshConversation();
    await vscode.commands.executeCommand("galley.composer.focus");
    const before = settings().inspect<{ args: string[] }[]>("agents")?.globalValue ?? [];
    const hello = join(folder(), "hello.log");
    const stranger = (...more: string[]): unknown => {
      const args = [...(before[0]?.args ?? []), `--hello=${hello}`, ...more];
      return { id: "stranger", command: process.execPath, args };
    };
    const met = (times: number) => (): boolean =>
      existsSync(hello) && readFileSync(hello, "utf8").trim().split("\n").length === times;
    const api = await galley();
    try {
      await settings().update("agents", [...before, stranger()], GLOBAL);
      await settings().update("model", "acp/stranger", GLOBAL);
      await until(api, met(1));
      await settings().update("agents", [...before, stranger("--name=other")], GLOBAL);
      await until(api, met(2));
    } finally {
      await settings().update("model", "acp/fake", GLOBAL);
      await settings().update("agents", before, GLOBAL);
    }
  });

  it("reads what is not saved, and writes through the editor so that it can be undone", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/page.ts");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// not saved\n"));
    await api.submit([text(`read ${join(folder(), "src/page.ts")}:1`)]);
    assert.match(said(await answered(api)), /Read: \/\/ not saved/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    const path = join(folder(), "agent-wrote.txt");
    await api.submit([text(`write ${path} | words`)]);
    const answer = await until(api, ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === "assistant" && last.edits?.length === 1 && last;
    });
    assert.equal(answer.edits?.[0]?.path, "agent-wrote.txt");
    assert.equal(readFileSync(path, "utf8"), "words\n");
  });

  it("changes a file by itself, and that can be undone, too", async () => {
    const api = await freshConversation();
    const path = join(folder(), "src/page.ts");
    const before = readFileSync(path, "utf8");
    await api.submit([text(`diff ${path}`)]);
    await until(api, ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === "assistant" && last.edits?.[0]?.path === "src/page.ts" && last.finish === "end";
    });
    assert.notEqual(readFileSync(path, "utf8"), before);
    await vscode.commands.executeCommand("galley.undoEdits");
    await until(api, () => readFileSync(path, "utf8") === before);
  });

  it("runs commands in Galley's terminal", async () => {
    const api = await freshConversation();
    await api.submit([text("run echo hi from $((40+2))")]);
    assert.equal(said(await answered(api)), "Exit 0: hi from 42\n");
    assert(vscode.window.terminals.some(({ name }) => name === "Galley"));
  });

  it("is stopped with session/cancel, and crashing costs one failure with a restart", async () => {
    const api = await freshConversation();
    await api.submit([text("slow")]);
    await until(api, ({ messages }) => JSON.stringify(messages).includes("Begun"));
    await vscode.commands.executeCommand("galley.stop");
    const stopped = await answered(api);
    assert.equal(said(stopped), "Begun, stopped");
    await api.submit([text("crash")]);
    const failed = await until(api, ({ run, messages }) => run.state === "error" && messages.at(-1));
    assert(failed.role === "assistant");
    assert.equal(failed.action, "restartAgent");
    await vscode.commands.executeCommand("galley.restartAgent");
    await api.submit([text("hello again")]);
    assert.match(said(await answered(api)), /hello again/);
  });
});

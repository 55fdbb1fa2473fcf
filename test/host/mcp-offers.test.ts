// Prompts and resources of an MCP server inside VS Code: commands that are made at sending, mentions that are read, pins.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import { Bridge } from "../../extension/host/panel/bridge.ts";
import type { BridgeNeeds } from "../../extension/host/panel/needs.ts";
import type { Pane } from "../../extension/host/panel/pane.ts";
import type { ShownPanes } from "../../extension/host/panel/shown-pane.ts";
import { KnownPart } from "../../extension/message/part.ts";
import { freshConversation, settled, until } from "./galley.ts";

const GLOBAL = vscode.ConfigurationTarget.Global;
const text = (words: string): KnownPart => ({ type: "text", text: words });
const resource = (uri: string): KnownPart => ({
  type: "mention",
  target: { kind: "resource", server: "everything", uri },
});

function update(key: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration("galley").update(key, value, GLOBAL);
}

/** What Loopback says it was given. */
async function answerTo(api: GalleyApi, ...parts: KnownPart[]): Promise<string> {
  await api.submit(parts);
  return JSON.stringify((await settled(api)).messages.at(-1)?.parts);
}

describe("Prompts and resources of MCP servers in VS Code", () => {
  before(async () => {
    const extension = vscode.extensions.getExtension("galley.galley");
    assert(extension);
    const script = join(extension.extensionPath, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    const env = { ELECTRON_RUN_AS_NODE: "1" };
    await update("mcp.servers", { everything: { command: process.execPath, args: [script], env } });
    await update("tools.rules", [{ permission: "mcp", pattern: "*", action: "allow" }]);
    const deadline = Date.now() + 20_000;
    // The settings are noticed a moment later, and a server starts with a message.
    for (;;) {
      const answer = await answerTo(await freshConversation(), text("/everything:simple-prompt"));
      if (!answer.includes("everything:simple-prompt")) return;
      assert(Date.now() < deadline, `its prompts never came: ${answer}`);
    }
  });

  after(async () => {
    await update("mcp.servers", undefined);
    await update("tools.rules", undefined);
  });

  it("a prompt becomes what its server makes of it", async () => {
    const api = await freshConversation();
    const answer = await answerTo(api, text("/everything:args-prompt Oslo state=Viken"));
    assert.doesNotMatch(answer, /args-prompt Oslo/);
    const [message] = (await api.snapshot()).messages;
    assert(message?.role === "user");
    const part = KnownPart.parse(message.parts[0]);
    assert(part.type === "command");
    assert.deepEqual(part.result_parts, [text("What's weather in Oslo, Viken?")]);
  });

  it("a prompt its server refuses is not sent, and says why", async () => {
    const api = await freshConversation();
    await assert.rejects(api.submit([text("/everything:resource-prompt Text none")]), /everything reported:.*none/);
    assert.deepEqual((await api.snapshot()).messages, []);
  });

  it("a prompt whose server is stopped is not sent as text, and is made as soon as the server is started", async () => {
    const api = await freshConversation();
    await vscode.commands.executeCommand("galley.mcp.stop", "everything");
    const given = text("/everything:simple-prompt");
    await assert.rejects(
      api.submit([given]),
      /Could not send \/everything:simple-prompt: MCP server everything is stopped\. Start/,
    );
    assert.deepEqual((await api.snapshot()).messages, []);
    await vscode.commands.executeCommand("galley.mcp.start", "everything");
    assert.doesNotMatch(await answerTo(api, given), /everything:simple-prompt/);
  });

  it("a prompt in a draft from before is looked for as soon as its page is there", async () => {
    const asked: string[] = [];
    const nothing = (): void => undefined;
    const needs = {
      findCommands: (id: string): void => void asked.push(id),
      ...{ commandSpecs: () => [], warmSuggestions: nothing, prepareToSend: nothing, meetAgent: nothing },
    };
    const parts = [text("/everything:simple-prompt")];
    const pane = {
      id: "ses_1",
      conversation: { input: { draft: { parts } } },
      ...{ post: nothing, refresh: nothing, panel: { markReady: nothing } },
      ...{ additions: { clear: nothing }, shrinker: { clear: nothing }, contextOffers: { tell: nothing } },
    };
    await new Bridge(needs as unknown as BridgeNeeds, pane as unknown as Pane, {} as ShownPanes).receive({
      type: "ready",
    });
    assert.deepEqual(asked, ["ses_1"]);
  });

  it("a resource is read when it is sent; one that is not there is left out and said", async () => {
    const api = await freshConversation();
    const { request } = await api.preview([text("look "), resource("demo://resource/dynamic/text/3")]);
    assert.match(
      JSON.stringify(request),
      /<editor_context kind=\\"resource\\" source=\\"everything: demo:[^>]*>Resource 3/,
    );
    const { manifest } = await api.preview([text("look "), resource("demo://nothing")]);
    assert.match(JSON.stringify(manifest.dropped), /mention demo:\/\/nothing.*everything reported/);
  });

  it("a server that asks while its tool runs asks in that conversation, and Stop ends the question", async () => {
    const api = await freshConversation();
    await api.submit([text("call everything_trigger-elicitation-request {}")]);
    const [ask] = await until(api, ({ run }) => run.state === "waiting" && run.asks);
    assert(ask?.type === "form");
    assert.equal(ask.server, "everything");
    assert(ask.fields.length > 5);
    await vscode.commands.executeCommand("galley.stop");
    await until(api, ({ run }) => run.state === "idle");
  });
});

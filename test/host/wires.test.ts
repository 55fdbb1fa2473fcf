// Providers inside VS Code: its own fetch, the settings, the secret storage, the picker.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import type { WireName } from "../fakes/wire-answers.ts";
import { freshConversation, settled, until } from "./galley.ts";

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("galley");
const GLOBAL = vscode.ConfigurationTarget.Global;
const text = (words: string): { type: "text"; text: string } => ({ type: "text", text: words });

const wires: [WireName, string, string, string][] = [
  ["anthropic", "anthropic", "claude-opus-5", ""],
  ["openai-responses", "openai", "gpt-5", "/v1"],
  ["openai-chat", "custom", "some/model", "/v1"],
  ["gemini", "gemini", "gemini-2.5-pro", ""],
  ["ollama", "ollama", "llama:8b", ""],
];

for (const [wire, provider, model, suffix] of wires)
  describe(`in VS Code, ${wire}`, () => {
    let server: WireServer;
    beforeEach(async () => {
      server = await wireServer(wire);
      await settings().update(`providers.${provider}.baseUrl`, server.url + suffix, GLOBAL);
      await settings().update("model", `${provider}/${model}`, GLOBAL);
    });
    afterEach(async () => {
      await settings().update(`providers.${provider}.baseUrl`, undefined, GLOBAL);
      await settings().update("model", undefined, GLOBAL);
      await server.close();
    });

    it("is answered over the wire, and the same bytes were in the preview", async () => {
      const api = await freshConversation();
      const { request } = await api.preview([text("hello there")]);
      await api.submit([text("hello there")]);
      const { messages } = await settled(api);
      const answer = messages.at(-1);
      assert(answer?.role === "assistant");
      assert.deepEqual(answer.parts, [{ type: "text", text: "Hello world" }]);
      assert.deepEqual(answer.usage?.input, 115);
      const { model: _, ...body } = request as { model: string };
      const { model: __, ...arrived } = server.arrived[0]?.json as { model?: string };
      assert.deepEqual(arrived, body);
      const sent = server.arrived[0]?.body ?? "";
      // What a model of the user's own can do is not known: it is offered no tools until the settings say so.
      if (provider !== "ollama") assert.match(sent, /"web_fetch"/);
      assert(sent.length < 12_000, `a bare first request with all tools is lean: ${sent.length} bytes`);
    });

    it("that fails says what to do, and is tried again while nothing came", async () => {
      const api = await freshConversation();
      const states: string[] = [];
      const listening = api.onEvent(({ event }) => {
        if (event.type === "run") states.push(event.run.state);
      });
      server.faults.push(
        { kind: "status", status: 529, headers: { "retry-after": "0" } },
        { kind: "status", status: 401 },
      );
      await api.submit([text("hi")]);
      const answer = await until(api, ({ messages, run }) => run.state === "error" && messages.at(-1));
      assert(answer.role === "assistant");
      // No key was given for this address: its host is named.
      assert.match(answer.error ?? "", /No API key for .* at 127\.0\.0\.1:\d+\./);
      assert.equal(answer.action, "setApiKey");
      assert(states.includes("retrying"));
      listening.dispose();
    });
  });

describe("the picker in VS Code", () => {
  it("opens with what is there and what can be set up, and Escape leaves the model", async () => {
    const api = await freshConversation();
    const before = (await api.snapshot()).model;
    let isOpen = true;
    void vscode.commands.executeCommand("galley.selectModel").then(() => {
      isOpen = false;
    });
    await until(api, () => {
      void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      return !isOpen;
    });
    assert.deepEqual((await api.snapshot()).model, before);
  });
});

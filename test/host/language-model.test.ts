// Models of other extensions inside VS Code: the tools and pictures they take, and what Stop does before they answer.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { languageModel, listLanguageModels } from "../../extension/host/models/language-model.ts";
import { freshConversation, settled } from "./galley.ts";

type Said = string | { call: string; id: string; input: object };
type Heard = string | { result: string; text: string } | { mime: string; data: string } | Said;
type Request = { role: string; content: Heard[] }[];

interface TestModels {
  requests: Request[];
  offered: string[][];
  setAnswer: (answer: (request: Request, say: (piece: Said) => void) => Promise<void>) => void;
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = (words: string): { type: "text"; text: string } => ({ type: "text", text: words });

describe("a model of another extension that takes more than words", () => {
  let models: TestModels;
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("galley");

  before(async () => {
    const extension = vscode.extensions.getExtension<TestModels>("galley-test.scripted-model");
    assert(extension);
    models = await extension.activate();
    await settings().update("model", "vscode-lm/galley-test/able", vscode.ConfigurationTarget.Global);
  });
  afterEach(() => {
    models.requests.length = 0;
    models.offered.length = 0;
  });
  after(async () => {
    await settings().update("model", undefined, vscode.ConfigurationTarget.Global);
  });

  it("says what it takes, and one that says nothing of tools and pictures gets none", async () => {
    const found = await listLanguageModels();
    const taken = (id: string): unknown =>
      found.flatMap((model) => (model.id === id ? [{ tools: model.tools, accepts: model.accepts }] : []));
    assert.deepEqual(taken("galley-test/able"), [{ tools: true, accepts: ["image/png", "image/jpeg"] }]);
    assert.deepEqual(taken("galley-test/scripted"), [{ tools: false, accepts: [] }]);
  });

  it("calls a tool and gets its result, each as the API's own part", async () => {
    const api = await freshConversation();
    const input = { path: "src/page.ts" };
    models.setAnswer(async (request, say) => {
      const isAnswered = JSON.stringify(request).includes('"result":"call-1"');
      say(isAnswered ? "I have read it." : { call: "read", id: "call-1", input });
      await Promise.resolve();
    });
    await api.submit([text("read it")]);
    const answer = (await settled(api)).messages.at(-1);
    assert(answer?.role === "assistant" && answer.finish === "end", JSON.stringify(answer));
    const [first, second] = models.requests;
    assert(models.offered[0]?.includes("read"), "the tools are offered");
    assert.deepEqual(models.offered[1], models.offered[0]);
    assert.deepEqual(second?.slice(0, first?.length), first, "what was sent is sent again");
    const [call, result] = second?.slice(-2) ?? [];
    assert.deepEqual(call, { role: "assistant", content: [{ call: "read", id: "call-1", input }] });
    assert.equal(result?.role, "user");
    assert.match(JSON.stringify(result.content), /^\[\{"result":"call-1","text":".*import/);
    assert.deepEqual(answer.parts.at(-1), { type: "text", text: "I have read it." });
  });

  it("sees a picture", async () => {
    const api = await freshConversation();
    models.setAnswer(async (_, say) => {
      say("a dot");
      await Promise.resolve();
    });
    const size = Buffer.from(PNG, "base64").length;
    await api.submit([text("look"), { type: "file-attachment", name: "dot.png", mime: "image/png", size, data: PNG }]);
    await settled(api);
    const heard = models.requests[0]?.at(-1)?.content ?? [];
    assert(
      heard.some(
        (part) => typeof part === "object" && "data" in part && part.mime === "image/png" && part.data === PNG,
      ),
      JSON.stringify(heard),
    );
  });

  it("that refuses the tools after all says why", async () => {
    const api = await freshConversation();
    models.setAnswer(() => Promise.reject(new Error("No more than 8 tools, please.")));
    await api.submit([text("go")]);
    const answer = (await settled(api)).messages.at(-1);
    assert(answer?.role === "assistant");
    assert.match(answer.error ?? "", /The model returned an error: .*No more than 8 tools, please\./);
  });

  for (const [when, stop] of [
    ["before it was asked for", (abort: AbortController) => (abort.abort(), abort)],
    ["while it was looked for", (abort: AbortController) => (queueMicrotask(() => abort.abort()), abort)],
  ] as const)
    it(`is not sent what was stopped ${when}`, async () => {
      const messages = [{ role: "user" as const, content: [text("never mind")] }];
      const { signal } = stop(new AbortController());
      await assert.rejects(languageModel.send({ model: "galley-test/able", messages }, signal));
      assert.deepEqual(models.requests, []);
    });
});

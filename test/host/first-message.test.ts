import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { KnownPart } from "../../extension/message/part.ts";
import { freshConversation, galley, openSample, rows, selection, settled, until, withoutAutoSave } from "./galley.ts";

const range = (path: string, start: number, end: number): KnownPart => ({
  type: "file-ref",
  ref: { kind: "path", path, range: { start, end } },
});

describe("the first message, through VS Code", () => {
  it("is sent, answered by Loopback part by part, and stored verbatim", async () => {
    const api = await freshConversation();
    const parts: KnownPart[] = [{ type: "text", text: "Why " }, range("src/net/upload.ts", 10, 25)];
    const { messageId, queued } = await api.submit(parts);
    assert.equal(queued, false);
    const stored = rows("SELECT data_json FROM chat_parts WHERE message_id = ? ORDER BY idx", messageId);
    assert.deepEqual(
      stored.map((row) => row["data_json"]),
      parts.map((part) => JSON.stringify(part)),
    );
    const { messages } = await settled(api);
    assert.match(JSON.stringify(messages[1]), /file-ref.*src\/net\/upload\.ts.*lines 10-25/);
  });

  it("previews exactly what would be sent, and stores nothing of it", async () => {
    const api = await freshConversation();
    const before = rows("SELECT count(*) AS n FROM chat_messages");
    const { request, manifest } = await api.preview([range("src/net/upload.ts", 10, 12)]);
    const document = (await openSample("src/net/upload.ts")).document;
    const lines = document.getText(new vscode.Range(9, 0, 11, document.lineAt(11).text.length));
    assert.match(
      JSON.stringify(request),
      new RegExp(
        JSON.stringify(lines)
          .slice(1, -1)
          .replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
      ),
    );
    assert.equal(manifest.task.length, 1);
    assert.deepEqual(rows("SELECT count(*) AS n FROM chat_messages"), before);
  });

  it("refuses parts that are none, with words", async () => {
    const api = await freshConversation();
    await assert.rejects(api.submit([{ type: "text" } as never]));
    await assert.rejects(api.submit([{ type: "text", text: " " }]), /The message is empty\./);
  });

  it("tells its events with the session they belong to", async () => {
    const api = await freshConversation();
    const { session } = await api.snapshot();
    const seen: string[] = [];
    const subscription = api.onEvent(({ session_id, event }) =>
      seen.push(`${session_id === session.id} ${event.type}`),
    );
    await api.submit([{ type: "text", text: "hi" }]);
    await settled(api);
    subscription.dispose();
    assert(seen.includes("true delta"));
    assert(seen.every((line) => line.startsWith("true ")));
  });
});

describe("Add Selection to Message", () => {
  const draft = async (count: number): Promise<KnownPart[]> => {
    const api = await galley();
    return until(api, (now) => {
      const chips = now.draft.parts.filter((part) => part.type !== "text");
      return chips.length === count && chips;
    });
  };

  it("adds a range chip at the caret, and gathers across files", async () => {
    await freshConversation();
    const upload = await openSample("src/net/upload.ts");
    upload.selection = selection(9, 2, 24, 5);
    await vscode.commands.executeCommand("galley.addSelection");
    const backoff = await openSample("src/net/backoff.ts");
    backoff.selection = selection(0, 0, 3, 0);
    await vscode.commands.executeCommand("galley.addSelection");
    assert.deepEqual(await draft(2), [range("src/net/upload.ts", 10, 25), range("src/net/backoff.ts", 1, 3)]);
  });

  it("leaves out a line the selection only touches at its beginning, and gives one part per cursor in document order", async () => {
    await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selections = [selection(19, 0, 21, 0), selection(4, 1, 4, 3), selection(8, 0, 8, 0)];
    await vscode.commands.executeCommand("galley.addSelection");
    assert.deepEqual(await draft(2), [range("src/net/upload.ts", 5, 5), range("src/net/upload.ts", 20, 21)]);
  });

  it("takes what an unsaved document says, not what is on disk", () =>
    withoutAutoSave(async () => {
      const api = await freshConversation();
      const editor = await openSample("src/net/backoff.ts");
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), "// not saved yet\n");
      });
      editor.selection = selection(0, 0, 0, 10);
      await vscode.commands.executeCommand("galley.addSelection");
      const [part] = await draft(1);
      assert(part);
      const { request } = await api.preview([part]);
      assert.match(
        JSON.stringify(request),
        /File: src\/net\/backoff\.ts \(lines 1-1, unsaved\)\\n```typescript\\n\/\/ not saved yet/,
      );
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }));

  it("takes an untitled document", async () => {
    const api = await freshConversation();
    const document = await vscode.workspace.openTextDocument({ language: "python", content: "a = 1\nb = 2\n" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection(0, 0, 1, 5);
    await vscode.commands.executeCommand("galley.addSelection");
    const [part] = await draft(1);
    assert(part);
    const { request } = await api.preview([part]);
    assert.match(JSON.stringify(request), /untitled:Untitled-1 \(lines 1-2, unsaved\)\\n```python\\na = 1\\nb = 2/);
  });
});

describe("a model of another extension", () => {
  interface ScriptedModel {
    requests: { role: string; content: string[] }[][];
    setAnswer: (
      answer: (request: unknown, say: (text: string) => void, token: vscode.CancellationToken) => Promise<void>,
    ) => void;
  }

  let model: ScriptedModel;
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("galley");

  before(async () => {
    const extension = vscode.extensions.getExtension<ScriptedModel>("galley-test.scripted-model");
    assert(extension);
    model = await extension.activate();
    await settings().update("model", "vscode-lm/galley-test/scripted", vscode.ConfigurationTarget.Global);
  });

  after(async () => {
    await settings().update("model", undefined, vscode.ConfigurationTarget.Global);
  });

  it("gets system text, history and turn in order, after the message was committed", async () => {
    const api = await freshConversation();
    let committed: unknown[] = [];
    model.requests.length = 0;
    model.setAnswer(async (_, say) => {
      committed = rows("SELECT data_json FROM chat_parts");
      say("first ");
      say("answer");
      await Promise.resolve();
    });
    const part = { type: "text", text: `only once ${Date.now()}` } as const;
    await api.submit([part]);
    const { messages } = await settled(api);
    assert(
      committed.some((row) => (row as { data_json: string }).data_json === JSON.stringify(part)),
      "committed before the model was called",
    );
    assert.deepEqual(messages[1]?.parts, [{ type: "text", text: "first answer" }]);
    await api.submit([{ type: "text", text: "and?" }]);
    await settled(api);
    const [, second] = model.requests;
    assert.deepEqual(second?.slice(1), [
      { role: "user", content: [part.text] },
      { role: "assistant", content: ["first answer"] },
      { role: "user", content: ["and?"] },
    ]);
    assert.match(second[0]?.content[0] ?? "", /You are Galley/);
  });

  it("is stopped by Stop, and what had arrived stays", async () => {
    const api = await freshConversation();
    model.setAnswer(async (_, say, token) => {
      say("half");
      await new Promise((resolve) => token.onCancellationRequested(resolve));
    });
    await api.submit([{ type: "text", text: "go" }]);
    await until(api, (now) => JSON.stringify(now.messages).includes("half"));
    await vscode.commands.executeCommand("galley.stop");
    const { messages, run } = await settled(api);
    assert.equal(run.state, "idle");
    assert.deepEqual(messages[1], { ...messages[1], finish: "stopped", parts: [{ type: "text", text: "half" }] });
  });

  it("that fails says so and leaves the session usable", async () => {
    const api = await freshConversation();
    model.setAnswer(() => Promise.reject(new Error("no more credit")));
    await api.submit([{ type: "text", text: "go" }]);
    const failed = await settled(api);
    const answer = failed.messages[1];
    assert(answer?.role === "assistant" && /no more credit/.test(answer.error ?? ""), JSON.stringify(answer));
    model.setAnswer(async (_, say) => {
      say("fine");
      await Promise.resolve();
    });
    await api.submit([{ type: "text", text: "again" }]);
    assert.equal(
      (await until(api, (now) => now.messages.length === 4 && now.run.state === "idle" && now)).run.state,
      "idle",
    );
  });
});

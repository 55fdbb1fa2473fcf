// A workspace opened through a link: unsaved text is respected whichever path its editor was opened by.
import assert from "node:assert/strict";
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { GalleyApi } from "../../../extension/host/api/api.ts";
import type { ShownMessage } from "../../../extension/protocol/conversation.ts";
import { freshConversation, settled, withoutAutoSave } from "../galley.ts";

type Answer = Extract<ShownMessage, { role: "assistant" }>;

const rules = (value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration("galley").update("tools.rules", value, vscode.ConfigurationTarget.Global);

function link(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return folder.uri.fsPath;
}

/** The paths by which an editor may have been opened. */
const spellings: [string, (name: string) => string][] = [
  ["the workspace's path", (name) => join(link(), name)],
  ["the path to which the link leads", (name) => join(realpathSync(link()), name)],
];

async function call(api: GalleyApi, name: string, input: unknown): Promise<Answer> {
  await api.submit([{ type: "text", text: `call ${name} ${JSON.stringify(input)}` }]);
  const last = (await settled(api)).messages.at(-1);
  assert(last?.role === "assistant");
  return last;
}

function resultOf({ parts }: Answer): string {
  return parts.flatMap((part) => (part.type === "tool-result" ? [part.output] : []))[0] ?? "";
}

async function openDirty(path: string): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
  await editor.edit((edit) => {
    edit.insert(new vscode.Position(1, 0), "mine\n");
  });
  assert.equal(editor.document.isDirty, true);
  return editor.document;
}

describe("a workspace opened through a link", () => {
  // Of its own for each test: VS Code remembers for a while what a file held.
  let made = "";
  let files = 0;

  beforeEach(() => {
    made = `made-in-link-${++files}.txt`;
    writeFileSync(join(link(), made), "one\n");
    return rules([{ permission: "write", pattern: "**", action: "allow" }]);
  });
  afterEach(async () => {
    await rules(undefined);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(join(link(), made), { force: true });
  });

  it("is one", () => {
    assert.notEqual(realpathSync(link()), link());
  });

  for (const [name, at] of spellings) {
    it(`has tools that see and change unsaved text of an editor opened by ${name}`, () =>
      withoutAutoSave(async () => {
        const document = await openDirty(at(made));
        const api = await freshConversation();
        assert.match(resultOf(await call(api, "read", { path: made })), /mine/);
        // By its real path, as a program would name it.
        const path = join(realpathSync(link()), made);
        const answer = await call(api, "edit", { path, old_text: "mine", new_text: "ours" });
        assert.match(resultOf(answer), /unsaved|not saved/i);
        assert.deepEqual(answer.edits, [{ path: made, added: 1, removed: 1, state: "open" }]);
        assert.equal(document.getText(), "one\nours\n");
        assert.equal(readFileSync(join(link(), made), "utf8"), "one\n");
        await vscode.commands.executeCommand("galley.undoEdits", { message_id: answer.id });
        assert.equal(document.getText(), "one\nmine\n");
      }));

    it(`sends unsaved text of an editor opened by ${name}, and names the file as the workspace does`, () =>
      withoutAutoSave(async () => {
        await openDirty(at(made));
        const api = await freshConversation();
        const named = await api.preview([{ type: "file-ref", ref: { kind: "path", path: made } }]);
        assert.match(JSON.stringify(named.request), new RegExp(`File: ${made} \\(unsaved\\).*mine`));
        const editor = vscode.window.activeTextEditor;
        assert(editor);
        editor.selection = new vscode.Selection(1, 0, 1, 4);
        const { request } = await api.preview([{ type: "mention", target: { kind: "context", name: "selection" } }]);
        assert.match(JSON.stringify(request), new RegExp(`${made} \\(lines 2-2, unsaved\\)`));
      }));
  }

  it("has no second document of a file after a review", async () => {
    const document = await vscode.workspace.openTextDocument(join(link(), made));
    await vscode.window.showTextDocument(document);
    const answer = await call(await freshConversation(), "edit", { path: made, old_text: "one", new_text: "1" });
    await vscode.commands.executeCommand("galley.reviewEdits", { message_id: answer.id });
    const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "file" && uri.fsPath.endsWith(made));
    assert.deepEqual(
      open.map(({ uri }) => uri.fsPath),
      [join(link(), made)],
    );
    const before = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "galley-before");
    assert.equal(before?.getText(), "one\n");
  });

  it("takes a new file back by the workspace's path", async () => {
    const fresh = `fresh-${made}`;
    const answer = await call(await freshConversation(), "write", { path: fresh, content: "new\n" });
    assert.equal(readFileSync(join(link(), fresh), "utf8"), "new\n");
    await vscode.commands.executeCommand("galley.undoEdits", { message_id: answer.id });
    assert.equal(existsSync(join(link(), fresh)), false);
  });
});

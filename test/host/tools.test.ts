// Tools inside VS Code: files that are open and unsaved, a terminal, what other extensions offer, and what undoing means.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { ShownMessage } from "../../extension/protocol/conversation.ts";
import { noLinks, noShell } from "../fakes/systems.ts";
import { freshConversation, openSample, settled, until, withoutAutoSave } from "./galley.ts";

type Answer = Extract<ShownMessage, { role: "assistant" }>;

const GLOBAL = vscode.ConfigurationTarget.Global;
const rules = (value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration("galley").update("tools.rules", value, GLOBAL);
const FAILS = "echo out; echo err >&2; exit 3";
const STAYS = "sleep 60 & sleep 60; wait";
const ALLOWED = [
  { permission: "write", pattern: "**", action: "allow" },
  ...[FAILS, STAYS].map((pattern) => ({ permission: "bash", pattern, action: "allow" })),
];

function place(path: string): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return join(folder.uri.fsPath, path);
}

async function call(api: GalleyApi, ...calls: [string, unknown][]): Promise<Answer> {
  const text = calls.map(([name, input]) => `call ${name} ${JSON.stringify(input)}`).join("\n");
  await api.submit([{ type: "text", text }]);
  const { messages } = await settled(api);
  const last = messages.at(-1);
  assert(last?.role === "assistant");
  return last;
}

function results({ parts }: Answer): string[] {
  return parts.flatMap((part) => (part.type === "tool-result" ? [part.output] : []));
}

describe("tools in VS Code", () => {
  // Of its own for each test: VS Code remembers for a while what a file held.
  let made = "";
  let files = 0;

  beforeEach(() => {
    made = `made-by-tools-${++files}.txt`;
    return rules(ALLOWED);
  });
  afterEach(async () => {
    await rules(undefined);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(place(made), { force: true });
  });

  it("edit a file that is open through its editor: it is saved, and one undo of the editor takes it back", async () => {
    writeFileSync(place(made), "one\ntwo\n");
    const editor = await openSample(made);
    const answer = await call(await freshConversation(), ["edit", { path: made, old_text: "two", new_text: "2" }]);
    assert.equal(readFileSync(place(made), "utf8"), "one\n2\n");
    assert.equal(editor.document.isDirty, false);
    assert.deepEqual(answer.edits, [{ path: made, added: 1, removed: 1, state: "open" }]);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), "one\ntwo\n");
  });

  it("see what is not saved, change only that, and leave the saving to its owner", () =>
    withoutAutoSave(async () => {
      writeFileSync(place(made), "one\n");
      const editor = await openSample(made);
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(1, 0), "mine\n");
      });
      const api = await freshConversation();
      const answer = await call(api, ["edit", { path: made, old_text: "mine", new_text: "ours" }]);
      assert.match(results(answer)[0] ?? "", /unsaved|not saved/i);
      assert.equal(editor.document.getText(), "one\nours\n");
      assert.equal(editor.document.isDirty, true);
      assert.equal(readFileSync(place(made), "utf8"), "one\n");
    }));

  (noLinks ? it.skip : it)(
    "see what is not saved in an editor that was opened through a link, and never write under it",
    () =>
      withoutAutoSave(async () => {
        writeFileSync(place(made), "one\n");
        const link = place(`link-to-${made}`);
        symlinkSync(place(made), link);
        try {
          const editor = await openSample(`link-to-${made}`);
          await editor.edit((edit) => {
            edit.insert(new vscode.Position(1, 0), "mine\n");
          });
          const answer = await call(await freshConversation(), [
            "edit",
            { path: made, old_text: "mine", new_text: "ours" },
          ]);
          assert.match(results(answer)[0] ?? "", /unsaved|not saved/i);
          assert.equal(editor.document.getText(), "one\nours\n");
          assert.equal(readFileSync(place(made), "utf8"), "one\n");
        } finally {
          rmSync(link, { force: true });
        }
      }),
  );

  it("make several changes to one file in one answer, and one undo takes all of them back", async () => {
    writeFileSync(place(made), "a\nb\n");
    const api = await freshConversation();
    const answer = await call(
      api,
      ["edit", { path: made, old_text: "a", new_text: "A" }],
      ["edit", { path: made, old_text: "b", new_text: "B" }],
    );
    assert.equal(readFileSync(place(made), "utf8"), "A\nB\n");
    assert.deepEqual(answer.edits, [{ path: made, added: 2, removed: 2, state: "open" }]);
    await vscode.commands.executeCommand("galley.undoEdits", { message_id: answer.id });
    assert.equal(readFileSync(place(made), "utf8"), "a\nb\n");
  });

  it("that were undone stay so when the answer's edits are kept", async () => {
    const api = await freshConversation();
    const { id: message_id } = await call(api, ["write", { path: made, content: "one\n" }]);
    await vscode.commands.executeCommand("galley.undoEdits", { message_id });
    await vscode.commands.executeCommand("galley.keepEdits", { message_id });
    const last = (await api.snapshot()).messages.at(-1);
    assert(last?.role === "assistant");
    assert.equal(last.edits?.[0]?.state, "undone");
  });

  it("can be undone also where saving formats what they wrote", async () => {
    const editorSettings = vscode.workspace.getConfiguration("editor");
    await editorSettings.update("formatOnSave", true, GLOBAL);
    // Two blanks for one, wherever there is one alone.
    const formatter = vscode.languages.registerDocumentFormattingEditProvider(
      { pattern: `**/${made}` },
      {
        provideDocumentFormattingEdits: (document) => {
          const all = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
          return [vscode.TextEdit.replace(all, document.getText().replace(/(?<! ) (?! )/g, "  "))];
        },
      },
    );
    try {
      writeFileSync(place(made), "one\n");
      const editor = await openSample(made);
      const api = await freshConversation();
      const answer = await call(api, ["edit", { path: made, old_text: "one", new_text: "one two" }]);
      assert.equal(readFileSync(place(made), "utf8"), "one  two\n", "it was formatted");
      await vscode.commands.executeCommand("galley.undoEdits", { message_id: answer.id });
      assert.equal(readFileSync(place(made), "utf8"), "one\n");
      assert.equal(editor.document.isDirty, false);
    } finally {
      formatter.dispose();
      await editorSettings.update("formatOnSave", undefined, GLOBAL);
    }
  });

  it("count as written also where VS Code's automatic save runs already, and is slow", async () => {
    const settings = vscode.workspace.getConfiguration("files");
    await settings.update("autoSave", "afterDelay", GLOBAL);
    await settings.update("autoSaveDelay", 0, GLOBAL);
    const slow = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.fsPath === place(made)) event.waitUntil(setTimeout(600, []));
    });
    try {
      writeFileSync(place(made), "one\n");
      await openSample(made);
      const answer = await call(await freshConversation(), ["edit", { path: made, old_text: "one", new_text: "two" }]);
      assert.equal(readFileSync(place(made), "utf8"), "two\n");
      assert.equal(answer.edits?.[0]?.state, "open");
    } finally {
      slow.dispose();
      await settings.update("autoSaveDelay", undefined, GLOBAL);
      await settings.update("autoSave", undefined, GLOBAL);
    }
  });

  it("do not take away what somebody changed since: the comparison is shown instead", async () => {
    const api = await freshConversation();
    const answer = await call(api, ["write", { path: made, content: "theirs\n" }]);
    writeFileSync(place(made), "theirs\nand mine\n");
    await vscode.commands.executeCommand("galley.undoEdits", { message_id: answer.id });
    assert.equal(readFileSync(place(made), "utf8"), "theirs\nand mine\n");
    const shown = await until(api, ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === "assistant" && last.edits?.[0]?.state === "changed" && last;
    });
    assert.equal(shown.id, answer.id);
  });

  it("run a command in a terminal one sees, with its output and how it ended", async () => {
    const answer = await call(await freshConversation(), ["bash", { command: FAILS }]);
    const [output = ""] = results(answer);
    assert.match(output, /out/);
    assert.match(output, /err/);
    assert.match(output, /3/);
    assert(vscode.window.terminals.some(({ name }) => name === "Galley"));
  });

  (noShell ? it.skip : it)("end a command that takes too long, and all it started", async () => {
    const begun = Date.now();
    const answer = await call(await freshConversation(), ["bash", { command: STAYS, timeout_seconds: 1 }]);
    assert(Date.now() - begun < 12_000, "it was ended");
    assert.match(results(answer)[0] ?? "", /time|second/i);
  });

  it("ask when no rule allows it, and a stop leaves nothing behind", async () => {
    await rules(undefined);
    const api = await freshConversation();
    await api.submit([{ type: "text", text: `call write {"path":"${made}","content":"x"}` }]);
    await until(api, ({ run }) => run.state === "waiting");
    await vscode.commands.executeCommand("galley.stop");
    await until(api, ({ run }) => run.state === "idle");
    assert.equal(existsSync(place(made)), false);
  });
});

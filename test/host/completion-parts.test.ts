// Parts of completion that need a real editor and no server: nothing while it is off, and what becomes of accepted texts.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { Acceptances } from "../../extension/host/completion/acceptances.ts";
import type { CompletionNeeds } from "../../extension/host/completion/needs.ts";
import { registerCompletion } from "../../extension/host/completion/register.ts";
import type { Counted } from "../../extension/pipelines/completion/session/statistics.ts";
import { eventually } from "./eventually.ts";

describe("completion that is off", () => {
  it("asks for nothing that it needs, and so loads nothing", async () => {
    const asked: PropertyKey[] = [];
    const needs = new Proxy({} as CompletionNeeds, {
      get: (_, name) => {
        asked.push(name);
        throw new Error("It is off.");
      },
    });
    const completion = registerCompletion(needs);
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(asked, []);
    // The first command that needs it does.
    await assert.rejects(Promise.resolve(completion.commands["galley.completion.snooze"]?.()), /It is off/);
    assert.notDeepEqual(asked, []);
    completion.dispose();
  });
});

describe("accepted texts", () => {
  afterEach(() => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));

  it("are looked at twice: where they are by then, and whether they are still there", async () => {
    const counted: string[] = [];
    const gate = Promise.withResolvers<void>();
    const count = (model: string, ...what: Counted[]): void => {
      counted.push(`${model}: ${what.join(" ")}`);
      if (what.includes("looked30")) gate.resolve();
    };
    const acceptances = new Acceptances(count, [
      { ms: 300, looked: "looked30", there: "there30" },
      { ms: 3_000, looked: "looked300", there: "there300" },
    ]);
    const following = vscode.workspace.onDidChangeTextDocument((event) => acceptances.changed(event));
    try {
      const document = await vscode.workspace.openTextDocument({ content: "a = 1;\nb = accepted();\n" });
      const editor = await vscode.window.showTextDocument(document);
      acceptances.add({ document: document.uri.toString(), start: 11, insert: "accepted();", model: "a/b" });
      // Written before it, so that it stands elsewhere.
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "first = 0;\n"));
      await gate.promise;
      await editor.edit((edit) => edit.delete(document.lineAt(2).range));
      await eventually(
        () => counted.length,
        (length) => length === 3,
      );
      assert.deepEqual(counted, ["a/b: accepted", "a/b: looked30 there30", "a/b: looked300"]);
    } finally {
      following.dispose();
      acceptances.dispose();
    }
  });

  it("of a closed document are not looked at", async () => {
    const counted: string[] = [];
    const count = (_: string, ...what: Counted[]): void => void counted.push(...what);
    const acceptances = new Acceptances(count, [
      { ms: 10, looked: "looked30", there: "there30" },
      { ms: 60, looked: "looked300", there: "there300" },
    ]);
    const document = await vscode.workspace.openTextDocument({ content: "open();\n" });
    await vscode.window.showTextDocument(document);
    acceptances.add({ document: "file:///closed.ts", start: 0, insert: "open();", model: "a/b" });
    acceptances.add({ document: document.uri.toString(), start: 0, insert: "open();", model: "a/b" });
    await eventually(
      () => counted,
      (all) => all.includes("looked300"),
    );
    assert.deepEqual(counted, ["accepted", "accepted", "looked30", "there30", "looked300", "there300"]);
    acceptances.dispose();
  });
});

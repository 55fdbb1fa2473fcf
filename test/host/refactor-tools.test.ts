// A model that refactors wants to read what no rule allows: the user is asked in a notification of the window.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { approveCall } from "../../extension/host/refactor/approve-call.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { runRefactorCalls } from "../../extension/pipelines/refactor/tools/run-calls.ts";
import type { Tool } from "../../extension/tools/tool.ts";

const { showWarningMessage } = vscode.window;

const reading: Tool = {
  ...{ name: "read", description: "Reads.", input_schema: { type: "object" }, harmless: true },
  prepare: () =>
    Promise.resolve({
      ok: true,
      call: {
        title: "Read /etc/hosts",
        needs: [{ permission: "outside", pattern: "/etc/\u202ehosts" }],
        changes: false,
        run: () => Promise.resolve({ ok: true, output: "the text" }),
      },
    }),
};

describe("a tool that a refactoring uses", () => {
  let folder: string;
  let store: Store;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-refactor-tools-"));
    store = openStore(join(folder, "galley.db"));
  });
  afterEach(() => {
    Object.assign(vscode.window, { showWarningMessage });
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (signal = new AbortController().signal) =>
    runRefactorCalls(
      { store, rules: () => [], now: () => 0, newId: () => "rul_1", approve: approveCall },
      {
        ...{ session_id: "ses_1", message_id: "refactor", tools: [reading], signal },
        calls: [{ type: "tool-call", id: "call_1", name: "read", input: {} }],
      },
    );

  /** Does it again until the call has its result: the notification comes a little later. */
  async function whileAsked(act: () => Thenable<unknown>): ReturnType<typeof call> {
    const called = call();
    const isOver = (): Promise<boolean> =>
      Promise.race([called.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 50, false))]);
    for (const deadline = Date.now() + 15_000; !(await isOver()); await act())
      assert(Date.now() < deadline, "the call has its result");
    return called;
  }

  it("runs when the user presses the first button of the notification", async () => {
    const [result] = await whileAsked(() => vscode.commands.executeCommand("notification.acceptPrimaryAction"));
    assert.equal(result?.output, "the text");
    assert.notEqual(result.is_error, true);
  });

  it("does not run when the user closes the notification", async () => {
    const [result] = await whileAsked(() => vscode.commands.executeCommand("notifications.clearAll"));
    assert.equal(result?.is_error, true);
    assert.doesNotMatch(result.output, /the text/);
  });

  it("does not run when the user denies it, and what is asked shows signs that hide others", async () => {
    const asked: string[][] = [];
    const deny = (...words: string[]) => {
      asked.push(words);
      return Promise.resolve(words.at(-1));
    };
    Object.assign(vscode.window, { showWarningMessage: deny });
    const [result] = await call();
    assert.equal(result?.is_error, true);
    assert.doesNotMatch(result.output, /the text/);
    assert.deepEqual(asked[0]?.slice(1), ["Allow Once", "Deny"]);
    assert.match(asked[0][0] ?? "", /Read \/etc\/hosts \(.+hosts\)\. Allow it once\?/);
    assert.doesNotMatch(asked[0][0] ?? "", /\u202e/);
  });

  it("does not run when the refactoring is stopped while the user is asked", async () => {
    Object.assign(vscode.window, { showWarningMessage: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const called = call(stop.signal);
    stop.abort();
    const [result] = await called;
    assert.equal(result?.is_error, true);
  });
});

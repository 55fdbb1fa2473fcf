// Refactoring in a real editor, with a model that the test plays.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";
import type { Part } from "../../extension/message/part.ts";
import type { Result } from "../../extension/message/result.ts";
import { finishRefactor, type Refusal } from "../../extension/pipelines/refactor/finish/finish.ts";
import type { ModelAnswer, RefactorNeeds, RefactorRequest } from "../../extension/host/refactor/needs.ts";
import { type Refactor, registerRefactor } from "../../extension/host/refactor/register.ts";
import { eventually } from "./eventually.ts";
import { selection } from "./galley.ts";

const { showWarningMessage, showInformationMessage } = vscode.window;

export interface Asked extends RefactorRequest {
  signal: AbortSignal;
  answer: (output: string) => void;
}

const STATE = "galley.refactor.recents";

/** As the pipeline does with what the model said. */
async function finish(
  { text, target, language }: RefactorRequest,
  output: string,
): Promise<Result<ModelAnswer, Refusal>> {
  const finished = await finishRefactor({ text, target, language, output });
  return finished.ok ? { ok: true, value: { output, finished: finished.value } } : finished;
}

export class RefactorWindow {
  #refactor: Refactor | undefined;
  /** The requests to the model, in their order. */
  readonly asked: Asked[] = [];
  /** Notices, and the buttons of each. */
  readonly told: string[] = [];
  readonly offered: string[][] = [];
  /** The instructions whose requests were shown in the inspector. */
  readonly shown: string[] = [];
  /** What went on in the chat. */
  readonly moved: Part[][] = [];
  /** Why the chat cannot be opened; empty if it can. */
  chatProblem = "";

  /** In each test of the suite that calls it. */
  static open(): RefactorWindow {
    const window = new RefactorWindow();
    beforeEach(() => window.#begin());
    afterEach(() => window.#end());
    return window;
  }

  #begin(): void {
    for (const list of [this.asked, this.told, this.offered, this.shown, this.moved]) list.length = 0;
    const note = (message: string, ...buttons: string[]) => {
      this.told.push(message);
      this.offered.push(buttons);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showWarningMessage: note, showInformationMessage: note });
    this.chatProblem = "";
    this.#refactor = registerRefactor(this.#needs());
  }

  #needs(): RefactorNeeds {
    const state = new Map<string, unknown>([[STATE, ["make it better"]]]);
    return {
      workspaceState: {
        keys: () => [...state.keys()],
        get: (key: string) => state.get(key) as never,
        update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
      },
      modelName: () => "Fake",
      ask: (request, { signal, received, sent }) => {
        const { promise, resolve } = Promise.withResolvers<Result<ModelAnswer, Refusal>>();
        const stopped: Refusal = { stage: "send", code: "stopped", message: "stopped", retryable: true, answer: "" };
        signal.addEventListener("abort", () => resolve({ ok: false, failure: stopped }));
        sent(() => this.shown.push(request.text.slice(0, 12)));
        received(1);
        const answer = (output: string): void => resolve(finish(request, output));
        this.asked.push({ ...request, signal, answer });
        return promise;
      },
      tokensOf: () => Promise.resolve(100),
      preview: () => Promise.resolve(),
      continueInChat: (parts) => {
        if (this.chatProblem !== "") return Promise.reject(new Error(this.chatProblem));
        this.moved.push([...parts]);
        return Promise.resolve();
      },
      pinned: () => [],
    };
  }

  async #end(): Promise<void> {
    this.#refactor?.dispose();
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0))
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }

  async open(content: string, name = "sample.ts"): Promise<vscode.TextEditor> {
    const file = join(mkdtempSync(join(tmpdir(), "galley-refactor-")), name);
    writeFileSync(file, content);
    const document = await vscode.workspace.openTextDocument(file);
    return vscode.window.showTextDocument(document, { preview: false });
  }

  run(command: string, ...given: unknown[]): unknown {
    return this.#refactor?.commands[`galley.refactor${command}`]?.(...given);
  }

  isAwaited(document: vscode.TextDocument, at: vscode.Position): boolean {
    return this.#refactor?.isAwaited(document, at) === true;
  }

  /** Begins on whole lines, from 0, and waits until the model is asked. */
  begin(editor: vscode.TextEditor, ...lines: [number, number][]): Promise<{ done: unknown }> {
    return this.beginAt(
      editor,
      lines.map(([from, to]) => selection(from, 0, to, editor.document.lineAt(to).text.length)),
    );
  }

  /** Begins on selections, and waits until the model is asked about each. */
  async beginAt(editor: vscode.TextEditor, selections: readonly vscode.Selection[]): Promise<{ done: unknown }> {
    editor.selections = selections;
    const count = this.asked.length + selections.length;
    const done = this.run(".repeat");
    await eventually(
      () => this.asked.length,
      (now) => now >= count,
    );
    return { done };
  }

  async lenses({ document }: Pick<vscode.TextEditor, "document">): Promise<vscode.CodeLens[]> {
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri);
    return all.filter(({ command }) => command?.command.startsWith("galley.refactor"));
  }

  async lensLines(editor: Pick<vscode.TextEditor, "document">, title: string): Promise<number[]> {
    const lenses = await this.lenses(editor);
    return lenses.flatMap(({ command, range }) => (command?.title === title ? [range.start.line] : []));
  }

  /** Presses the action of this title above the first change that has it. */
  async press(editor: Pick<vscode.TextEditor, "document">, title: string): Promise<void> {
    const lens = (await this.lenses(editor)).find(({ command }) => command?.title === title);
    const { command = "", arguments: given = [] } = lens?.command ?? {};
    await this.run(command.replace("galley.refactor", ""), ...(given as unknown[]));
  }
}

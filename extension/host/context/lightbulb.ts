// The lightbulb: on a problem, ask about it; on a selection, add it to the message or refactor it.
import * as vscode from "vscode";
import * as words from "./words.ts";

/** Listed among the other actions, not among the refactorings. */
const ADD = vscode.CodeActionKind.Empty.append("galley");

/** Among VS Code's refactorings that rewrite code. */
const REFACTOR = vscode.CodeActionKind.RefactorRewrite.append("galley");

export const LIGHTBULB_KINDS = [vscode.CodeActionKind.QuickFix, ADD, REFACTOR];

export const lightbulb: vscode.CodeActionProvider = {
  provideCodeActions: (document, range, { diagnostics }) => [
    ...aboutProblem(document, diagnostics),
    // `range` may also be that of a problem, which is not a `Selection`.
    ...(range instanceof vscode.Selection && !range.isEmpty ? onSelection() : []),
  ],
};

function aboutProblem(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
  const places = new Map(diagnostics.map(({ range }) => [`${range.start.line}-${range.end.line}`, range]));
  return [...places.values()].slice(0, 1).map((range) => {
    const action = new vscode.CodeAction(words.askAboutProblem, vscode.CodeActionKind.QuickFix);
    const at = { uri: document.uri.toString(), start: range.start.line, end: range.end.line };
    action.command = { command: "galley.addProblems", title: action.title, arguments: [at] };
    action.diagnostics = diagnostics.filter((one) => one.range.isEqual(range));
    return action;
  });
}

function onSelection(): vscode.CodeAction[] {
  const add = new vscode.CodeAction(words.addSelection, ADD);
  add.command = { command: "galley.addSelection", title: add.title };
  if (!vscode.workspace.isTrusted) return [add];
  const refactor = new vscode.CodeAction(words.refactorSelection, REFACTOR);
  refactor.command = { command: "galley.refactor", title: refactor.title };
  return [add, refactor];
}

// The lightbulb on a problem: ask about it.
import * as vscode from "vscode";

export const askAboutProblem: vscode.CodeActionProvider = {
  provideCodeActions(document, _range, { diagnostics }) {
    const places = new Map(diagnostics.map(({ range }) => [`${range.start.line}-${range.end.line}`, range]));
    return [...places.values()].slice(0, 1).map((range) => {
      const action = new vscode.CodeAction("Ask Galley About This Problem", vscode.CodeActionKind.QuickFix);
      const at = { uri: document.uri.toString(), start: range.start.line, end: range.end.line };
      action.command = { command: "galley.addProblems", title: action.title, arguments: [at] };
      action.diagnostics = diagnostics.filter((one) => one.range.isEqual(range));
      return action;
    });
  },
};

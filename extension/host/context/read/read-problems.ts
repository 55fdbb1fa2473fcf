// Errors and warnings as VS Code lists them: of the workspace, of a file, or at the cursor.
import * as vscode from "vscode";
import { nothing } from "../../../acquire/context.ts";
import { type Problem, problemsContext, type Severity } from "../../../acquire/problems.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { type Keep, keepAll } from "../../files/kept-out.ts";
import { lastTextEditor } from "../../window/last-editor.ts";
import { pathOf } from "../../files/workspace.ts";
import * as words from "../words.ts";

export type ProblemScope = "workspace" | "file" | "caret";

export async function readProblems(
  now: number,
  scope: ProblemScope = "workspace",
  keep: Keep = keepAll,
): Promise<Resolved> {
  if (scope === "workspace") {
    const all = new Map(vscode.languages.getDiagnostics().map(([uri, found]) => [uri.toString(), { uri, found }]));
    const shown = [...all.values()].filter(({ uri, found }) => found.length > 0 && uri.scheme !== "git");
    const kept = new Set((await keep(shown.map(({ uri }) => uri))).map(String));
    const problems = shown.flatMap(({ uri, found }) => (kept.has(uri.toString()) ? toProblems(uri, found) : []));
    return problemsContext(problems, now);
  }
  const editor = lastTextEditor();
  if (editor === undefined) return nothing(words.noEditor);
  const { document, selection } = editor;
  const found = vscode.languages.getDiagnostics(document.uri);
  const here = scope === "file" ? found : found.filter(({ range }) => range.intersection(selection) !== undefined);
  return problemsContext(toProblems(document.uri, here), now, pathOf(document.uri));
}

export function toProblems(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): Problem[] {
  const path = pathOf(uri);
  return found.map((one) => ({
    path,
    line: one.range.start.line + 1,
    severity: SEVERITIES[one.severity],
    message: one.message,
    ...fromOf(one),
  }));
}

const SEVERITIES: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "information",
  [vscode.DiagnosticSeverity.Hint]: "hint",
};

function fromOf({ source, code }: vscode.Diagnostic): { from?: string } {
  const number = typeof code === "object" ? code.value : code;
  const from = [source, number].filter((name) => name !== undefined && name !== "");
  return from.length === 0 ? {} : { from: from.join(" ") };
}

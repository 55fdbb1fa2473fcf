// Opens code of an answer in a new, unsaved editor of its language.
import * as vscode from "vscode";
import { languageOfFence, pathsOfFence } from "../../text/fence.ts";

export async function openAsFile(info: string, content: string): Promise<void> {
  const language = await languageOf(info, content);
  const document = await vscode.workspace.openTextDocument({ content, ...(language !== undefined && { language }) });
  await vscode.window.showTextDocument(document);
}

/** Names of languages and endings of files that differ from the VS Code id. */
const LANGUAGE_IDS: Readonly<Partial<Record<string, string>>> = {
  bash: "shellscript",
  "c++": "cpp",
  cs: "csharp",
  golang: "go",
  html: "html",
  js: "javascript",
  jsx: "javascriptreact",
  kt: "kotlin",
  md: "markdown",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shellscript",
  shell: "shellscript",
  ts: "typescript",
  tsx: "typescriptreact",
  yml: "yaml",
  zsh: "shellscript",
};

/** The VS Code id of the language of a fence, if VS Code has it. */
async function languageOf(info: string, text: string): Promise<string | undefined> {
  const written = languageOfFence(info).toLowerCase();
  const ending = pathsOfFence(info, text)[0]?.split(".").at(-1) ?? "";
  const known = await vscode.languages.getLanguages();
  return [LANGUAGE_IDS[written], written, LANGUAGE_IDS[ending], ending].find(
    (id) => id !== undefined && known.includes(id),
  );
}

// Code of an answer as a new document of its language, saved nowhere.
import * as vscode from "vscode";
import { languageOfFence, pathsOfFence } from "../../text/fence.ts";

export async function openAsFile(info: string, content: string): Promise<void> {
  const language = await languageOf(info, content);
  const document = await vscode.workspace.openTextDocument({ content, ...(language !== undefined && { language }) });
  await vscode.window.showTextDocument(document);
}

const usual: Readonly<Partial<Record<string, string>>> = {
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

/** What VS Code calls the language of a fence, if it knows it. */
async function languageOf(info: string, text: string): Promise<string | undefined> {
  const written = languageOfFence(info).toLowerCase();
  const ending = pathsOfFence(info, text)[0]?.split(".").at(-1) ?? "";
  const known = await vscode.languages.getLanguages();
  return [usual[written], written, usual[ending], ending].find((id) => id !== undefined && known.includes(id));
}

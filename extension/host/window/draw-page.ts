// Draws one of Galley's pages in a webview.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import { MAIN_IMPORTS, pageHtml, type PageSources } from "./page.ts";

/** The built pages. */
export function pageFiles(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, "dist", "webview");
}

/** The style and the first script are in the HTML: fetching them would take longer than all the rest of the first paint. */
export function drawPage(webview: vscode.Webview, files: vscode.Uri, view: PageSources["view"]): void {
  const file = (name: string): vscode.Uri => vscode.Uri.joinPath(files, name);
  const text = (name: string): string => readFileSync(file(name).fsPath, "utf8");
  const address = (name: string): string => webview.asWebviewUri(file(name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [files] };
  webview.html = pageHtml({
    view,
    nonce: randomBytes(16).toString("base64"),
    cspSource: webview.cspSource,
    style: text("main.css"),
    first: text("../first.js"),
    main: address("main.js"),
    imports: MAIN_IMPORTS.map(address),
    enterSends: enterSends(),
  });
}

/** Not with the reader of settings: activation loads as little as it can. A workspace can only ask for the safer key. */
function enterSends(): boolean {
  const values = vscode.workspace.getConfiguration("galley").inspect("send");
  return ![values?.globalValue, values?.workspaceValue, values?.workspaceFolderValue].includes("ctrlEnter");
}

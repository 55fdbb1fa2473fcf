// Draws one of Galley's pages in a webview.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { pageHtml, type PageSources } from "./page.ts";

/** The built pages. */
export function pageFiles(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, "dist", "webview");
}

export function drawPage(webview: vscode.Webview, files: vscode.Uri, view: PageSources["view"]): void {
  const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [files] };
  webview.html = pageHtml({
    view,
    nonce: randomBytes(16).toString("base64"),
    cspSource: webview.cspSource,
    script: uri("main.js"),
    style: uri("main.css"),
  });
}

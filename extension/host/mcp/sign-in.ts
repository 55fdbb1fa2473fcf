// Signs in to an MCP server in the user's browser, which may be on another machine than the server.
import * as vscode from "vscode";
import { openPage } from "../window/open-page.ts";
import * as words from "./words.ts";

/** An address of this machine as the user's browser reaches it; another one in a remote window. */
export async function reachable(address: string): Promise<string> {
  return (await vscode.env.asExternalUri(vscode.Uri.parse(address))).toString(true);
}

/** Opens the sign-in page, and shows a notification with Cancel until the browser answers. */
export async function browse(
  server: string,
  page: string,
  answer: () => Promise<URLSearchParams>,
): Promise<URLSearchParams> {
  if (!(await openPage(page))) throw new Error(words.pageNotOpened);
  const title = words.completeSignIn(server);
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
    const cancelled = new Promise<never>((_resolve, reject) => {
      token.onCancellationRequested(() => {
        reject(new Error(words.signInCanceled));
      });
    });
    return Promise.race([answer(), cancelled]);
  });
}

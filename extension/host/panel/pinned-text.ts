// Shows a text that is not a file in a read-only editor.
import * as vscode from "vscode";
import { contentId } from "../../persist/contents/blobs.ts";
import * as words from "./words.ts";

const SCHEME = "galley-text";
const texts = new Map<string, string>();

let provider: vscode.Disposable | undefined;

export async function showText(text: string, name = words.unnamedText): Promise<void> {
  provider ??= vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.path),
  });
  const path = `/${contentId(text).slice(0, 8)}/${name.replaceAll("/", " ")}.md`;
  texts.set(path, text);
  await vscode.window.showTextDocument(vscode.Uri.from({ scheme: SCHEME, path }), { preview: true });
}

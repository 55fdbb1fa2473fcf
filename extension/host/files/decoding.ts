// Decodes files as VS Code does: by the encoding of an open editor, a byte order mark, the setting, or VS Code's guess.
import * as vscode from "vscode";
import { type Decoding, decodeWith } from "../../text/decode-text.ts";
import { documentOf } from "./open-documents.ts";

/** Without a URI, the user's setting counts. */
export async function decodingOf(uri: vscode.Uri | undefined): Promise<Decoding> {
  const open = uri === undefined ? undefined : (await documentOf(uri))?.encoding;
  const files = vscode.workspace.getConfiguration("files", uri);
  const encoding = open ?? files.get<string>("encoding", "utf8");
  const ask = (bytes: Uint8Array): Thenable<string> => {
    if (open !== undefined) return vscode.workspace.decode(bytes, { encoding: open });
    return uri === undefined ? vscode.workspace.decode(bytes) : vscode.workspace.decode(bytes, { uri });
  };
  return {
    key: JSON.stringify([open ?? null, encoding, files.get<boolean>("autoGuessEncoding", false)]),
    text: (bytes) => decodeWith(bytes, encoding, ask),
  };
}

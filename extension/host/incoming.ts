// Files that come in from outside the panel, as parts of a message.
import type * as vscode from "vscode";
import type { KnownPart } from "../message/part.ts";
import { fileRefOf } from "./workspace.ts";

export function partsOf(uris: readonly vscode.Uri[]): Promise<KnownPart[]> {
  return Promise.resolve(uris.map(fileRefOf));
}

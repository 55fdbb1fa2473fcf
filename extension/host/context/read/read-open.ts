// Reads which editors are open, which is active and which have unsaved changes.
import * as vscode from "vscode";
import { openContext } from "../../../acquire/open.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { type Keep, keepAll } from "../../files/kept-out.ts";
import { lastTextEditor } from "../../window/last-editor.ts";
import { openEditorUris } from "../../files/open-editors.ts";
import { pathOf } from "../../files/workspace.ts";

export async function readOpen(now: number, keep: Keep = keepAll): Promise<Resolved> {
  const uris = await keep(openEditorUris());
  const active = lastTextEditor()?.document.uri.toString();
  const unsaved = new Set(
    vscode.workspace.textDocuments
      .filter(({ isDirty, isUntitled }) => isDirty || isUntitled)
      .map(({ uri }) => uri.toString()),
  );
  const editors = uris.map((uri) => ({
    path: pathOf(uri),
    active: uri.toString() === active,
    unsaved: unsaved.has(uri.toString()),
  }));
  return openContext(editors, now);
}

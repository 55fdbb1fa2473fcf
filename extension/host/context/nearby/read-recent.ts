// The files the user worked with lately. Never names ignored files, or files that may hold secrets.
import * as vscode from "vscode";
import { nothing } from "../../../acquire/context.ts";
import { nearContext, type NearFile } from "../../../acquire/nearby/near-files.ts";
import type { Action } from "../../../acquire/trail.ts";
import { active, openNow, usedEarlier } from "../../../acquire/words.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { keepAutomatic } from "../../files/kept-out.ts";
import { openEditorUris } from "../../files/open-editors.ts";
import { kindAt, pathOf, uriOf } from "../../files/workspace.ts";
import { lastTextEditor } from "../../window/last-editor.ts";
import * as words from "../words.ts";
import { isInWorkspace } from "./active-file.ts";

/** One more than is named, so that the list says if there are more. */
const MOST_CHECKED = 31;

export async function readRecent(now: number, paths: readonly string[], actions: readonly Action[]): Promise<Resolved> {
  if (!vscode.workspace.isTrusted) return nothing(words.notTrusted);
  const uris = paths
    .flatMap((path) => uriOf(path) ?? [])
    .filter((uri) => uri.scheme !== "untitled" && isInWorkspace(uri));
  const kept = await keepAutomatic(uris.slice(0, MOST_CHECKED));
  const kinds = await Promise.all(kept.map(kindAt));
  const there = kept.filter((_, at) => kinds[at] === "file").map(pathOf);
  return nearContext(
    "recent",
    there.map((path): NearFile => ({ path, reason: reasonFor(path, actions) })),
    now,
  );
}

function reasonFor(path: string, actions: readonly Action[]): string {
  const editor = lastTextEditor()?.document.uri;
  if (editor !== undefined && pathOf(editor) === path) return active;
  const done = actions.find(({ kind, what }) => kind !== "ran" && kind !== "opened" && what === path);
  if (done !== undefined) return done.kind;
  return openEditorUris().some((uri) => pathOf(uri) === path) ? openNow : usedEarlier;
}

// Files that another extension refers to for an entity: the user named the entity, not the files.
import * as vscode from "vscode";
import { context } from "../../../acquire/context.ts";
import type { ContextPart } from "../../../message/resolved.ts";
import { keepAutomatic } from "../../files/kept-out.ts";
import { ownUri } from "../../files/own-uri.ts";
import { uriOf } from "../../files/workspace.ts";
import * as words from "../words.ts";

/** In place of a file that is outside the workspace, ignored or may hold secrets, the model reads that it is left out. */
export async function keepInside(parts: readonly ContextPart[], now: number): Promise<ContextPart[]> {
  const kept = await Promise.all(
    parts.map(async (part) => {
      if (part.type !== "file-ref" || part.ref.kind !== "path" || (await mayGo(part.ref.path))) return [part];
      return context("ref", words.fileKeptOut(part.ref.path), now).parts;
    }),
  );
  return kept.flat();
}

async function mayGo(path: string): Promise<boolean> {
  const uri = uriOf(path);
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(ownUri(uri)) === undefined) return false;
  return (await keepAutomatic([uri])).length > 0;
}

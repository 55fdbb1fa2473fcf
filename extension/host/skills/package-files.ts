// The files of a skill package: skill.toml and the artifacts it names, none of them outside its folder.
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { isInside } from "../../disk/places/same-path.ts";
import { reasonOf } from "../../text/reason.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import type { SkillProblem } from "../../skills/problem.ts";
import { PACKAGE_FILE, type ReadPackage, readPackage } from "../../skills/read-package.ts";
import type { SkillText } from "../../skills/skill-file.ts";
import { nameOf, readDefinition } from "../files/definition-files.ts";
import * as words from "./words.ts";

/** Never rejects. */
export async function readPackageIn(
  folder: vscode.Uri,
  skill: SkillText,
  source: string,
): Promise<ReadPackage | SkillProblem> {
  const uri = vscode.Uri.joinPath(folder, PACKAGE_FILE);
  const read = await readDefinition(uri);
  if ("reason" in read) return read;
  const about = { file: nameOf(uri), text: read.text, source };
  return readPackage(skill, about, { read: (path) => readBelow(folder, path), digest: contentId });
}

async function readBelow(folder: vscode.Uri, path: string): Promise<{ text: string } | { reason: string }> {
  const uri = vscode.Uri.joinPath(folder, path);
  try {
    if (!(await isBelow(folder, uri))) return { reason: words.outsideFolder(path) };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
  return readDefinition(uri);
}

/** Resolves symbolic links, which only a disk has. The folder itself may be one. */
async function isBelow(folder: vscode.Uri, uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== "file") return true;
  return isInside(await realpath(folder.fsPath), await realpath(uri.fsPath));
}

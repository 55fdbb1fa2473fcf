// Changes as git tells them: staged, of the working tree, of a commit.
import * as vscode from "vscode";
import { type Diff, diffContext } from "../../../acquire/changes/diff.ts";
import { nothing } from "../../../acquire/context.ts";
import { splitDiff } from "../../../acquire/changes/split-diff.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { type Commit, gitApi, type Repository, untrackedOf } from "../git.ts";
import { type Keep, keepAll } from "../../files/kept-out.ts";
import { lastNameOf, pathOf } from "../../files/workspace.ts";
import * as words from "../words.ts";

export type DiffOf = "all" | "staged" | "working tree";

/** The most files of a commit that are compared; the rest is only counted. */
const MOST_FILES = 100;

export async function readDiff(now: number, of: DiffOf = "all", keep: Keep = keepAll): Promise<Resolved> {
  const repositories = (await gitApi())?.repositories ?? [];
  if (repositories.length === 0) return nothing(words.noRepository);
  const diffs = await Promise.all(repositories.map((one) => diffsOf(one, of, repositories.length > 1, keep)));
  return diffContext(diffs.flat(), now);
}

async function diffsOf(repository: Repository, of: DiffOf, isNamed: boolean, keep: Keep): Promise<Diff[]> {
  const name = isNamed ? { repository: lastNameOf(repository.rootUri) } : {};
  const staged = of === "working tree" ? "" : await repository.diff(true);
  const working = of === "staged" ? "" : await repository.diff(false);
  const untracked = of === "staged" ? [] : await keep(untrackedOf(repository));
  return [
    { ...name, of: words.staged, text: await keptOf(repository, staged, keep) },
    { ...name, of: words.workingTree, text: await keptOf(repository, working, keep) },
    { ...name, of: words.untrackedFiles, text: untracked.map(pathOf).join("\n") },
  ];
}

/** Filters a diff file by file. Drops a piece whose file name is unknown, except with `keepAll`. */
async function keptOf({ rootUri }: Repository, text: string, keep: Keep): Promise<string> {
  if (keep === keepAll) return text;
  const kept = await Promise.all(
    splitDiff(text).map(async (piece) => {
      const uris = piece.names.map((name) => vscode.Uri.joinPath(rootUri, name));
      return uris.length > 0 && (await keep(uris)).length === uris.length ? piece.text : "";
    }),
  );
  return kept.join("");
}

export async function readCommit(
  repository: Repository,
  { hash, message, parents }: Commit,
  now: number,
): Promise<Resolved> {
  const [parent] = parents;
  if (parent === undefined) return nothing(words.firstCommit);
  const files = await repository.diffBetween(parent, hash);
  const texts = [];
  for (const { uri } of files.slice(0, MOST_FILES)) texts.push(await repository.diffBetween(parent, hash, uri.fsPath));
  const rest = files.length - MOST_FILES;
  const text = [...texts, ...(rest > 0 ? [words.filesOmitted(rest)] : [])].join("\n");
  return diffContext([{ of: words.commit(hash.slice(0, 8), message.split("\n", 1)[0] ?? ""), text }], now);
}

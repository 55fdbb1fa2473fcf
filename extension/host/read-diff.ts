// Changes as git tells them: staged, of the working tree, of a commit.
import { type Diff, diffContext } from "../acquire/diff.ts";
import { nothing } from "../acquire/context.ts";
import type { Resolved } from "../message/resolved.ts";
import { type Commit, gitApi, type Repository, untrackedOf } from "./git.ts";
import { pathOf } from "./workspace.ts";

export type DiffOf = "all" | "staged" | "working tree";

/** No more files of a commit are compared: the rest is counted. */
const MOST_FILES = 100;

export async function readDiff(now: number, of: DiffOf = "all"): Promise<Resolved> {
  const repositories = (await gitApi())?.repositories ?? [];
  if (repositories.length === 0) return nothing("no git repository is open");
  const diffs = await Promise.all(repositories.map((one) => diffsOf(one, of, repositories.length > 1)));
  return diffContext(diffs.flat(), now);
}

async function diffsOf(repository: Repository, of: DiffOf, isNamed: boolean): Promise<Diff[]> {
  const name = isNamed ? { repository: nameOf(repository) } : {};
  const staged = of === "working tree" ? "" : await repository.diff(true);
  const working = of === "staged" ? "" : await repository.diff(false);
  const untracked = of === "staged" ? "" : untrackedOf(repository).map(pathOf).join("\n");
  return [
    { ...name, of: "staged", text: staged },
    { ...name, of: "working tree", text: working },
    { ...name, of: "untracked files", text: untracked },
  ];
}

export async function readCommit(
  repository: Repository,
  { hash, message, parents }: Commit,
  now: number,
): Promise<Resolved> {
  const [parent] = parents;
  if (parent === undefined) return nothing("the first commit has nothing before it");
  const files = await repository.diffBetween(parent, hash);
  const texts = [];
  for (const { uri } of files.slice(0, MOST_FILES)) texts.push(await repository.diffBetween(parent, hash, uri.fsPath));
  const rest = files.length - MOST_FILES;
  const text = [...texts, ...(rest > 0 ? [`[${rest} more files left out]`] : [])].join("\n");
  return diffContext([{ of: `commit ${hash.slice(0, 8)}: ${message.split("\n", 1)[0] ?? ""}`, text }], now);
}

function nameOf({ rootUri }: Repository): string {
  return rootUri.path.slice(rootUri.path.lastIndexOf("/") + 1);
}

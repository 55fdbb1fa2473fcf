// A folder of skills on this disk, for discovery.
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { isInside } from "../disk/places/same-path.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Skill } from "../skills/catalog.ts";
import { findSkills } from "../skills/files/find-skills.ts";
import { below, type SkillEntry, type SkillRoot } from "../skills/files/skill-root.ts";
import { mergeSkills, type SkillListing } from "../skills/catalog.ts";
import type { SkillProblem } from "../skills/problem.ts";
import { PACKAGE_FILE, readPackage } from "../skills/read-package.ts";
import { reasonOf } from "../text/reason.ts";
import * as words from "./words.ts";

export const SKILL_FOLDERS = [".galley/skills", ".claude/skills", ".agents/skills"];
const LARGEST_BYTES = 256 * 1024;

export function diskRoot(source: Skill["source"], folder: string): SkillRoot {
  const full = (path: string): string => join(folder, ...path.split("/"));
  const shown = (path: string): string => full(path).split(sep).join("/");
  const read = (path: string): ReturnType<SkillRoot["read"]> => readBounded(full(path), shown(path));
  return {
    source,
    entries: (path) => entriesOf(full(path)),
    stamp: (file) =>
      stat(full(file)).then(
        ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
        () => undefined,
      ),
    read,
    readPackage: async (path, skill) => {
      const toml = await read(below(path, PACKAGE_FILE));
      if ("reason" in toml) return toml;
      const about = { file: shown(below(path, PACKAGE_FILE)), text: toml.text, source };
      const inside = (artifact: string): Promise<{ text: string } | { reason: string }> =>
        readInside(full(path), full(below(path, artifact)), artifact);
      return readPackage(skill, about, { read: inside, digest: contentId });
    },
    nameOf: shown,
    pathOf: shown,
  };
}

/** The skills of the roots, the first of a name. Never rejects. */
export async function listOnDisk(roots: readonly SkillRoot[]): Promise<SkillListing> {
  const skills: Skill[] = [];
  const problems: SkillProblem[] = [];
  for (const root of roots) {
    const found = await findSkills(root, { digest: contentId, known: new Map() });
    skills.push(...found.found.map(({ skill }) => skill));
    problems.push(...found.problems);
  }
  return { ...mergeSkills(skills), problems };
}

async function entriesOf(folder: string): Promise<SkillEntry[]> {
  // Most of these folders do not exist.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return Promise.all(
    entries.map(async (entry) => ({
      name: entry.name,
      isFolder: await leadsToFolder(join(folder, entry.name), entry),
    })),
  );
}

async function leadsToFolder(
  path: string,
  entry: { isDirectory: () => boolean; isSymbolicLink: () => boolean },
): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readBounded(path: string, file: string): Promise<{ text: string } | SkillProblem> {
  try {
    if ((await stat(path)).size > LARGEST_BYTES)
      return { file, line: 1, reason: words.skillTooLarge(LARGEST_BYTES / 1024) };
    return { text: await readFile(path, "utf8") };
  } catch (error) {
    return { file, line: 1, reason: reasonOf(error) };
  }
}

async function readInside(
  folder: string,
  path: string,
  artifact: string,
): Promise<{ text: string } | { reason: string }> {
  try {
    if (!isInside(await realpath(folder), await realpath(path))) return { reason: words.outsideSkill(artifact) };
    return await readBounded(path, artifact);
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

// A folder of skills in memory that counts how often it is listed and read.
import type { SkillRoot } from "../../extension/skills/files/skill-root.ts";

export interface CountedRoot {
  root: SkillRoot;
  /** By path below the root. */
  files: Map<string, string>;
  counts: { entries: number; stamps: number; reads: number };
}

export function skillRoot(given: Record<string, string>, source: SkillRoot["source"] = "project"): CountedRoot {
  const files = new Map(Object.entries(given));
  const counts = { entries: 0, stamps: 0, reads: 0 };
  const label = source === "user" ? "~/.claude/skills" : ".claude/skills";
  const nameOf = (path: string): string => (path === "" ? label : `${label}/${path}`);
  const root: SkillRoot = {
    source,
    entries(folder) {
      counts.entries += 1;
      return Promise.resolve(entriesOf(files, folder));
    },
    stamp(file) {
      counts.stamps += 1;
      return Promise.resolve(files.get(file));
    },
    read(file) {
      counts.reads += 1;
      const text = files.get(file);
      const missing = { file: nameOf(file), line: 1, reason: "it does not exist" };
      return Promise.resolve(text === undefined ? missing : { text });
    },
    readPackage: (folder) => Promise.resolve({ file: nameOf(folder), line: 1, reason: "no packages here" }),
    nameOf,
    pathOf: nameOf,
  };
  return { root, files, counts };
}

function entriesOf(files: ReadonlyMap<string, string>, folder: string): { name: string; isFolder: boolean }[] {
  const inside = folder === "" ? "" : `${folder}/`;
  const found = new Map<string, boolean>();
  for (const path of files.keys()) {
    if (!path.startsWith(inside)) continue;
    const [name = "", ...rest] = path.slice(inside.length).split("/");
    found.set(name, rest.length > 0);
  }
  return [...found].map(([name, isFolder]) => ({ name, isFolder }));
}

// A folder that holds skills, as its ports show it. Paths are relative to it, with `/`; the folder itself is empty.
import type { Skill } from "../catalog.ts";
import type { SkillProblem } from "../problem.ts";
import type { ReadPackage } from "../read-package.ts";
import type { SkillText } from "../skill-file.ts";

export interface SkillEntry {
  name: string;
  isFolder: boolean;
}

/** No member rejects. */
export interface SkillRoot {
  source: Skill["source"];
  /** Links count as what they lead to. None if there is no such folder. */
  entries: (folder: string) => Promise<SkillEntry[]>;
  /** Changes when the file does; `undefined` if that is not known. Cheaper than reading it. */
  stamp: (file: string) => Promise<string | undefined>;
  read: (file: string) => Promise<{ text: string } | SkillProblem>;
  /** The skill.toml of a folder, with its artifacts. */
  readPackage: (folder: string, skill: SkillText) => Promise<ReadPackage | SkillProblem>;
  /** The path for people. */
  nameOf: (path: string) => string;
  /** The path for tools. */
  pathOf: (path: string) => string;
}

export function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

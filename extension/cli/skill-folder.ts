// Skills from a folder of this disk, as discovery finds them in a window.
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { isInside } from "../disk/places/same-path.ts";
import { reasonOf } from "../text/reason.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Skill } from "../skills/catalog.ts";
import { PACKAGE_FILE, readPackage } from "../skills/read-package.ts";
import { parseSkillFile } from "../skills/skill-file.ts";
import * as words from "./words.ts";

const FILE = "SKILL.md";

/** `undefined` when there is none of this name that can be read. */
export async function readSkillNamed(root: string, name: string): Promise<Skill | undefined> {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const folder = join(root, entry.name);
    const text = textOf(folder, FILE);
    const parsed = "reason" in text ? undefined : parseSkillFile(text.text, entry.name);
    if (parsed?.ok === true && parsed.value.name === name && "text" in text)
      return readWhole(folder, { ...parsed.value, version: parsed.value.version || contentId(text.text).slice(0, 8) });
  }
  return undefined;
}

async function readWhole(folder: string, text: Omit<Skill, "source" | "file" | "folder" | "hasFiles">): Promise<Skill> {
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  const place = { source: "project" as const, file: join(folder, FILE), folder: folder.split(sep).join("/") };
  const skill: Skill = { ...text, ...place, hasFiles: names.length > 1 };
  const toml = names.includes(PACKAGE_FILE) ? textOf(folder, PACKAGE_FILE) : undefined;
  if (toml === undefined || "reason" in toml) return skill;
  const about = { file: join(folder, PACKAGE_FILE), text: toml.text, source: skill.source };
  const read = (path: string): ReturnType<Parameters<typeof readPackage>[2]["read"]> =>
    Promise.resolve(textOf(folder, path));
  const pack = await readPackage(skill, about, { read, digest: contentId });
  if ("reason" in pack) throw new Error(words.fileFault(pack.file, pack.line, pack.reason));
  return { ...skill, version: pack.pack.version, package: pack };
}

/** Of a file that stays in the folder, links and all. */
function textOf(folder: string, path: string): { text: string } | { reason: string } {
  try {
    if (!isInside(realpathSync(folder), realpathSync(join(folder, path)))) return { reason: words.outsideSkill(path) };
    return { text: readFileSync(join(folder, path), "utf8") };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

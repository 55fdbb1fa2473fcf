// Whether the files that authoring is about to write are a skill that can run.
import { type DryPorts, dryFault } from "../dry-run.ts";
import { parsePackageFile } from "../package-file.ts";
import { PACKAGE_FILE, readPackage } from "../read-package.ts";
import { parseSkillFile, type SkillText } from "../skill-file.ts";
import * as words from "../words.ts";

export const FILE = "SKILL.md";

/** The files of a skill as they would be. */
export interface WrittenSkill {
  name: string;
  text: string;
  manifest: string | undefined;
  /** An artifact by its path below the folder. Rejects with a reason for the model. */
  artifact: (path: string) => Promise<string | undefined>;
}

/** Why the files could not be read as this skill; `undefined` if they can. */
export function readFault({ name, text, manifest }: Omit<WrittenSkill, "artifact">): string | undefined {
  const parsed = parseSkillFile(text, name);
  if (!parsed.ok) return words.nothingWritten(FILE, parsed.failure.line, parsed.failure.reason);
  if (parsed.value.name !== name) return words.otherFolder(FILE, parsed.value.name, name);
  const read = manifest === undefined ? undefined : parsePackageFile(manifest);
  if (read === undefined || read.ok) return undefined;
  return words.nothingWritten(PACKAGE_FILE, read.failure.line, read.failure.reason);
}

/** The same, and why the skill would always be refused. Composes it once. */
export async function writtenFault(written: WrittenSkill, dry: DryPorts): Promise<string | undefined> {
  const fault = readFault(written);
  const parsed = parseSkillFile(written.text, written.name);
  if (fault !== undefined || !parsed.ok || written.manifest === undefined) return fault;
  return composeFault(parsed.value, { ...written, manifest: written.manifest }, dry);
}

async function composeFault(
  skill: SkillText,
  { manifest, artifact }: WrittenSkill & { manifest: string },
  dry: DryPorts,
): Promise<string | undefined> {
  const read = async (path: string): Promise<{ text: string } | { reason: string }> => {
    const text = await artifact(path);
    return text === undefined ? { reason: words.fileGone(path) } : { text };
  };
  // The digest is only a version, which a dry run does not use.
  const found = await readPackage(
    skill,
    { file: PACKAGE_FILE, text: manifest, source: "" },
    { read, digest: () => "" },
  );
  if ("reason" in found) return words.nothingWritten(found.file, found.line, found.reason);
  const refused = await dryFault(found.pack, dry);
  return refused === undefined ? undefined : words.couldNotRun(refused);
}

// Reads a package from its folder: SKILL.md names and frames it, skill.toml has the rest, artifacts have their own files.
import type { SkillProblem } from "./problem.ts";
import { type PackageFile, parsePackageFile } from "./package-file.ts";
import type { Artifact, SkillPackage } from "./package.ts";
import type { SkillText } from "./skill-file.ts";
import * as words from "./words.ts";

export const PACKAGE_FILE = "skill.toml";

export interface PackagePorts {
  /** A file by its path below the skill's folder, after links; or why it cannot be read. Never rejects. */
  read: (path: string) => Promise<{ text: string } | { reason: string }>;
  digest: (text: string) => string;
}

/** An interrupt's question to the user. */
export type Question = PackageFile["interrupts"][number];

export interface ReadPackage {
  pack: SkillPackage;
  questions: readonly Question[];
  schedule?: NonNullable<PackageFile["schedule"]>;
}

/** `file`: the path of its skill.toml for people. */
export async function readPackage(
  skill: SkillText,
  { file, text, source }: { file: string; text: string; source: string },
  ports: PackagePorts,
): Promise<ReadPackage | SkillProblem> {
  const parsed = parsePackageFile(text);
  if (!parsed.ok) return { file, line: parsed.failure.line, reason: parsed.failure.reason };
  const { artifacts: entries, framing, interrupts, version, requires_tools, schedule, ...own } = parsed.value;
  const artifacts: Artifact[] = [];
  for (const { path, ...entry } of entries) {
    const read = await ports.read(path);
    if ("reason" in read)
      return { file, line: lineNaming(text, path), reason: words.artifactUnreadable(entry.id, read.reason) };
    artifacts.push({ ...entry, body: read.text.replaceAll("\r\n", "\n").replace(/\n+$/, "") });
  }
  const template = artifacts.find(({ id }) => id === framing);
  const bytes = JSON.stringify([skill.body, text, artifacts.map(({ body }) => body)]);
  const pack: SkillPackage = {
    ...own,
    id: skill.name,
    name: skill.name,
    description: skill.description,
    // Without a declared version, the digest of the bytes is the version.
    version: version ?? (skill.version === "" ? ports.digest(bytes).slice(0, 8) : skill.version),
    source: own.source ?? source,
    framing:
      template === undefined
        ? skill.body
        : { kind: "PromptTemplate", body: template.body, id: template.id, version: template.version },
    requires_tools: requires_tools ?? own.required_capabilities.length > 0,
    interrupts: interrupts.map(({ name }) => name),
    artifacts,
  };
  return { pack, questions: interrupts, ...(schedule !== undefined && { schedule }) };
}

function lineNaming(text: string, path: string): number {
  return (
    Math.max(
      0,
      text.split("\n").findIndex((line) => line.includes(path)),
    ) + 1
  );
}

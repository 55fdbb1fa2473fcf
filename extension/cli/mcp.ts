// galley mcp: Galley's own MCP server over stdio, on the skills of a folder and of the user.
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { renderTemplate } from "../assemble/templates/template.ts";
import { seedEstimator } from "../assemble/tokens/estimate.ts";
import { removeStale } from "../disk/write/save-file.ts";
import { plainSpot } from "../disk/same-file.ts";
import { samePath } from "../disk/same-path.ts";
import { replaceText } from "../disk/tool-documents.ts";
import { authoringOn, type AuthoringPorts, type SkillPath } from "../skills/authoring/operations.ts";
import { ARTIFACT_TOKENS } from "../skills/budget.ts";
import { mergeSkills, type Skill, type SkillListing } from "../skills/catalog.ts";
import type { SkillProblem } from "../skills/problem.ts";
import { parseSkillFile } from "../skills/skill-file.ts";
import { UsageError } from "./outcome.ts";
import * as words from "./words.ts";

const FOLDERS = [".galley/skills", ".claude/skills", ".agents/skills"];
const LARGEST_BYTES = 256 * 1024;

/** Resolves when the client disconnects. */
export async function serveMcp(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(words.notFolder(folder));
  const { serveOverStdio } = await import("../mcp/own/own-server.ts");
  await serveOverStdio(authoringOn(diskPorts(await realOf(folder), await realOf(homedir()))));
}

function diskPorts(workspace: string, home: string): AuthoringPorts {
  const fileOf = async ({ scope, name, file }: SkillPath): Promise<string> => {
    const root = join(scope === "project" ? workspace : home, ".galley", "skills");
    const path = join(root, name, file);
    // A link on the way leads elsewhere.
    if (!samePath(await realOf(path), path)) throw new Error(words.outsideRoot(path, root));
    return path;
  };
  return {
    list: () => listSkills(workspace, home),
    isOff: () => false,
    dry: {
      tokensOf: (text) => seedEstimator.tokensIn(text),
      // A template that does not end is stopped with the process.
      render: (template, parameters) => Promise.resolve(renderTemplate(template, parameters)),
      budget: () => ARTIFACT_TOKENS,
    },
    async read(path) {
      const full = await fileOf(path);
      return readFile(full, "utf8").catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      });
    },
    async write(path, before, after) {
      const full = await fileOf(path);
      await removeStale(dirname(full));
      const written = await replaceText(plainSpot(full), before, after);
      if (!written.ok) throw new Error(words.notWritten(full, written.failure.why));
    },
  };
}

/** For a missing path, the real path of its nearest existing folder plus the rest. */
async function realOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realOf(dirname(path)), path.slice(dirname(path).length + 1));
}

async function listSkills(workspace: string, home: string): Promise<SkillListing> {
  const skills: Skill[] = [];
  const problems: SkillProblem[] = [];
  for (const [source, root] of [["project", workspace] as const, ["user", home] as const]) {
    for (const folder of FOLDERS.map((name) => join(root, name))) {
      // Most of these folders do not exist.
      const names = await readdir(folder).catch(() => []);
      for (const name of names.sort()) {
        const read = await readSkill(source, join(folder, name));
        if (read === undefined) continue;
        if ("reason" in read) problems.push(read);
        else skills.push(read);
      }
    }
  }
  return { ...mergeSkills(skills), problems };
}

async function readSkill(source: Skill["source"], folder: string): Promise<Skill | SkillProblem | undefined> {
  const file = join(folder, "SKILL.md");
  // A folder without the file is no skill.
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  if (found.size > LARGEST_BYTES) return { file, line: 1, reason: words.skillTooLarge(LARGEST_BYTES / 1024) };
  const parsed = parseSkillFile(await readFile(file, "utf8"), basename(folder));
  if (!parsed.ok) return { file, line: parsed.failure.line, reason: parsed.failure.reason };
  return { ...parsed.value, source, file, folder, hasFiles: (await readdir(folder)).length > 1 };
}

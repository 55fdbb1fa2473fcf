// galley mcp: Galley's own MCP server over stdio, on the skills of a folder and of the user.
import { readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { renderTemplate } from "../assemble/templates/template.ts";
import { seedEstimator } from "../assemble/tokens/estimate.ts";
import { removeStale } from "../disk/write/save-file.ts";
import { plainSpot } from "../disk/places/same-file.ts";
import { samePath } from "../disk/places/same-path.ts";
import { replaceText } from "../disk/tool-documents.ts";
import { authoringOn, type AuthoringPorts, type SkillPath } from "../skills/authoring/operations.ts";
import { ARTIFACT_TOKENS } from "../skills/composer/budget.ts";
import { operationsFor } from "./mcp-agent.ts";
import { UsageError } from "./outcome.ts";
import { diskRoot, listOnDisk, SKILL_FOLDERS } from "./skill-root.ts";
import * as words from "./words.ts";

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

/** For an agent: memories and skills. Resolves when the client disconnects. */
export async function serveAgent(access: string): Promise<void> {
  const { serveOverStdio } = await import("../mcp/own/own-server.ts");
  await serveOverStdio(operationsFor(access));
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
    list: () =>
      listOnDisk([
        ...SKILL_FOLDERS.map((folder) => diskRoot("project", join(workspace, folder))),
        ...SKILL_FOLDERS.map((folder) => diskRoot("user", join(home, folder))),
      ]),
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

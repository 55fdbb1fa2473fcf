// galley mcp --access FILE: memories and skills for an agent, as far as the window that started it lets agents read them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Place } from "../memory/place.ts";
import { MemoryStore } from "../memory/store.ts";
import { memoryTools } from "../memory/tools.ts";
import { type AgentAccess, NO_ACCESS, parseAccess } from "../mcp/own/agent-access.ts";
import type { OwnOperation } from "../mcp/own/own-server.ts";
import { readingOperations, type ReadingTools } from "../mcp/own/reading-operations.ts";
import type { Skill } from "../skills/catalog.ts";
import { guardedTool } from "../skills/enabled.ts";
import { skillTool } from "../skills/tool.ts";
import { decide } from "../tools/rules/rules.ts";
import type { Tool } from "../tools/tool.ts";
import { diskRoot, listOnDisk, SKILL_FOLDERS } from "./skill-root.ts";

/** Reads the file at every call, so that a skill that the user disables is gone at once. */
export function readingFrom(file: string): OwnOperation[] {
  const now = async (): Promise<ReadingTools> => {
    // Without the file there is no access.
    const access = parseAccess(await readFile(file, "utf8").catch(() => ""));
    return { tools: toolsFor(access), rules: access.rules };
  };
  return readingOperations(toolsFor(NO_ACCESS), now);
}

function toolsFor(access: AgentAccess): Tool[] {
  const store = new MemoryStore({ place: (scope) => placeIn(access, scope), isTrusted: () => true });
  const skill = skillTool({
    list: () => listFor(access),
    visible: () => Promise.resolve([]),
    companions: companionsOf,
    // The agent's own conversation is not Galley's: there is no turn to keep a record in.
    recordLoad: () => undefined,
  });
  return [...memoryTools(store).filter(({ harmless }) => harmless), guardedTool(skill, new Set(access.off))];
}

function placeIn({ workspaces, user }: AgentAccess, scope: Place["scope"]): Place | undefined {
  if (scope === "user") return user === "" ? undefined : { scope, root: user, steps: ["memory"], label: "memory" };
  const [root] = workspaces;
  return root === undefined ? undefined : { scope, root, steps: [".galley", "memory"], label: ".galley/memory" };
}

/** Without packages: their stages, tools and budget cannot be enforced in an agent. */
async function listFor({ workspaces, home, bundled, off, rules }: AgentAccess): ReturnType<typeof listOnDisk> {
  const below = (root: string): string[] => SKILL_FOLDERS.map((folder) => join(root, folder));
  const listing = await listOnDisk([
    ...workspaces.flatMap(below).map((folder) => diskRoot("project", folder)),
    ...(home === "" ? [] : below(home)).map((folder) => diskRoot("user", folder)),
    ...(bundled === "" ? [] : [diskRoot("bundled", bundled)]),
  ]);
  const isOffered = ({ name, package: pack }: Skill): boolean =>
    pack === undefined && !off.includes(name) && decide(rules, { permission: "skill", pattern: name }) === "allow";
  return { ...listing, skills: listing.skills.filter(isOffered) };
}

async function companionsOf({ folder, file, hasFiles }: Skill): Promise<string[]> {
  if (!hasFiles) return [];
  const entries = await diskRoot("project", folder).entries("");
  const names = entries.filter(({ name, isFolder }) => !isFolder && !name.startsWith(".")).map(({ name }) => name);
  return names
    .map((name) => `${folder}/${name}`)
    .filter((path) => path !== file)
    .sort();
}

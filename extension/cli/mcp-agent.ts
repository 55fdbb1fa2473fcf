// galley mcp --access FILE: memories and skills for an agent, by the rules of the window that started it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderTemplate } from "../assemble/templates/template.ts";
import type { Memory } from "../memory/entry.ts";
import type { Place } from "../memory/place.ts";
import { relevantMemories } from "../memory/relevant.ts";
import { MemoryStore } from "../memory/store.ts";
import { memoryTools } from "../memory/tools.ts";
import { type AgentAccess, NO_ACCESS, parseAccess } from "../mcp/own/agent-access.ts";
import type { OwnOperation } from "../mcp/own/own-server.ts";
import { agentOperations, type AgentTools } from "../mcp/own/agent-operations.ts";
import type { Skill } from "../skills/catalog.ts";
import { ARTIFACT_TOKENS } from "../skills/composer/budget.ts";
import { guardedTool } from "../skills/enabled.ts";
import { composePackage } from "../skills/invoke.ts";
import { loadedHead } from "../skills/loaded.ts";
import * as runWords from "../skills/run/words.ts";
import { type LoadPackage, skillTool } from "../skills/tool.ts";
import { unheldBounds } from "../skills/unheld-bounds.ts";
import * as words from "../skills/words.ts";
import { decide } from "../tools/rules/rules.ts";
import type { Outcome, Tool } from "../tools/tool.ts";
import { invokePorts } from "../turn/skill-ports.ts";
import { diskRoot, listOnDisk, SKILL_FOLDERS } from "./skill-root.ts";

/** Stands for the agent's own conversation: that is not Galley's. */
const AGENT = "agent";

/** Reads the file at every call, so that a skill that the user disables is gone at once. */
export function operationsFor(file: string): OwnOperation[] {
  const now = async (): Promise<AgentTools> => {
    // Without the file there is no access.
    const access = parseAccess(await readFile(file, "utf8").catch(() => ""));
    return { tools: toolsFor(access), rules: access.rules };
  };
  return agentOperations(toolsFor(NO_ACCESS), now);
}

function toolsFor(access: AgentAccess): Tool[] {
  const store = new MemoryStore({ place: (scope) => placeIn(access, scope), isTrusted: () => true });
  const skill = skillTool({
    list: () => listFor(access),
    visible: () => Promise.resolve([]),
    companions: companionsOf,
    load: (wanted, asked) => loadFor(access, store, wanted, asked),
    // The agent's own conversation is not Galley's: there is no turn to keep a record in.
    recordLoad: () => undefined,
  });
  return [...memoryTools(store), guardedTool(skill, new Set(access.off))];
}

/** The prompt that the Composer makes. A package that bounds its model is refused: no turn of Galley's holds an agent to it. */
async function loadFor(
  { rules }: AgentAccess,
  store: MemoryStore,
  skill: Parameters<LoadPackage>[0],
  asked: Parameters<LoadPackage>[1],
): Promise<Outcome> {
  const unheld = unheldBounds(skill.package.pack);
  if (unheld.length > 0) return { ok: false, output: words.unheld(skill.name, unheld) };
  const ports = invokePorts({
    // A template that does not end is stopped with the process.
    render: (template, parameters) => Promise.resolve(renderTemplate(template, parameters)),
    budget: () => ARTIFACT_TOKENS,
    memories: async (request) => {
      const mayRead = ({ scope, name }: Memory): boolean =>
        decide(rules, { permission: "memory", pattern: `${scope}/${name}`, fallback: "allow" }) === "allow";
      const readable = (await store.list()).memories.filter(mayRead);
      return relevantMemories(readable, request).map(({ scope, name, description, body }) => ({
        ...{ scope, name, description, body },
      }));
    },
  });
  const by = { session_id: AGENT, tools: [], source: "agent-selected" as const, can_call: false };
  const invoked = await composePackage(skill, asked, by, ports);
  if (!invoked.ok) return { ok: false, output: runWords.notUsed(skill.name, invoked.failure.problem) };
  return { ok: true, output: `${loadedHead(invoked.value)}\n\n${invoked.value.body}` };
}

function placeIn({ workspaces, user }: AgentAccess, scope: Place["scope"]): Place | undefined {
  if (scope === "user") return user === "" ? undefined : { scope, root: user, steps: ["memory"], label: "memory" };
  const [root] = workspaces;
  return root === undefined ? undefined : { scope, root, steps: [".galley", "memory"], label: ".galley/memory" };
}

async function listFor({ workspaces, home, bundled, off, rules }: AgentAccess): ReturnType<typeof listOnDisk> {
  const below = (root: string): string[] => SKILL_FOLDERS.map((folder) => join(root, folder));
  const listing = await listOnDisk([
    ...workspaces.flatMap(below).map((folder) => diskRoot("project", folder)),
    ...(home === "" ? [] : below(home)).map((folder) => diskRoot("user", folder)),
    ...(bundled === "" ? [] : [diskRoot("bundled", bundled)]),
  ]);
  const isOffered = ({ name }: Skill): boolean =>
    !off.includes(name) && decide(rules, { permission: "skill", pattern: name }) === "allow";
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

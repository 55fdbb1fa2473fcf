// Conversations in which skills are written: begun by New Skill, and the only ones with the tools of Galley's own server.
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { UserMessage } from "../../message/message.ts";
import { NEW_SKILL, newSession } from "../../message/session.ts";
import { ownTools } from "../../mcp/own/own-tools.ts";
import { readPurpose, savePurpose } from "../../persist/purpose.ts";
import { createSession } from "../../persist/sessions.ts";
import type { SkillPath } from "../../skills/authoring.ts";
import type { Documents, Files, Located } from "../../tools/ports.ts";
import type { Tool } from "../../tools/tool.ts";
import { invokesSkill, isApplyingSkill } from "../../turn/applies-skill.ts";
import { readHistory } from "../../turn/request/memory.ts";
import type { Core } from "../core.ts";

/** A new conversation that is for writing a skill, shown and ready to be written in. Returns its id. */
export async function begin(core: Core, given: unknown): Promise<string> {
  const id = core.newId("ses");
  core.store.transaction(() => {
    createSession(core.store, { ...newSession(id, Date.now()), title: NEW_SKILL });
    savePurpose(core.store, id, "authoring");
  });
  const text = typeof given === "string" ? given : "Write a skill that ";
  core.session(id).saveDraft({ parts: [{ type: "text", text }] });
  const pane = core.panes.show(id, { replacesDraft: true });
  await pane.panel.focus();
  return id;
}

interface AuthoringTools {
  files: Files;
  documents: Documents;
}

const SELF = "Skills cannot be changed while a skill is running. Ask for the change in another message.";

/** None in any other conversation, and none in a turn that applies a skill. */
export async function authoringTools(
  core: Core,
  sessionId: string,
  turn: UserMessage | undefined,
  { files, documents }: AuthoringTools,
): Promise<Tool[]> {
  if (readPurpose(core.store, sessionId) !== "authoring") return [];
  const isApplying = async (id: string): Promise<boolean> => isApplyingSkill(await readHistory(core.store, id));
  if (turn === undefined ? await isApplying(sessionId) : invokesSkill(turn)) return [];
  return ownTools({
    server: () => import("../../mcp/own/own-server.ts"),
    skills: { list: () => core.skills.all(), isOff: (name) => core.skills.isOff(name) },
    locate: (path) => locateSkillFile(files, path),
    documents,
    refuses: async ({ session_id }) => ((await isApplying(session_id)) ? SELF : undefined),
  });
}

/** Below `.galley/skills` and nowhere else, also where a link is in the way. */
async function locateSkillFile(files: Files, { scope, name, file }: SkillPath): Promise<Located> {
  const root = scope === "user" ? homedir() : vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (root === undefined) return { ok: false, why: "no folder is open; use the user scope" };
  const real = join(await realpath(root).catch(() => root), ".galley", "skills", name, file);
  const located = await files.locate(real);
  if (!located.ok || located.place.real === real) return located;
  return { ok: false, why: "a symbolic link points outside .galley/skills" };
}

// Conversations for writing skills: New Skill begins one, and only they have the tools that write skills.
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { UserMessage } from "../../message/message.ts";
import { NEW_SKILL, newConversation } from "../../message/conversation.ts";
import { samePath } from "../../disk/places/same-path.ts";
import { ownTools } from "../../mcp/own/own-tools.ts";
import { readPurpose, savePurpose } from "../../persist/purpose.ts";
import type { Store } from "../../persist/database/store.ts";
import { createConversation } from "../../persist/conversations.ts";
import type { SkillPath } from "../../skills/authoring/operations.ts";
import type { Documents, Files, Located } from "../../tools/ports.ts";
import type { Tool } from "../../tools/tool.ts";
import { invokesSkill, isApplyingSkill } from "../../skills/run/applies-skill.ts";
import { invokePorts } from "../../turn/skill-ports.ts";
import { readHistory } from "../../turn/request/conversation-cache.ts";
import type { AuthoringNeeds } from "./needs.ts";
import type { WindowSkills } from "./window-skills.ts";
import * as words from "./words.ts";

/** Stores and shows a new conversation for writing a skill. Returns its id. */
export async function beginAuthoring(
  store: Store,
  { newConversationId, openWithDraft }: AuthoringNeeds,
  given: unknown,
): Promise<string> {
  const id = newConversationId();
  store.transaction(() => {
    createConversation(store, { ...newConversation(id, Date.now()), title: NEW_SKILL });
    savePurpose(store, id, "authoring");
  });
  const text = typeof given === "string" ? given : words.authoringDraft;
  await openWithDraft(id, { parts: [{ type: "text", text }] });
  return id;
}

/** Where the tools look for files and write them. */
export interface AuthoringPorts {
  files: Files;
  documents: Documents;
}

/** None in any other conversation, and none in a turn that applies a skill. */
export async function authoringTools(
  { store, skills, files, documents }: AuthoringPorts & { store: Store; skills: WindowSkills },
  conversationId: string,
  turn: UserMessage | undefined,
): Promise<Tool[]> {
  if (readPurpose(store, conversationId) !== "authoring") return [];
  const isApplying = async (id: string): Promise<boolean> => isApplyingSkill(await readHistory(store, id));
  if (turn === undefined ? await isApplying(conversationId) : invokesSkill(turn)) return [];
  return ownTools({
    server: () => import("../../mcp/own/own-server.ts"),
    skills: { list: () => skills.all(), isOff: (name) => skills.isOff(name), dry: invokePorts(skills.composer) },
    locate: (path) => locateSkillFile(files, path),
    documents,
    refuses: async ({ session_id }) => ((await isApplying(session_id)) ? words.changeRefused : undefined),
  });
}

/** Refuses a file outside `.galley/skills`, also behind a symbolic link. */
async function locateSkillFile(files: Files, { scope, name, file }: SkillPath): Promise<Located> {
  const root = scope === "user" ? homedir() : vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (root === undefined) return { ok: false, failure: words.noFolder };
  // A folder that does not exist has no links to resolve.
  const real = join(await realpath(root).catch(() => root), ".galley", "skills", name, file);
  const located = await files.locate(
    scope === "user" ? `~/.galley/skills/${name}/${file}` : real.replaceAll("\\", "/"),
  );
  if (!located.ok || samePath(located.value.real, real)) return located;
  return { ok: false, failure: words.linkOutside };
}

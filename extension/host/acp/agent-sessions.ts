// Resumes a session that an ACP agent has stored: opens its conversation, or turns it into one.
import type { SessionInfo } from "@agentclientprotocol/sdk";
import * as vscode from "vscode";
import type { Agent } from "../../acp/agent.ts";
import { ACP } from "../../message/agents/acp.ts";
import type { Part } from "../../message/part.ts";
import { titleOf } from "../../message/conversation.ts";
import { conversationOf } from "../../persist/agents/agent-session.ts";
import type { Store } from "../../persist/database/store.ts";
import { ALL, countMessages, readMessages } from "../../persist/messages.ts";
import { pickOne } from "../window/ask.ts";
import { timeAgo } from "../window/time-ago.ts";
import type { AgentChoiceNeeds } from "./needs.ts";
import type { WindowAgents } from "./window-agents.ts";
import * as words from "./words.ts";

type Item = vscode.QuickPickItem & { run?: () => unknown };
type KeptSession = vscode.QuickPickItem & {
  sessionId: string;
  title: string | undefined;
  /** The conversation that already goes on with this session. */
  known: string | undefined;
};

type ResumeNeeds = Omit<AgentChoiceNeeds, "focusedConversation" | "selectedModel" | "selectModel">;

/** Offered before the first message of a conversation, if the agent can list and resume its sessions. */
export function resumeItem(acp: WindowAgents, needs: ResumeNeeds, conversation: string, agent: Agent): Item[] {
  const { loadSession, sessionCapabilities } = agent.known?.agentCapabilities ?? {};
  const isOffered = sessionCapabilities?.list && (sessionCapabilities.resume ?? loadSession);
  if (!isOffered || countMessages(needs.store, conversation) > 0) return [];
  const run = (): Promise<void> => pickSession(acp, needs, conversation, agent, loadSession === true);
  return [{ label: `$(history) ${words.resumeItem}`, description: agent.name, run }];
}

async function pickSession(
  acp: WindowAgents,
  needs: ResumeNeeds,
  conversation: string,
  agent: Agent,
  showsMessages: boolean,
): Promise<void> {
  const model = `${ACP}/${agent.setting.id}`;
  // The session that is already open for this conversation is not an earlier one.
  const own = acp.sessionOf(conversation)?.session;
  const itemOf = ({ sessionId, title: told, updatedAt }: SessionInfo): KeptSession => {
    const title = told?.trim() || undefined;
    const known = conversationOf(needs.store, model, sessionId);
    const at = Date.parse(updatedAt ?? "");
    const when = Number.isNaN(at) ? [] : [timeAgo(at, Date.now())];
    const description = [...when, ...(known === undefined ? [] : [words.hasConversation])].join(" · ");
    const named = title === undefined ? { label: words.untitledSession, detail: sessionId } : { label: title };
    return { ...named, description, sessionId, title, known };
  };
  const sessions = agent.list().then((listed) => {
    if (!listed.ok) return [{ label: words.notListed, detail: listed.failure.message }];
    const items: (vscode.QuickPickItem | KeptSession)[] = listed.value
      .filter(({ sessionId }) => sessionId !== own)
      .map(itemOf);
    return items.length > 0 ? items : [{ label: words.noSessions(agent.name) }];
  });
  const placeHolder = showsMessages ? words.showsMessages : words.keepsContext(agent.name);
  const picked = await pickOne(sessions, {
    title: words.resumeTitle(agent.name),
    placeHolder,
    matchOnDescription: true,
  });
  if (picked === undefined || !("sessionId" in picked)) return;
  if (picked.known !== undefined) await needs.openConversation(picked.known);
  else await resume(acp, needs, conversation, agent, picked);
}

async function resume(
  acp: WindowAgents,
  needs: ResumeNeeds,
  conversation: string,
  agent: Agent,
  { sessionId, label, title }: KeptSession,
): Promise<void> {
  const failure = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: words.resuming(label, agent.name) },
    () => acp.agents.adopt(conversation, agent.setting.id, sessionId),
  );
  if (failure !== undefined) needs.reportFailure(failure);
  if (countMessages(needs.store, conversation) === 0) return;
  // If the user sent a message before the session was resumed, the conversation keeps its title.
  if (conversationOf(needs.store, `${ACP}/${agent.setting.id}`, sessionId) === conversation)
    needs.renameConversation(conversation, title ?? titleOf(firstParts(needs.store, conversation)));
  needs.conversationChanged(conversation);
}

function firstParts(store: Store, conversation: string): readonly Part[] {
  const first = readMessages(store, conversation, ALL).find(({ message }) => message.role === "user");
  return first?.message.role === "user" ? first.message.parts : [];
}

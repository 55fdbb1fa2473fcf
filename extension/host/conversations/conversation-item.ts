// A conversation as an item of the list: its label, description, icon, command and accessible name.
import * as vscode from "vscode";
import type { ConversationSummary } from "../../message/conversation.ts";
import type { RunState } from "../../protocol/conversation.ts";
import { runWords } from "../../text/run-words.ts";
import { timeAgo } from "../window/time-ago.ts";
import type { ConversationItem } from "./conversations-view.ts";
import * as words from "./words.ts";

export interface Listed {
  session: ConversationSummary;
  /** The conversation it branched from, unless that is deleted. */
  parent: ConversationSummary | undefined;
  hasBranches: boolean;
  isBusy: boolean;
  /** What it does; `error` if its last turn failed. */
  state: RunState["state"];
  /** Whether a pane shows it. */
  isShown: boolean;
  /** Whether it is for the authoring of a skill. */
  writesSkills: boolean;
  /** The text of the search, which is highlighted in the title. */
  query: string;
}

export function toItem(listed: Listed, now: number): ConversationItem {
  const { session, hasBranches, query } = listed;
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const label = { label: session.title, highlights: highlightsIn(session.title, query) };
  const facts = factsOf(listed, now);
  const lineage = lineageOf(listed);
  return Object.assign(new vscode.TreeItem(label, hasBranches ? Expanded : None), {
    session_id: session.id,
    // VS Code remembers by id which items are collapsed, and takes one without branches for collapsed: so with its first
    // branch an item gets another id.
    id: hasBranches ? `${session.id}/` : session.id,
    description: facts.join(" · "),
    hoverText: () => [session.title, lineage, lastUsed(session)].filter((text) => text !== "").join("\n"),
    iconPath: iconOf(listed),
    contextValue: contextOf(listed),
    command: { command: "galley.sessions.open", title: words.openTitle, arguments: [session.id] },
    accessibilityInformation: { label: [session.title, lineage, ...facts].filter((text) => text !== "").join(", ") },
  });
}

function factsOf({ session, isBusy, state, isShown, writesSkills }: Listed, now: number): string[] {
  return [
    ...(isShown ? [words.current] : []),
    ...(isBusy || state === "error" ? [runWords[state]] : []),
    ...(session.ephemeral ? [words.sidecar] : []),
    ...(writesSkills ? [words.skillAuthoring] : []),
    ...(session.archived_at === null ? [] : [words.archived]),
    timeAgo(session.updated_at, now),
  ];
}

function lineageOf({ session, parent }: Listed): string {
  if (session.parent_id === null) return "";
  return session.ephemeral ? words.sidecarOf(parent?.title) : words.branchOf(parent?.title);
}

function lastUsed({ updated_at }: ConversationSummary): string {
  const time = new Date(updated_at).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
  return words.lastUsed(time);
}

/** The color is not the only mark of the conversation that is shown: the description says so too. */
function iconOf({ session, isBusy, state, isShown }: Listed): vscode.ThemeIcon {
  if (isBusy && state === "waiting") return new vscode.ThemeIcon("bell-dot");
  if (isBusy) return new vscode.ThemeIcon("loading~spin");
  if (state === "error") return new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  const color = isShown ? new vscode.ThemeColor("list.highlightForeground") : undefined;
  if (session.archived_at !== null) return new vscode.ThemeIcon("archive", color);
  if (session.ephemeral) return new vscode.ThemeIcon("layout-sidebar-right", color);
  return new vscode.ThemeIcon(session.parent_id === null ? "comment-discussion" : "git-branch", color);
}

/** Words that the menus of package.json look for. */
function contextOf({ session, isBusy }: Listed): string {
  return ["session", session.archived_at === null ? "active" : "archived", ...(isBusy ? ["busy"] : [])].join(" ");
}

function highlightsIn(title: string, query: string): [number, number][] {
  const from = query === "" ? -1 : title.toLowerCase().indexOf(query.toLowerCase());
  return from < 0 ? [] : [[from, from + query.length]];
}

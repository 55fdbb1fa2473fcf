// A conversation as one line of the list: for the eye, for the mouse and for a screen reader.
import * as vscode from "vscode";
import type { SessionSummary } from "../../message/session.ts";
import type { RunState } from "../../protocol/conversation.ts";
import { runWords } from "../../text/run-words.ts";
import { timeAgo } from "../window/time-ago.ts";
import type { SessionItem } from "./sessions-view.ts";

export interface Listed {
  session: SessionSummary;
  /** Where it was forked from, while that is there. */
  parent: SessionSummary | undefined;
  hasBranches: boolean;
  isBusy: boolean;
  /** While it is busy: with what. */
  state: RunState["state"];
  /** A pane shows it. */
  isShown: boolean;
  /** Skills are written in it. */
  writesSkills: boolean;
  /** What was searched for, to be marked in the title. */
  words: string;
}

export function toItem(listed: Listed, now: number): SessionItem {
  const { session, hasBranches, words } = listed;
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const label = { label: session.title, highlights: highlightsIn(session.title, words) };
  const facts = factsOf(listed, now);
  const lineage = lineageOf(listed);
  return Object.assign(new vscode.TreeItem(label, hasBranches ? Expanded : None), {
    session_id: session.id,
    // VS Code remembers what is folded by id, and a line that could not be opened as folded: with its first branch it is another.
    id: hasBranches ? `${session.id}/` : session.id,
    description: facts.join(" · "),
    tooltip: [session.title, lineage, lastUsed(session)].filter((line) => line !== "").join("\n"),
    iconPath: iconOf(listed),
    contextValue: contextOf(listed),
    command: { command: "galley.sessions.open", title: "Open Conversation", arguments: [session.id] },
    accessibilityInformation: { label: [session.title, lineage, ...facts].filter((word) => word !== "").join(", ") },
  });
}

function factsOf({ session, isBusy, state, isShown, writesSkills }: Listed, now: number): string[] {
  return [
    ...(isShown ? ["current"] : []),
    ...(isBusy ? [runWords[state]] : []),
    ...(session.ephemeral ? ["sidecar"] : []),
    ...(writesSkills ? ["skill authoring"] : []),
    ...(session.archived_at === null ? [] : ["archived"]),
    timeAgo(session.updated_at, now),
  ];
}

function lineageOf({ session, parent }: Listed): string {
  if (session.parent_id === null) return "";
  const kind = session.ephemeral ? "Sidecar" : "Branch";
  return parent === undefined ? `${kind} of a deleted conversation` : `${kind} of ${parent.title}`;
}

function lastUsed({ updated_at }: SessionSummary): string {
  return `Last used ${new Date(updated_at).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" })}`;
}

/** The color is not the only mark of the conversation that is shown: the description says so too. */
function iconOf({ session, isBusy, state, isShown }: Listed): vscode.ThemeIcon {
  if (isBusy && state === "waiting") return new vscode.ThemeIcon("bell-dot");
  if (isBusy) return new vscode.ThemeIcon("loading~spin");
  const color = isShown ? new vscode.ThemeColor("list.highlightForeground") : undefined;
  if (session.archived_at !== null) return new vscode.ThemeIcon("archive", color);
  if (session.ephemeral) return new vscode.ThemeIcon("layout-sidebar-right", color);
  return new vscode.ThemeIcon(session.parent_id === null ? "comment-discussion" : "git-branch", color);
}

/** Words that the menus of package.json look for. */
function contextOf({ session, isBusy }: Listed): string {
  return ["session", session.archived_at === null ? "active" : "archived", ...(isBusy ? ["busy"] : [])].join(" ");
}

function highlightsIn(title: string, words: string): [number, number][] {
  const from = words === "" ? -1 : title.toLowerCase().indexOf(words.toLowerCase());
  return from < 0 ? [] : [[from, from + words.length]];
}

// The tree items of the Shelf: what its lines show, say and open.
import * as vscode from "vscode";
import { compact } from "../../text/counted.ts";
import { fileTargetOf } from "../../message/file-target.ts";
import type { KnownPart } from "../../message/part.ts";
import { pinKindOf } from "../../message/pin.ts";
import { resourceOf } from "../../message/resolved.ts";
import { isByteRange, linesText, type Range } from "../../message/range.ts";
import type { MeasuredPin } from "../../preview/measured-pin.ts";
import type { ShelfGroup, ShelfItem, ShelfRow } from "./view.ts";
import * as words from "./words.ts";
import { uriOf } from "../files/workspace.ts";

export interface Shelved extends ShelfRow {
  group: ShelfGroup;
  title?: string | undefined;
  tokens: number;
  /** `left-out`: an open editor that is not sent because of ignore rules or possible secrets. */
  state: MeasuredPin["state"] | "left-out";
  note?: string;
  problem?: string;
  isFolder: boolean;
  /** Set if another line has the same file name: `net/index.ts`. */
  name?: string;
}

const GROUP_ICONS: Record<ShelfGroup, string> = { pinned: "pinned", message: "comment", automatic: "sparkle" };

export function groupItem(group: ShelfGroup, rows: readonly Shelved[]): ShelfItem {
  const { label, empty, tooltip } = words.groups[group];
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const tokens = compact(rows.reduce((sum, row) => sum + row.tokens, 0));
  const spoken =
    rows.length === 0 ? words.spokenEmptyGroup(label, empty) : words.spokenGroup(label, rows.length, tokens);
  return Object.assign(new vscode.TreeItem(label, rows.length === 0 ? None : Expanded), {
    group,
    // VS Code remembers by id that a group is collapsed, and counts an empty one as that: another id expands it.
    id: rows.length === 0 ? group : `${group}/`,
    description: rows.length === 0 ? empty : words.tokenCount(tokens),
    tooltip,
    iconPath: new vscode.ThemeIcon(GROUP_ICONS[group]),
    contextValue: "group",
    accessibilityInformation: { label: spoken },
  });
}

export function rowItem(row: Shelved): ShelfItem {
  const name = nameOf(row);
  const note = row.note === undefined ? [] : [row.note];
  const facts = [words.tokenCount(compact(row.tokens)), ...stateWords(row), ...note];
  const resourceUri = uriFor(row.part);
  return Object.assign(new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None), {
    group: row.group,
    row: { id: row.id, part: row.part, nth: row.nth },
    id: `${row.group}/${row.id}`,
    description: facts.join(" · "),
    tooltip: tooltipOf(row, resourceUri),
    iconPath: iconOf(row),
    ...(resourceUri !== undefined && { resourceUri }),
    contextValue: contextOf(row),
    command: { command: "galley.shelf.open", title: words.openLine, arguments: [{ row: { part: row.part } }] },
    accessibilityInformation: { label: spoken(row, name) },
  });
}

/** The name of the chip: `upload.ts:10-25`. */
function nameOf({ part, title, name }: Pick<Shelved, "part" | "title" | "name">): string {
  const target = fileTargetOf(part);
  if (target !== undefined) return `${name ?? baseName(target.path)}${placeOf(target.range)}`;
  switch (part.type) {
    case "file-attachment":
      return part.name;
    case "file-ref":
      return part.ref.kind === "url" ? part.ref.url : words.attachment;
    case "command":
      return part.id;
    case "mention":
      return part.target.kind === "resource"
        ? part.target.uri
        : `@${part.target.kind === "file" ? "" : part.target.name}`;
    case "editor-context":
      return part.source ?? part.kind;
    case "skill-invocation":
      return part.name;
    case "text":
      return title ?? words.pinnedText;
    default:
      return part satisfies never;
  }
}

function stateWords(row: Shelved): string[] {
  const { state } = row;
  const followed = isFollowed(row) ? [words.openEditor] : [];
  if (state === "gone") return [...followed, words.unreadable];
  if (state === "left-out") return [...followed, words.ignored];
  return state === "changed" ? [...followed, words.changed] : followed;
}

function spoken(row: Shelved, name: string): string {
  const open = row.state === "left-out" ? words.spokenIgnoredEditor : words.spokenFollowed;
  const where = isFollowed(row) ? open : words.groups[row.group].spoken;
  const states = {
    live: [],
    changed: [words.spokenChanged],
    gone: [words.unreadable],
    "left-out": [words.spokenIgnored],
  };
  return [
    name,
    where,
    words.spokenTokens(compact(row.tokens)),
    ...states[row.state],
    ...(row.note === undefined ? [] : [row.note]),
  ].join(", ");
}

function tooltipOf(row: Shelved, uri: vscode.Uri | undefined): string {
  const target = fileTargetOf(row.part);
  const full = uri?.scheme === "file" ? uri.fsPath : uri?.toString();
  const states = {
    live: row.group === "pinned" ? words.pinnedTooltip : "",
    changed: words.changedTooltip,
    gone: "",
    "left-out": words.ignoredTooltip,
  };
  const lines = [
    target === undefined ? (row.title ?? "") : `${full ?? target.path}${placeOf(target.range)}`,
    row.part.type === "text" ? excerpt(row.part.text) : "",
    words.tokensTooltip(compact(row.tokens)),
    isFollowed(row) && row.state !== "left-out" ? words.followedTooltip : states[row.state],
    row.problem ?? "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function iconOf({ part, state, problem, isFolder }: Shelved): vscode.ThemeIcon {
  if (state === "gone") return new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  if (state === "left-out") return new vscode.ThemeIcon("circle-slash");
  if (state === "changed")
    return new vscode.ThemeIcon("refresh", new vscode.ThemeColor("gitDecoration.modifiedResourceForeground"));
  if (problem !== undefined) return new vscode.ThemeIcon("info");
  if (part.type === "text") return new vscode.ThemeIcon("note");
  if (part.type === "file-attachment") return new vscode.ThemeIcon("file-media");
  if (resourceOf(part) !== undefined) return new vscode.ThemeIcon("database");
  if (fileTargetOf(part) === undefined) return new vscode.ThemeIcon("symbol-misc");
  return isFolder ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
}

/** Words that the menus of package.json look for. */
function contextOf(row: Shelved): string {
  const { group, part } = row;
  const pinnable = fileTargetOf(part) !== undefined || resourceOf(part) !== undefined ? ["pinnable"] : [];
  if (group === "automatic") return "row";
  if (group === "message") return ["row", "chip", ...pinnable].join(" ");
  return isFollowed(row) ? "row followed pinnable" : "row pin";
}

function isFollowed(row: Shelved): boolean {
  return pinKindOf(row) === "open-editor";
}

export function uriFor(part: KnownPart): vscode.Uri | undefined {
  const target = fileTargetOf(part);
  return target && uriOf(target.path);
}

function placeOf(range: Range | undefined): string {
  return range === undefined || isByteRange(range) ? "" : `:${linesText(range)}`;
}

function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed.slice(trimmed.lastIndexOf("/") + 1) || path;
}

const EXCERPT_LENGTH = 300;

function excerpt(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}

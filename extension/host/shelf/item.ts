// A line of the Shelf: for the eye, for the mouse and for a screen reader.
import * as vscode from "vscode";
import { compact } from "../../text/counted.ts";
import { fileTargetOf } from "../../message/file-target.ts";
import type { KnownPart } from "../../message/part.ts";
import { pinKindOf } from "../../message/pin.ts";
import { resourceOf } from "../../message/resolved.ts";
import { isByteRange, linesText, type Range } from "../../message/range.ts";
import type { MeasuredPin } from "../../preview/measured-pin.ts";
import type { ShelfGroup, ShelfItem, ShelfRow } from "./view.ts";
import { uriOf } from "../files/workspace.ts";

export interface Shelved extends ShelfRow {
  group: ShelfGroup;
  title?: string | undefined;
  tokens: number;
  /** `left-out`: an open editor that would be followed, were it not for ignore rules. */
  state: MeasuredPin["state"] | "left-out";
  note?: string;
  problem?: string;
  isFolder: boolean;
  /** Where its name alone does not tell it from another line: `net/index.ts`. */
  name?: string;
}

const groups: Record<ShelfGroup, { label: string; icon: string; empty: string; told: string }> = {
  pinned: {
    label: "Pinned",
    icon: "pinned",
    empty: "empty",
    told: "Pinned items are read again and sent with every message. Drop files here to pin them.",
  },
  message: {
    label: "Current Message",
    icon: "comment",
    empty: "empty",
    told: "Context in the message you are writing.",
  },
  automatic: {
    label: "Automatic",
    icon: "sparkle",
    empty: "",
    told: "Context that is added automatically. Run Galley: Configure Automatic Context… to change it.",
  },
};

export function groupItem(group: ShelfGroup, rows: readonly Shelved[]): ShelfItem {
  const { label, icon, empty, told } = groups[group];
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  const description = rows.length === 0 ? empty : `~${compact(tokens)}`;
  const count = rows.length === 0 ? empty : `${rows.length}, about ${compact(tokens)} tokens`;
  return Object.assign(new vscode.TreeItem(label, rows.length === 0 ? None : Expanded), {
    group,
    // VS Code remembers what is folded by id, and a line that could not be opened as folded: with its first row it is another.
    id: rows.length === 0 ? group : `${group}/`,
    description,
    tooltip: told,
    iconPath: new vscode.ThemeIcon(icon),
    contextValue: "group",
    accessibilityInformation: { label: `${label}, ${count}` },
  });
}

export function rowItem(row: Shelved): ShelfItem {
  const name = nameOf(row);
  const facts = [`~${compact(row.tokens)}`, ...stateWords(row), ...(row.note === undefined ? [] : [row.note])];
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
    command: { command: "galley.shelf.open", title: "Open", arguments: [{ row: { part: row.part } }] },
    accessibilityInformation: { label: spoken(row, name) },
  });
}

/** As the chip is called: `upload.ts:10-25`. */
function nameOf({ part, title, name }: Pick<Shelved, "part" | "title" | "name">): string {
  const target = fileTargetOf(part);
  if (target !== undefined) return `${name ?? baseName(target.path)}${placeOf(target.range)}`;
  switch (part.type) {
    case "file-attachment":
      return part.name;
    case "file-ref":
      return part.ref.kind === "url" ? part.ref.url : "attachment";
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
      return title ?? "text";
    default:
      return part satisfies never;
  }
}

/** `gone` is a file that cannot be read, a chip that will not go as it looks has its problem in the tooltip. */
function stateWords(row: Shelved): string[] {
  const { state } = row;
  const followed = isFollowed(row) ? ["open"] : [];
  if (state === "gone") return [...followed, "could not be read"];
  if (state === "left-out") return [...followed, "ignored"];
  return state === "changed" ? [...followed, "changed"] : followed;
}

function spoken(row: Shelved, name: string): string {
  const open = row.state === "left-out" ? "open editor" : "open editor, pinned automatically";
  const where = isFollowed(row) ? open : groups[row.group].label.toLowerCase();
  const states = {
    live: [],
    changed: ["changed since it was last sent"],
    gone: ["could not be read"],
    "left-out": ["ignored, not sent"],
  };
  return [
    name,
    where,
    `about ${compact(row.tokens)} tokens`,
    ...states[row.state],
    ...(row.note === undefined ? [] : [row.note]),
  ].join(", ");
}

function tooltipOf(row: Shelved, uri: vscode.Uri | undefined): string {
  const target = fileTargetOf(row.part);
  const full = uri?.scheme === "file" ? uri.fsPath : uri?.toString();
  const states = {
    live: row.group === "pinned" ? "Read again with every message." : "",
    changed: "Changed since it was last sent.",
    gone: "",
    "left-out": "Not sent because your ignore rules exclude it or it may contain secrets. Pin it to send it anyway.",
  };
  const lines = [
    target === undefined ? (row.title ?? "") : `${full ?? target.path}${placeOf(target.range)}`,
    row.part.type === "text" ? excerpt(row.part.text) : "",
    `About ${compact(row.tokens)} tokens.`,
    isFollowed(row) && row.state !== "left-out" ? "Pinned automatically while its editor is open." : states[row.state],
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

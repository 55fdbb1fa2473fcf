// Commands for files and for the lines of the Shelf: add, pin, unpin, remove, open, move, follow.
import type * as vscode from "vscode";
import * as z from "zod/mini";
import { fileTargetOf } from "../../message/file-target.ts";
import { KnownPart } from "../../message/part.ts";
import { pinKindOf } from "../../message/pin.ts";
import { pickMany } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { referTo } from "../files/incoming.ts";
import { openEditorUris } from "../files/open-editors.ts";
import { urisOf } from "../files/resources.ts";
import type { Shelved } from "./item.ts";
import type { MessageNeeds, UnsentMessage } from "./needs.ts";
import { removeChips } from "./remove-chips.ts";
import type { ShelfContents } from "./shelf.ts";
import * as words from "./words.ts";

export function shelfCommands(shelf: ShelfContents, { focusedMessage, openPart }: MessageNeeds): CommandHandlers {
  return {
    "galley.addFile": (...args) => addFile(focusedMessage, args),
    "galley.pinFile": (...args) => pinFile(shelf, args),
    "galley.unpin": (...args) => unpin(shelf, args),
    "galley.pinOpenEditors": () => pinPlaces(shelf, openEditorUris(), words.noEditor),
    "galley.shelf.open": (...args) => open(shelf, openPart, args),
    "galley.shelf.remove": (...args) => remove(shelf, focusedMessage, args),
    "galley.shelf.moveUp": (...args) => moveBy(shelf, -1, args),
    "galley.shelf.moveDown": (...args) => moveBy(shelf, 1, args),
    "galley.shelf.followOpenEditors": () => shelf.follow(true),
    "galley.shelf.unfollowOpenEditors": () => shelf.follow(false),
  };
}

const Line = z.object({ group: z.enum(["pinned", "message", "automatic"]), row: z.object({ id: z.string() }) });

/** The lines a command was called on: the selected ones if the clicked one is among them. */
function linesOf(shelf: Pick<ShelfContents, "rows" | "selected">, args: readonly unknown[]): Shelved[] {
  const [first, selected] = args;
  const clicked = Line.safeParse(first);
  if (!clicked.success) return [];
  const many = z.array(z.unknown()).safeParse(selected);
  const named = (many.success ? many.data : shelf.selected).flatMap((item) => {
    const line = Line.safeParse(item);
    return line.success ? [line.data] : [];
  });
  const isAmong = named.some(({ group, row }) => group === clicked.data.group && row.id === clicked.data.row.id);
  const lines = isAmong ? named : [clicked.data];
  return shelf.rows.filter((row) => lines.some((line) => line.group === row.group && line.row.id === row.id));
}

export async function addFile(
  focusedMessage: () => Pick<UnsentMessage, "addFiles">,
  args: readonly unknown[],
): Promise<void> {
  const uris = urisOf(args);
  if (uris.length === 0) throw new Error(words.noFile);
  await focusedMessage().addFiles(uris);
}

/** Files of the Explorer, a tab or source control; or chips of the message and followed editors. */
function pinFile(shelf: ShelfContents, args: readonly unknown[]): void {
  const lines = linesOf(shelf, args);
  if (lines.length > 0) shelf.pin(lines.map(({ part }) => part));
  else pinPlaces(shelf, urisOf(args), words.noFile);
}

/** Pins what can be pinned, and says what cannot. */
function pinPlaces(shelf: Pick<ShelfContents, "pin">, uris: readonly vscode.Uri[], none: string): void {
  if (uris.length === 0) throw new Error(none);
  const { parts, problems } = referTo(uris);
  if (parts.length > 0) shelf.pin(parts);
  if (problems.length > 0) throw new Error(problems.join(" "));
}

/** For a file: all of its pins, whole or in part. From the palette without an editor, the user selects pins. */
async function unpin(shelf: ShelfContents, args: readonly unknown[]): Promise<void> {
  const lines = linesOf(shelf, args);
  const paths = new Set(referTo(urisOf(args)).parts.map((part) => fileTargetOf(part)?.path));
  const ofFiles = shelf.stored().filter(({ part }) => paths.has(fileTargetOf(part)?.path ?? ""));
  const pins = lines.length > 0 ? lines : ofFiles;
  if (pins.length > 0) shelf.unpin(pins.map(({ id }) => id));
  else if (args.length > 0) throw new Error(words.notPinned);
  else await pickAndUnpin(shelf);
}

async function pickAndUnpin(shelf: Pick<ShelfContents, "stored" | "unpin">): Promise<void> {
  const items = shelf.stored().map(({ id, part, title }) => ({ label: title ?? fileTargetOf(part)?.path ?? id, id }));
  if (items.length === 0) throw new Error(words.nothingPinned);
  const picked = await pickMany(items, { title: words.unpinTitle });
  if (picked !== undefined && picked.length > 0) shelf.unpin(picked.map(({ id }) => id));
}

/** Unpins pins, and removes chips from the message. */
function remove(shelf: ShelfContents, focusedMessage: MessageNeeds["focusedMessage"], args: readonly unknown[]): void {
  const lines = linesOf(shelf, args);
  const pins = lines.filter((row) => row.group === "pinned" && pinKindOf(row) !== "open-editor");
  if (pins.length > 0) shelf.unpin(pins.map(({ id }) => id));
  removeChips(
    focusedMessage(),
    lines.filter(({ group }) => group === "message"),
  );
}

const Opened = z.object({ row: z.object({ part: KnownPart }) });

async function open(shelf: ShelfContents, openPart: MessageNeeds["openPart"], args: readonly unknown[]): Promise<void> {
  const lines = linesOf(shelf, args);
  const opened = Opened.safeParse(args[0]);
  const parts = lines.length > 0 ? lines.map(({ part }) => part) : opened.success ? [opened.data.row.part] : [];
  for (const part of parts) await openPart(part);
}

/** Moves a pin by one line, for the keyboard. */
function moveBy(shelf: ShelfContents, step: -1 | 1, args: readonly unknown[]): void {
  const [line] = linesOf(shelf, args);
  const order = shelf.stored().map(({ id }) => id);
  const at = line?.group === "pinned" ? order.indexOf(line.id) : -1;
  const place = at + step;
  if (line === undefined || at < 0 || place < 0 || place >= order.length) return;
  shelf.move([line.id], order[step < 0 ? place : place + 1]);
}

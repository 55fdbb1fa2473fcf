// What one does with files and with the lines of the Shelf: add, pin, unpin, remove, open, move, follow.
import type * as vscode from "vscode";
import * as z from "zod/mini";
import { fileTargetOf } from "../../message/file-target.ts";
import { KnownPart } from "../../message/part.ts";
import { pickMany } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { referTo } from "../files/incoming.ts";
import { openEditorUris } from "../files/open-editors.ts";
import { urisOf } from "../files/resources.ts";
import type { Shelved } from "./item.ts";

const Line = z.object({ group: z.enum(["pinned", "message", "automatic"]), row: z.object({ id: z.string() }) });

/** The lines a command was called on: those selected if the one under the mouse is among them. */
function linesOf(core: Core, args: readonly unknown[]): Shelved[] {
  const [first, selected] = args;
  const clicked = Line.safeParse(first);
  if (!clicked.success) return [];
  const many = z.array(z.unknown()).safeParse(selected);
  const named = (many.success ? many.data : core.shelf.selected).flatMap((item) => {
    const line = Line.safeParse(item);
    return line.success ? [line.data] : [];
  });
  const isAmong = named.some(({ group, row }) => group === clicked.data.group && row.id === clicked.data.row.id);
  const lines = isAmong ? named : [clicked.data];
  return core.shelf.rows.filter((row) => lines.some((line) => line.group === row.group && line.row.id === row.id));
}

const NO_FILE = "Open a file, or select one in the Explorer.";

export async function addFile(core: Core, ...args: readonly unknown[]): Promise<void> {
  const uris = urisOf(args);
  if (uris.length === 0) throw new Error(NO_FILE);
  await core.panes.focused.takeIn.addFiles(uris);
}

/** Files of the Explorer, a tab or source control; or chips of the message and followed editors. */
export function pinFile(core: Core, ...args: readonly unknown[]): void {
  const lines = linesOf(core, args);
  if (lines.length > 0) core.shelf.pin(lines.map(({ part }) => part));
  else pinPlaces(core, urisOf(args), NO_FILE);
}

export function pinOpenEditors(core: Core): void {
  pinPlaces(core, openEditorUris(), "No editor is open.");
}

/** Pins what can be pinned, and says what cannot. */
function pinPlaces(core: Core, uris: readonly vscode.Uri[], none: string): void {
  if (uris.length === 0) throw new Error(none);
  const { parts, problems } = referTo(uris);
  if (parts.length > 0) core.shelf.pin(parts);
  if (problems.length > 0) throw new Error(problems.join(" "));
}

/** For a file: all of its pins, whole or in part. From the palette without an editor one is picked. */
export async function unpin(core: Core, ...args: readonly unknown[]): Promise<void> {
  const lines = linesOf(core, args);
  const paths = new Set(referTo(urisOf(args)).parts.map((part) => fileTargetOf(part)?.path));
  const ofFiles = core.shelf.stored().filter(({ part }) => paths.has(fileTargetOf(part)?.path ?? ""));
  const pins = lines.length > 0 ? lines : ofFiles;
  if (pins.length > 0) core.shelf.unpin(pins.map(({ id }) => id));
  else if (args.length > 0) throw new Error("This item is not pinned.");
  else await pickAndUnpin(core);
}

async function pickAndUnpin(core: Core): Promise<void> {
  const items = core.shelf
    .stored()
    .map(({ id, part, title }) => ({ label: title ?? fileTargetOf(part)?.path ?? id, id }));
  if (items.length === 0) throw new Error("Nothing is pinned in this conversation.");
  const picked = await pickMany(items, { title: "Unpin" });
  if (picked !== undefined && picked.length > 0) core.shelf.unpin(picked.map(({ id }) => id));
}

/** Whatever the line is: a pin is unpinned, a chip leaves the message. */
export function remove(core: Core, ...args: readonly unknown[]): void {
  const lines = linesOf(core, args);
  const pins = lines.filter(({ group, id }) => group === "pinned" && !id.startsWith("open:"));
  if (pins.length > 0) core.shelf.unpin(pins.map(({ id }) => id));
  removeChips(
    core,
    lines.filter(({ group }) => group === "message"),
  );
}

/** The last of equal chips first, so that the count of the others holds. */
export function removeChips(core: Core, chips: readonly Shelved[]): void {
  for (const { part, nth } of [...chips].sort((a, b) => b.nth - a.nth)) core.draft.removePart(part, nth);
}

const Opened = z.object({ row: z.object({ part: KnownPart }) });

export async function open(core: Core, ...args: readonly unknown[]): Promise<void> {
  const lines = linesOf(core, args);
  const opened = Opened.safeParse(args[0]);
  const parts = lines.length > 0 ? lines.map(({ part }) => part) : opened.success ? [opened.data.row.part] : [];
  for (const part of parts) await core.panel.openPart(part);
}

/** By the keyboard what dragging does. */
export function moveBy(core: Core, step: -1 | 1, ...args: readonly unknown[]): void {
  const [line] = linesOf(core, args);
  const order = core.shelf.stored().map(({ id }) => id);
  const at = line?.group === "pinned" ? order.indexOf(line.id) : -1;
  const place = at + step;
  if (line === undefined || at < 0 || place < 0 || place >= order.length) return;
  core.shelf.move([line.id], order[step < 0 ? place : place + 1]);
}

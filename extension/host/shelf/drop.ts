// Drops on the Shelf, of files or of its own lines: Pinned pins them, other lines add them to the message.
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { FileAttachment } from "../../message/part.ts";
import { referTo, takeUris, toAttachment } from "../files/incoming.ts";
import type { Shelved } from "./item.ts";
import type { MessageNeeds } from "./needs.ts";
import { removeChips } from "./remove-chips.ts";
import type { ShelfContents } from "./shelf.ts";
import { SHELF_MIME, type ShelfItem } from "./view.ts";
import * as words from "./words.ts";

const Lines = z.array(z.object({ group: z.enum(["pinned", "message", "automatic"]), id: z.string() }));

type Pins = Pick<ShelfContents, "rows" | "stored" | "pin" | "move">;
type FocusedMessage = MessageNeeds["focusedMessage"];

export async function drop(
  shelf: Pins,
  focusedMessage: FocusedMessage,
  target: ShelfItem | undefined,
  dropped: vscode.DataTransfer,
): Promise<void> {
  const own = dropped.get(SHELF_MIME);
  if (own !== undefined) {
    const lines = Lines.safeParse(parseJson(await own.asString()));
    if (lines.success && lines.data.length > 0) {
      await dropLines(shelf, focusedMessage, target, lines.data);
      return;
    }
  }
  const message = focusedMessage();
  const uris = await urisIn(dropped);
  const files = await filesIn(dropped);
  if (target?.group !== "pinned") {
    const { parts, problems } = await takeUris([...uris, ...files.uris]);
    await message.addDropped({ parts: [...parts, ...files.attachments], problems });
    return;
  }
  const { parts, problems } = referTo([...uris, ...files.uris]);
  if (parts.length > 0) shelf.pin(parts, { before: target.row?.id });
  if (files.attachments.length > 0) problems.push(words.foreignNotPinned);
  await message.addDropped({ parts: files.attachments, problems });
}

/** Pinned lines change places; chips of the message move to Pinned; a pin dropped on the message is added to it. */
async function dropLines(
  shelf: Pins,
  focusedMessage: FocusedMessage,
  target: ShelfItem | undefined,
  lines: z.infer<typeof Lines>,
): Promise<void> {
  const rowsOf = (group: string): Shelved[] =>
    shelf.rows.filter((row) => row.group === group && lines.some(({ id, group: of }) => of === group && id === row.id));
  const pins = rowsOf("pinned");
  const chips = rowsOf("message");
  if (target?.group !== "pinned") {
    if (target !== undefined) await focusedMessage().addParts(pins.map(({ part }) => part));
    return;
  }
  const ids = pins.map(({ id }) => id);
  const before = placeFor(
    shelf.stored().map(({ id }) => id),
    ids,
    target.row?.id,
  );
  if (ids.length > 0) shelf.move(ids, before);
  if (chips.length === 0) return;
  shelf.pin(
    chips.map(({ part }) => part),
    { before },
  );
  removeChips(focusedMessage(), chips);
}

/** A line dropped on one further down takes the place after it, on one further up the place before it. */
function placeFor(order: readonly string[], moved: readonly string[], target: string | undefined): string | undefined {
  if (target === undefined) return undefined;
  const at = order.indexOf(target);
  const first = Math.min(...moved.map((id) => order.indexOf(id)));
  return moved.length > 0 && first < at ? order.slice(at + 1).find((id) => !moved.includes(id)) : target;
}

async function urisIn(dropped: vscode.DataTransfer): Promise<vscode.Uri[]> {
  const list = (await dropped.get("text/uri-list")?.asString()) ?? "";
  const lines = list.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const uris = lines.map((line) => vscode.Uri.parse(line, true));
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** Files of the operating system: by URI if they are on this machine, else by their bytes. */
async function filesIn(dropped: vscode.DataTransfer): Promise<{ uris: vscode.Uri[]; attachments: FileAttachment[] }> {
  const uris: vscode.Uri[] = [];
  const attachments: FileAttachment[] = [];
  const hasList = dropped.get("text/uri-list") !== undefined;
  for (const [, item] of dropped) {
    const file = item.asFile();
    if (file === undefined) continue;
    if (file.uri === undefined) attachments.push(await toAttachment(file.name, await file.data()));
    else if (!hasList) uris.push(file.uri);
  }
  return { uris, attachments };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Another program may drop anything under this type.
    return undefined;
  }
}

// What the Shelf holds: all that is sent with the next message. Only this module pins, unpins and moves.
import * as vscode from "vscode";
import { fileTargetOf } from "../../message/file-target.ts";
import type { KnownPart } from "../../message/part.ts";
import { resourceOf } from "../../message/resolved.ts";
import { tellApart } from "../../text/paths/tell-apart.ts";
import { openEditorPin, type Pin, pinKindOf, pinOf } from "../../message/pin.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { addPins, followOpenEditors, followsOpenEditors, movePins, readPins, removePins } from "../../persist/pins.ts";
import { newConversation, UNTITLED } from "../../message/conversation.ts";
import { createConversation, readSummary } from "../../persist/conversations.ts";
import { type Measure, partKey } from "../../protocol/draft.ts";
import type { MeasuredPin } from "../../preview/measured-pin.ts";
import type { LivePin } from "../../turn/request/live-pin.ts";
import { FileWatch } from "../files/file-watch.ts";
import { isFolder } from "../files/folder.ts";
import { keepAutomatic } from "../files/kept-out.ts";
import { setKey } from "../window/keys.ts";
import { openEditorUris } from "../files/open-editors.ts";
import { groupItem, rowItem, type Shelved, uriFor } from "./item.ts";
import type { ContentsNeeds, EarlyShelf } from "./needs.ts";
import type { ShelfGroup, ShelfItem } from "./view.ts";
import * as words from "./words.ts";
import { pathOf } from "../files/workspace.ts";

export class ShelfContents implements vscode.Disposable {
  readonly #needs: EarlyShelf & ContentsNeeds;
  readonly #watch: FileWatch;
  readonly #subscriptions: vscode.Disposable[];
  #rows: Shelved[] | undefined;
  #round = 0;
  #look = "";
  /** The stored pins when they were last shown. */
  #stored = "";

  constructor(needs: EarlyShelf & ContentsNeeds) {
    this.#needs = needs;
    const measure = (): void => void needs.measureAll();
    this.#watch = new FileWatch(measure);
    this.#subscriptions = [
      needs.registered.onChange(measure),
      vscode.window.tabGroups.onDidChangeTabs(() => {
        if (this.follows) measure();
      }),
    ];
  }

  get rows(): readonly Shelved[] {
    return this.#rows ?? [];
  }

  get selected(): readonly ShelfItem[] {
    return this.#needs.view.selected;
  }

  get follows(): boolean {
    return followsOpenEditors(this.#needs.store, this.#needs.focusedConversation());
  }

  /** The groups, or the lines of one. */
  async items(group: ShelfGroup | undefined): Promise<ShelfItem[]> {
    if (this.#rows === undefined) await this.#needs.measureAll();
    const below = (of: ShelfGroup): Shelved[] => this.rows.filter((row) => row.group === of);
    if (group !== undefined) return below(group).map(rowItem);
    const groups: ShelfGroup[] = [
      "pinned",
      "message",
      ...(below("automatic").length > 0 ? ["automatic" as const] : []),
    ];
    return groups.map((of) => groupItem(of, below(of)));
  }

  /** Takes the measured pins and draft, and draws the tree again if it would look different. */
  async show(pins: readonly MeasuredPin[], parts: readonly KnownPart[], measures: readonly Measure[]): Promise<void> {
    const round = ++this.#round;
    const told = this.#needs.instructions(this.#needs.focusedConversation()).map(instructionRow);
    const pinned = [...pins.map((pin) => this.#pinRow(pin)), ...(this.follows ? await leftOutRows(pins) : [])];
    const rows = withNames([...pinned, ...chipRows(parts, measures), ...told]);
    const shown = await Promise.all(rows.map(async (row) => ({ ...row, isFolder: await isFolderRow(row) })));
    if (round !== this.#round) return;
    const { follows } = this;
    const description = [this.#shownTitle(), follows ? words.followsEditors : ""]
      .filter((text) => text !== "")
      .join(" · ");
    this.#rows = shown;
    this.#stored = this.#storedNow();
    const look = JSON.stringify([shown, description]);
    if (look === this.#look) return;
    this.#look = look;
    this.#watch.watch(shown.flatMap(({ group, part }) => (group === "pinned" ? (uriFor(part) ?? []) : [])));
    this.#needs.followResources(pins.flatMap(({ part }) => resourceOf(part) ?? []));
    this.#tellMenus(pins, follows);
    // A chip does not open the Shelf: the message shows it already, and the input would move while the user types.
    setKey("galley.shelf.holds", follows || shown.some(({ group }) => group === "pinned"));
    this.#needs.view.say(description, shown.length === 0 && !follows ? words.emptyView : "");
    this.#needs.view.refresh();
  }

  /** Measures again if another window has pinned or unpinned something. */
  reread(): void {
    if (this.#rows !== undefined && this.#storedNow() !== this.#stored) void this.#needs.measureAll();
  }

  /** Throws an error with a message for the user if a part cannot be pinned. */
  pin(
    parts: readonly KnownPart[],
    { before, title }: { before?: string | undefined; title?: string | undefined } = {},
  ): void {
    const pins = parts.flatMap((part) => pinOf(part, contentId, title) ?? []);
    if (pins.length < parts.length) throw new Error(words.notPinnable);
    this.#change((conversationId) => addPins(this.#needs.store, conversationId, pins, before));
  }

  unpin(ids: readonly string[]): void {
    this.#change((conversationId) => removePins(this.#needs.store, conversationId, ids));
  }

  move(ids: readonly string[], before: string | undefined): void {
    this.#change((conversationId) => movePins(this.#needs.store, conversationId, ids, before));
  }

  follow(follows: boolean): void {
    this.#change((conversationId) => followOpenEditors(this.#needs.store, conversationId, follows));
  }

  stored(): Pin[] {
    return readPins(this.#needs.store, this.#needs.focusedConversation());
  }

  /** Excludes open editors whose files are ignored or may hold secrets, because the user did not name them. */
  async livePins(conversationId: string): Promise<LivePin[]> {
    const follows = followsOpenEditors(this.#needs.store, conversationId);
    const open = follows ? await keepAutomatic(openEditorUris()) : [];
    return [...open.map((uri) => openEditorPin(pathOf(uri))), ...(await this.#needs.registered.read())];
  }

  dispose(): void {
    this.#watch.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Stores the conversation, too, which may have no messages yet. */
  #change(write: (conversationId: string) => void): void {
    const { store, conversationChanged } = this.#needs;
    const id = this.#needs.focusedConversation();
    createConversation(store, readSummary(store, id) ?? newConversation(id, Date.now()));
    write(id);
    conversationChanged(id);
  }

  /** The title of the Shelf's conversation, if several are open. */
  #shownTitle(): string {
    const { store, focusedConversation, hasSeveralPanes } = this.#needs;
    return hasSeveralPanes() ? (readSummary(store, focusedConversation())?.title ?? UNTITLED) : "";
  }

  #pinRow(pin: MeasuredPin): Shelved {
    const group = this.#needs.registered.has(pin.id) ? "automatic" : "pinned";
    return { ...pin, group, nth: 0, isFolder: false };
  }

  #storedNow(): string {
    return JSON.stringify([this.stored(), this.follows]);
  }

  /** Menus offer Unpin for pinned files, and Pin for the others. */
  #tellMenus(pins: readonly MeasuredPin[], follows: boolean): void {
    setKey("galley.shelf.follows", follows);
    setKey(
      "galley.filesPinned",
      pins.some((pin) => pinKindOf(pin) === "file"),
    );
    const whole = pins.filter((pin) => pinKindOf(pin) === "file" && fileTargetOf(pin.part)?.range === undefined);
    const paths = whole.flatMap(({ part }) => uriFor(part)?.fsPath ?? []);
    void vscode.commands.executeCommand("setContext", "galley.pinnedPaths", paths);
  }
}

/** Shows which open editors are not sent. Files that the user pinned are sent, so they are not among them. */
async function leftOutRows(pins: readonly MeasuredPin[]): Promise<Shelved[]> {
  const open = openEditorUris();
  const kept = new Set(await keepAutomatic(open));
  const whole = pins.map(({ part }) => fileTargetOf(part)).filter((target) => target?.range === undefined);
  const pinned = new Set(whole.map((target) => target?.path));
  return open
    .filter((uri) => !kept.has(uri))
    .map(pathOf)
    .filter((path) => !pinned.has(path))
    .map((path) => ({
      ...openEditorPin(path),
      group: "pinned",
      nth: 0,
      tokens: 0,
      state: "left-out",
      isFolder: false,
    }));
}

/** An instructions file of the project. */
function instructionRow({ path, tokens }: { path: string; tokens: number }): Shelved {
  return {
    group: "automatic",
    id: `instructions:${path}`,
    part: { type: "file-ref", ref: { kind: "path", path } },
    nth: 0,
    tokens,
    state: "live",
    note: words.instructions,
    isFolder: false,
  };
}

/** The chips of the draft: everything in it but text. */
function chipRows(parts: readonly KnownPart[], measures: readonly Measure[]): Shelved[] {
  const known = new Map(measures.map((measure) => [measure.key, measure]));
  const seen = new Map<string, number>();
  return parts.flatMap((part): Shelved[] => {
    if (part.type === "text") return [];
    const key = partKey(part);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const { tokens = 0, note, problem, is_missing = false } = known.get(key) ?? {};
    return [
      {
        group: "message",
        id: `${contentId(key)}#${nth}`,
        part,
        nth,
        tokens,
        state: is_missing ? "gone" : "live",
        ...(note !== undefined && { note }),
        ...(problem !== undefined && { problem }),
        isFolder: false,
      },
    ];
  });
}

/** Files of the same name get their folder in front of it, where VS Code does not cut it off. */
function withNames(rows: readonly Shelved[]): Shelved[] {
  const names = tellApart(rows.flatMap(({ part }) => fileTargetOf(part)?.path ?? []));
  return rows.map((row) => {
    const name = names.get(fileTargetOf(row.part)?.path ?? "");
    return name?.includes("/") === true ? { ...row, name } : row;
  });
}

async function isFolderRow({ part }: Shelved): Promise<boolean> {
  const uri = uriFor(part);
  return uri !== undefined && isFolder(uri);
}

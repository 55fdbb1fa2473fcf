// The memories of a window: read again when one of their files changes, and shown in their view.
import * as vscode from "vscode";
import type { Scope } from "../../memory/entry.ts";
import type { Place } from "../../memory/place.ts";
import { type Listing, MemoryStore } from "../../memory/store.ts";
import { FolderWatch, nameOf, patternsFor } from "../files/definition-files.ts";
import { setKey } from "../window/keys.ts";
import { type MemoryItem, MemoryView } from "./memory-view.ts";
import { pathOf } from "../files/workspace.ts";

const STEPS = [".galley", "memory"];

/** A listing is used again for this long: keys and previews ask for it often. */
const LOOK_AGAIN_MS = 500;

export class Memories implements vscode.Disposable {
  readonly store: MemoryStore;
  readonly #measureAll: () => Promise<void>;
  readonly #view: MemoryView;
  readonly #subscriptions: vscode.Disposable[];
  #looked = 0;
  #reading: Promise<Listing> | undefined;
  /** The last listing as text, to notice a change. */
  #look = "";
  /** The user has opened the view: it stays, even if it is empty. */
  #isWanted = false;

  constructor(user: vscode.Uri, measureAll: () => Promise<void>) {
    this.#measureAll = measureAll;
    this.store = new MemoryStore({
      place: (scope) => placeOf(scope, user),
      isTrusted: () => vscode.workspace.isTrusted,
    });
    this.#view = new MemoryView(() => this.list());
    const stop = this.store.onChange(() => {
      this.#lookAgain();
    });
    this.#subscriptions = [
      this.#view,
      new vscode.Disposable(stop),
      new FolderWatch(
        () => patternsFor([STEPS.join("/")], vscode.Uri.joinPath(user, "memory")),
        () => {
          this.#lookAgain();
        },
      ),
    ];
    this.#lookAgain();
  }

  /** As the files are now, also if the watcher has not reported a change yet. Never rejects. */
  list(): Promise<Listing> {
    if (this.#reading === undefined || Date.now() - this.#looked > LOOK_AGAIN_MS) {
      this.#looked = Date.now();
      this.#reading = this.store.list().then((listing) => this.#note(listing));
    }
    return this.#reading;
  }

  /** The lines that are selected in the view. */
  get selection(): readonly MemoryItem[] {
    return this.#view.selection;
  }

  /** Focuses the view, and shows it from now on, even if it is empty. */
  async show(): Promise<void> {
    this.#isWanted = true;
    setKey("galley.memory.shown", true);
    await vscode.commands.executeCommand("galley.memory.focus");
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #lookAgain(): void {
    this.#looked = 0;
    void this.list();
  }

  /** Updates the view and the meter if the listing has changed. */
  #note(listing: Listing): Listing {
    const { memories, malformed } = listing;
    const look = JSON.stringify({
      ...listing,
      memories: memories.map(({ file, type, description }) => [file, type, description]),
    });
    if (look === this.#look) return listing;
    const isFirst = this.#look === "";
    this.#look = look;
    setKey("galley.memory.shown", this.#isWanted || memories.length + malformed.length > 0);
    this.#view.refresh();
    if (!isFirst) void this.#measureAll();
    return listing;
  }
}

/** Project memories are in the first workspace folder, if that is on this machine. */
function placeOf(scope: Scope, user: vscode.Uri): Place | undefined {
  if (scope === "user")
    return { scope, root: user.fsPath, steps: ["memory"], label: nameOf(vscode.Uri.joinPath(user, "memory")) };
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder?.scheme !== "file") return undefined;
  return { scope, root: folder.fsPath, steps: STEPS, label: pathOf(vscode.Uri.joinPath(folder, ...STEPS)) };
}

// Deletes memories, and restores what this window deleted last.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { SCOPES } from "../../memory/entry.ts";
import type { MemoryStore } from "../../memory/store.ts";
import { setKey } from "../window/keys.ts";
import * as shared from "../window/words.ts";
import * as words from "./words.ts";

const Named = z.object({ scope: z.enum(SCOPES), name: z.string().check(z.minLength(1)) });
type Named = z.infer<typeof Named>;

type Deleted = Named & { text: string };

export class DeletedMemories {
  readonly #store: MemoryStore;
  /** The lines that are selected in the view. */
  readonly #selection: () => readonly unknown[];
  /** One entry for each command, the latest last. */
  readonly #deleted: Deleted[][] = [];

  constructor(store: MemoryStore, selection: () => readonly unknown[]) {
    this.#store = store;
    this.#selection = selection;
  }

  /** Menus pass the item and all that are selected; a key only the item that has the focus. */
  async remove(argument: unknown, selected: unknown): Promise<void> {
    const gone: Deleted[] = [];
    for (const { scope, name } of this.#targetsOf(argument, selected)) {
      const done = await this.#store.remove(scope, name);
      if (done.ok) gone.push({ scope, name, text: done.value });
      else void vscode.window.showWarningMessage(words.notDeleted(name, done.failure.reason));
    }
    const [first] = gone;
    if (first === undefined) return;
    this.#deleted.push(gone);
    setKey("galley.memory.deleted", true);
    const message = gone.length === 1 ? words.deletedOne(first.name) : words.deletedMany(gone.length);
    void vscode.window.showInformationMessage(message, shared.undo).then((answer) => {
      if (answer === shared.undo) void this.#restore(gone);
    });
  }

  async undo(): Promise<void> {
    const last = this.#deleted.at(-1);
    if (last !== undefined) await this.#restore(last);
  }

  /** Skips groups. */
  #targetsOf(argument: unknown, selected: unknown): Named[] {
    const [target] = readNamed([argument]);
    const isIt = (other: Named): boolean => other.scope === target?.scope && other.name === target.name;
    const many = readNamed(z.array(z.unknown()).safeParse(selected).data ?? this.#selection());
    return target === undefined || many.some(isIt) ? many : [target];
  }

  async #restore(gone: Deleted[]): Promise<void> {
    const at = this.#deleted.indexOf(gone);
    if (at < 0) return;
    this.#deleted.splice(at, 1);
    setKey("galley.memory.deleted", this.#deleted.length > 0);
    for (const { scope, name, text } of gone) {
      const done = await this.#store.restore(scope, name, text);
      if (!done.ok) void vscode.window.showWarningMessage(words.notRestored(name, done.failure.reason));
    }
  }
}

function readNamed(items: readonly unknown[]): Named[] {
  return items.flatMap((item) => Named.safeParse(item).data ?? []);
}

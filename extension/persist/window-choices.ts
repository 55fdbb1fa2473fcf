// One choice of each conversation, as this window knows it: in the conversation's row, or in memory while it has none.
import * as z from "zod/mini";
import { addChoices, type Choice, fillChoices, readChoice, saveChoice } from "./choices.ts";
import type { Store } from "./database/store.ts";
import { listConversations, readSummary } from "./conversations.ts";

const ByConversation = z.record(z.string(), z.string());

export class WindowChoices {
  readonly #store: Store;
  readonly #choice: Choice;
  /** For conversations that are not on disk, and for all of them in a store that cannot be written. */
  readonly #inMemory = new Map<string, string | undefined>();

  constructor(store: Store, choice: Choice) {
    this.#store = store;
    this.#choice = choice;
  }

  read(conversationId: string): string | undefined {
    if (this.#inMemory.has(conversationId)) return this.#inMemory.get(conversationId);
    return readChoice(this.#store, this.#choice, conversationId);
  }

  /** Never throws. If the store cannot be written, the choice lasts for this window. */
  choose(conversationId: string, value: string | undefined): void {
    this.#inMemory.set(conversationId, value);
    this.keep(conversationId);
  }

  /** Stores what was chosen before the conversation was on disk. Never throws. */
  keep(conversationId: string): void {
    if (!this.#inMemory.has(conversationId) || readSummary(this.#store, conversationId) === undefined) return;
    const value = this.#inMemory.get(conversationId);
    if (
      this.#write(() => {
        saveChoice(this.#store, this.#choice, conversationId, value);
      })
    )
      this.#inMemory.delete(conversationId);
  }

  /** For every stored conversation that has no choice. Never throws. */
  fill(value: string): void {
    const isStored = this.#write(() => {
      fillChoices(this.#store, this.#choice, value);
    });
    if (!isStored) this.#remember(Object.fromEntries(listConversations(this.#store).map(({ id }) => [id, value])));
  }

  /**
   * Takes over what an earlier version kept in one record of all conversations; a choice made since is not replaced.
   * Returns whether the record is of no more use. An empty store may stand for one that could not be opened: the record
   * is kept for the next start.
   */
  takeOver(record: unknown): boolean {
    const { data } = ByConversation.safeParse(record);
    if (data === undefined || listConversations(this.#store).length === 0) return false;
    const isStored = this.#write(() => {
      addChoices(this.#store, this.#choice, data);
    });
    if (!isStored) this.#remember(data);
    return isStored;
  }

  #remember(values: Readonly<Record<string, string>>): void {
    for (const [id, value] of Object.entries(values)) if (this.read(id) === undefined) this.#inMemory.set(id, value);
  }

  /** Returns whether the store has it. If the disk refuses, the next save of the conversation says so. */
  #write(work: () => void): boolean {
    if (this.#store.readOnly) return false;
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }
}

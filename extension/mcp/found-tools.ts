// What each conversation has found with find_tools: offered from then on, read from its record the first time.
import type { Tool } from "../tools/tool.ts";
import { findTools, namesFound } from "./find-tools.ts";

export class FoundTools {
  readonly #record: (conversationId: string) => readonly string[];
  /** In the order they were found. */
  readonly #names = new Map<string, readonly string[]>();

  /** `record`: what find_tools has answered in a conversation, in its order. */
  constructor(record: (conversationId: string) => readonly string[]) {
    this.#record = record;
  }

  /** Instead of all: the search, with answers as `bound` leaves them, and what was found before and is still there. */
  offered(
    conversationId: string,
    all: readonly Tool[],
    servers: readonly string[],
    bound: (tool: Tool) => Tool,
  ): Tool[] {
    const found = this.#of(conversationId).flatMap((name) => all.find((tool) => tool.name === name) ?? []);
    const remember = (tools: readonly Tool[]): void => {
      this.#names.set(conversationId, unique([...this.#of(conversationId), ...tools.map(({ name }) => name)]));
    };
    return [bound(findTools(all, servers, remember)), ...found];
  }

  #of(conversationId: string): readonly string[] {
    const known = this.#names.get(conversationId) ?? unique(this.#record(conversationId).flatMap(namesFound));
    this.#names.set(conversationId, known);
    return known;
  }
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

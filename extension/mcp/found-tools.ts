// The tools that each conversation has found with find_tools: later requests list them too.
import type { Tool } from "../tools/tool.ts";
import { findTools, namesFound } from "./find-tools.ts";

export class FoundTools {
  readonly #record: (conversationId: string) => readonly string[];
  /** Tool names by conversation, in the order they were found. */
  readonly #names = new Map<string, readonly string[]>();

  /** `record`: the stored results of find_tools in a conversation, in their order. */
  constructor(record: (conversationId: string) => readonly string[]) {
    this.#record = record;
  }

  /** Instead of `all`: find_tools, with results limited by `bound`, and the found tools that still exist. */
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

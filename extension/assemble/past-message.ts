// A message of the conversation as it goes again, with what is counted of it: counted once, however often it is sent.
import type { Block, ContextMessage } from "./context.ts";
import type { NamedText } from "./prefix.ts";
import { utf8Length } from "./tokens/utf8.ts";
import type { Manifest } from "../message/manifest.ts";

export interface PastBlock {
  block: Block;
  /** As the manifest names it: the same in every request. */
  what: string;
}

export class PastMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly blocks: readonly PastBlock[];
  #tokens: number | undefined;
  #texts: readonly NamedText[] | undefined;
  #context: ContextMessage | undefined;
  #isRound: boolean | undefined;

  constructor(id: string, role: "user" | "assistant", blocks: readonly PastBlock[]) {
    this.id = id;
    this.role = role;
    this.blocks = blocks;
  }

  get tokens(): number {
    this.#tokens ??= this.blocks.reduce((total, { block }) => total + block.origin.tokens, 0);
    return this.#tokens;
  }

  /** Whether tools were called in it. */
  get isRound(): boolean {
    this.#isRound ??= this.role === "assistant" && this.blocks.some(({ block }) => block.type === "tool-call");
    return this.#isRound;
  }

  get texts(): readonly NamedText[] {
    this.#texts ??= this.blocks.map(({ what, block: { text } }) => ({ what, text, bytes: utf8Length(text) }));
    return this.#texts;
  }

  get context(): ContextMessage {
    this.#context ??= { id: this.id, role: this.role, blocks: this.blocks.map(({ block }) => block) };
    return this.#context;
  }

  withBlocks(blocks: readonly PastBlock[]): PastMessage {
    return new PastMessage(this.id, this.role, blocks);
  }

  /** The same with other tokens: its texts and what is counted of them stay. */
  weighed(weigh: (block: Block) => Block): PastMessage {
    const other = new PastMessage(
      this.id,
      this.role,
      this.blocks.map((item) => ({ ...item, block: weigh(item.block) })),
    );
    other.#texts = this.texts;
    other.#isRound = this.isRound;
    return other;
  }
}

export interface Viewed {
  messages: PastMessage[];
  dropped: Manifest["dropped"];
}

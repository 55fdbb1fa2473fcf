// Splits a growing text into blocks: renders closed blocks once, and only the short open end again.
import type { Env } from "markdown-it";
import { continues } from "./continues.ts";
import { FenceReader } from "./fence.ts";
import type { Renderer } from "./renderer.ts";
import type { Block } from "./block.ts";

/** How many blocks share an array and a box of the page, so that an update neither compares nor lays out every block of a long answer. */
const SECTION = 12;

export class BlockStream {
  readonly #renderer: Renderer;
  readonly #env: Env = {};
  /** Closed blocks, in full arrays. */
  #full: Block[][] = [];
  /** The closed blocks after those. */
  #rest: Block[] = [];
  #closedText = "";
  /** Where the open end begins. */
  #at = 0;
  /** The text to put before the open end when it is rendered alone. */
  #prefix = "";
  /** The open end continues the list or the table before it. */
  #joins = false;
  #fence: FenceReader | undefined;

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** The blocks in sections. A section of closed blocks is the same array as in the last call. */
  read(source: string, done: boolean): Block[][] {
    const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
    if (!continues(text, this.#closedText)) this.#reset();
    // A link reference may be defined after its use, so the finished text is rendered once more.
    if (done && Object.keys(this.#env.references ?? {}).length > 0) this.#reset();
    const open = this.#advance(text, done);
    if (this.#at > this.#closedText.length) this.#closedText = text.slice(0, this.#at);
    return [...this.#full, ...inSections([...this.#rest, ...open])];
  }

  /** Closes the finished blocks and returns the others. */
  #advance(text: string, done: boolean): Block[] {
    for (;;) {
      this.#fence ??= this.#prefix === "" ? FenceReader.open(text, this.#at) : undefined;
      if (this.#fence === undefined) return this.#render(text, done);
      const { block, end } = this.#fence.read(text, done);
      if (end === undefined) return [block];
      this.#close([block], end);
      if (end === text.length) return [];
    }
  }

  #render(text: string, done: boolean): Block[] {
    const open = text.slice(this.#at);
    const rendered = this.#renderer.render(this.#prefix + open, this.#env);
    const blocks = rendered.map(({ block }, index) =>
      index === 0 && this.#joins && block.kind === "html" ? { ...block, joins: true } : block,
    );
    const last = rendered.at(-1);
    const start = (last?.start ?? 0) - this.#prefix.length;
    // The line a block begins with must be complete: "#" is a heading, "#x" continues a paragraph.
    if (done || last === undefined || start <= 0 || !open.includes("\n", start))
      return blocks.map(done ? same : opened);
    this.#close(blocks.slice(0, -1), this.#at + start);
    this.#prefix = last.prefix;
    this.#joins = last.block.kind === "html" && last.block.joins;
    const fence = FenceReader.open(text, this.#at);
    if (fence === undefined) return blocks.slice(-1);
    return this.#advance(text, done);
  }

  #close(blocks: Block[], end: number): void {
    const [...sections] = inSections([...this.#rest, ...blocks]);
    const last = sections.at(-1);
    this.#rest = last === undefined || last.length === SECTION ? [] : (sections.pop() ?? []);
    this.#full = [...this.#full, ...sections];
    this.#at = end;
    this.#fence = undefined;
    this.#prefix = "";
    this.#joins = false;
  }

  #reset(): void {
    this.#close([], 0);
    this.#full = [];
    this.#rest = [];
    this.#closedText = "";
  }
}

const same = (block: Block): Block => block;

/** Code is not colored while its fence may be open. */
const opened = (block: Block): Block => (block.kind === "code" ? { ...block, closed: false } : block);

function inSections(blocks: Block[]): Block[][] {
  const sections: Block[][] = [];
  for (let at = 0; at < blocks.length; at += SECTION) sections.push(blocks.slice(at, at + SECTION));
  return sections;
}

// A growing text as blocks: closed ones are made once, only the open end is made anew.
import type { Env } from "markdown-it";
import type { Renderer } from "./renderer.ts";

export type Block =
  | { kind: "html"; html: string }
  /** `closed` when its fence is: only then it is worth highlighting. */
  | { kind: "code"; language: string; text: string; closed: boolean };

export class BlockStream {
  readonly #renderer: Renderer;
  #closed: Block[] = [];
  #closedText = "";
  readonly #env: Env = {};

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** Blocks that were closed before are the same objects. */
  read(source: string, done: boolean): Block[] {
    const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
    if (!text.startsWith(this.#closedText)) this.#reset();
    // A reference may be defined after its use: then the whole text decides, once, at the end.
    if (done && Object.keys(this.#env.references ?? {}).length > 0) this.#reset();
    const open = text.slice(this.#closedText.length);
    const rendered = this.#renderer.render(open, this.#env);
    const last = rendered.at(-1);
    if (!done && last !== undefined) {
      const end = offsetOfLine(open, last.line);
      // The line a block begins with must be complete: "#" is a heading, "#x" continues a paragraph.
      if (open.includes("\n", end)) {
        this.#closed = [...this.#closed, ...rendered.slice(0, -1).map(({ block }) => closed(block))];
        this.#closedText += open.slice(0, end);
        return [...this.#closed, last.block];
      }
    }
    const blocks = rendered.map(({ block }) => (done ? closed(block) : block));
    return [...this.#closed, ...blocks];
  }

  #reset(): void {
    this.#closed = [];
    this.#closedText = "";
  }
}

function closed(block: Block): Block {
  return block.kind === "code" ? { ...block, closed: true } : block;
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let passed = 0; passed < line; passed++) offset = text.indexOf("\n", offset) + 1;
  return offset;
}

// The document of the input: paragraphs of text and chips; a chip is one character wide and carries its part.
import { Schema, type Node } from "prosemirror-model";
import type { KnownPart } from "../../extension/message/part.ts";

/** Everything that is not text is a chip. */
export type ChipPart = Exclude<KnownPart, { type: "text" }>;

export const schema = new Schema({
  nodes: {
    doc: { content: "paragraph+" },
    paragraph: {
      content: "inline*",
      // Text stays verbatim when a changed paragraph is read back from the DOM.
      whitespace: "pre",
      parseDOM: [{ tag: "p" }],
      toDOM: () => ["p", { dir: "auto" }, 0],
    },
    text: { group: "inline" },
    chip: {
      group: "inline",
      inline: true,
      atom: true,
      selectable: true,
      draggable: true,
      attrs: { part: {} },
      toDOM: () => ["span", { class: "chip" }],
    },
    /** A long paste, shown folded. Reads as text. */
    folded: {
      group: "inline",
      inline: true,
      atom: true,
      selectable: true,
      attrs: { text: {} },
      toDOM: () => ["span", { class: "chip" }],
    },
  },
  marks: {
    /** The first word of a paste that looks like a command. It never gives a command. */
    pasted: { inclusive: false, parseDOM: [{ tag: "span.pasted" }], toDOM: () => ["span", { class: "pasted" }, 0] },
  },
});

/** The only reader of the untyped attribute, which only `chipNode` writes. */
export function chipOf(node: Node): ChipPart | undefined {
  return node.type === schema.nodes.chip ? (node.attrs["part"] as ChipPart) : undefined;
}

/** The only reader of the attribute that `foldedNode` writes. */
export function foldedOf(node: Node): string | undefined {
  return node.type === schema.nodes.folded ? (node.attrs["text"] as string) : undefined;
}

export function foldedNode(text: string): Node {
  return schema.nodes.folded.create({ text });
}

export function chipNode(part: ChipPart): Node {
  return schema.nodes.chip.create({ part });
}

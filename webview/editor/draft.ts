// Doc ↔ Draft: a draft is the document's parts in reading order, paragraphs joined by "\n", text verbatim.
import { Fragment, type Node } from "prosemirror-model";
import type { Draft } from "../../extension/protocol/draft.ts";
import { chipNode, chipOf, foldedOf, schema } from "./schema.ts";

type Parts = Draft["parts"];

/** The normal form: neighbouring text is one part, and no text part is empty. */
export function joinParts(...lists: readonly Parts[]): Parts {
  const joined: Parts = [];
  for (const part of lists.flat()) {
    const last = joined.at(-1);
    if (part.type !== "text") joined.push(part);
    else if (part.text === "") continue;
    else if (last?.type === "text") joined[joined.length - 1] = { type: "text", text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

export function toDraft(doc: Node): Draft {
  const parts: Parts = [];
  let text = "";
  doc.forEach((paragraph, _offset, index) => {
    if (index > 0) text += "\n";
    paragraph.forEach((inline) => {
      const chip = chipOf(inline);
      if (chip === undefined) {
        text += inline.text ?? foldedOf(inline) ?? "";
        return;
      }
      if (text !== "") parts.push({ type: "text", text });
      text = "";
      parts.push(chip);
    });
  });
  if (text !== "") parts.push({ type: "text", text });
  return { parts };
}

/** The paragraphs of some parts: at least one. */
export function toParagraphs(parts: Parts): Fragment {
  const paragraphs: Node[][] = [[]];
  for (const part of parts) {
    if (part.type !== "text") {
      paragraphs.at(-1)?.push(chipNode(part));
      continue;
    }
    part.text.split("\n").forEach((line, index) => {
      if (index > 0) paragraphs.push([]);
      if (line !== "") paragraphs.at(-1)?.push(schema.text(line));
    });
  }
  // Fragment.fromArray joins neighbouring text.
  return Fragment.fromArray(
    paragraphs.map((inline) => schema.nodes.paragraph.create(null, Fragment.fromArray(inline))),
  );
}

export function toDoc(draft: Draft): Node {
  return schema.nodes.doc.create(null, toParagraphs(draft.parts));
}

/** Whether there is nothing worth sending, without building the draft. */
export function isBlankDoc(doc: Node): boolean {
  let blank = true;
  doc.descendants((node) => {
    if (!blank) return false;
    const text = node.text ?? foldedOf(node);
    if (text === undefined ? node.isLeaf : text.trim() !== "") blank = false;
    return blank;
  });
  return blank;
}

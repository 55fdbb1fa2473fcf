// Doc ↔ Draft: a draft is the document's parts in reading order, paragraphs joined by "\n", text verbatim.
import { Fragment, type Node } from "prosemirror-model";
import { beginsWithSlash } from "../../extension/message/given-command.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import { chipNode, chipOf, foldedNode, foldedOf, schema } from "./schema.ts";

type Parts = Draft["parts"];
type TextPart = Extract<Parts[number], { type: "text" }>;
type Folds = NonNullable<TextPart["folds"]>;

export function toDraft(doc: Node): Draft {
  const parts: Parts = [];
  let text = "";
  let pasted = false;
  let folds: Folds = [];
  const end = (): void => {
    if (text !== "") parts.push({ type: "text", text, ...(pasted && { pasted }), ...(folds.length > 0 && { folds }) });
    text = "";
    pasted = false;
    folds = [];
  };
  doc.forEach((paragraph, _offset, index) => {
    if (index > 0) text += "\n";
    paragraph.forEach((inline) => {
      const chip = chipOf(inline);
      if (chip === undefined) {
        const words = inline.text ?? foldedOf(inline) ?? "";
        if (text.trim() === "" && beginsWithSlash(words)) pasted = inline.text === undefined || isPasted(inline);
        if (inline.text === undefined) folds.push([text.length, text.length + words.length]);
        text += words;
        return;
      }
      end();
      parts.push(chip);
    });
  });
  end();
  return { parts };
}

/** At least one paragraph. */
export function toParagraphs(parts: Parts): Fragment {
  const paragraphs: Node[][] = [[]];
  for (const part of parts) {
    if (part.type !== "text") {
      paragraphs.at(-1)?.push(chipNode(part));
      continue;
    }
    for (const { text, isFolded } of piecesOf(part)) {
      if (isFolded) paragraphs.at(-1)?.push(foldedNode(text));
      else addLines(paragraphs, text, part.pasted === true);
    }
  }
  // Fragment.fromArray joins neighbouring text.
  return Fragment.fromArray(
    paragraphs.map((inline) => schema.nodes.paragraph.create(null, Fragment.fromArray(inline))),
  );
}

function addLines(paragraphs: Node[][], text: string, wasPasted: boolean): void {
  text.split("\n").forEach((line, index) => {
    if (index > 0) paragraphs.push([]);
    if (line !== "") paragraphs.at(-1)?.push(...lineNodes(line, wasPasted && beginsWithSlash(line)));
  });
}

/** Ignores folds that do not fit the text. The pieces always add up to the whole text. */
function piecesOf({ text, folds = [] }: TextPart): { text: string; isFolded: boolean }[] {
  const pieces: { text: string; isFolded: boolean }[] = [];
  let at = 0;
  for (const [from, to] of folds) {
    if (from < at || to <= from || to > text.length) continue;
    pieces.push({ text: text.slice(at, from), isFolded: false }, { text: text.slice(from, to), isFolded: true });
    at = to;
  }
  return [...pieces, { text: text.slice(at), isFolded: false }];
}

/** Marks only the first word as pasted, so that text typed after it is not marked. */
function lineNodes(line: string, isPasted: boolean): Node[] {
  if (!isPasted) return [schema.text(line)];
  const word = /^\s*\S+/.exec(line)?.[0] ?? line;
  const rest = line.slice(word.length);
  return [schema.text(word, [schema.marks.pasted.create()]), ...(rest === "" ? [] : [schema.text(rest)])];
}

function isPasted(node: Node): boolean {
  return schema.marks.pasted.isInSet(node.marks) !== undefined;
}

export function toDoc(draft: Draft): Node {
  return schema.nodes.doc.create(null, toParagraphs(draft.parts));
}

/** There is nothing to send. Does not build the draft. */
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

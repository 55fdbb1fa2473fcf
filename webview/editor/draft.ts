// Doc ↔ Draft: a draft is the document's parts in reading order, paragraphs joined by "\n", text verbatim.
import { Fragment, type Node } from "prosemirror-model";
import type { Draft } from "../../extension/protocol/draft.ts";
import { chipNode, chipOf, foldedOf, schema } from "./schema.ts";

type Parts = Draft["parts"];
type TextPart = Extract<Parts[number], { type: "text" }>;

/** The normal form: neighbouring text is one part, and no text part is empty. */
export function joinParts(...lists: readonly Parts[]): Parts {
  const joined: Parts = [];
  for (const part of lists.flat()) {
    const last = joined.at(-1);
    if (part.type !== "text") joined.push(part);
    else if (part.text === "") continue;
    else if (last?.type === "text") joined[joined.length - 1] = { ...opening(last, part), text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

/** Which of two neighbours says how their text begins. */
function opening(first: TextPart, second: TextPart): TextPart {
  return first.text.trim() === "" ? second : first;
}

export function toDraft(doc: Node): Draft {
  const parts: Parts = [];
  let text = "";
  let pasted = false;
  const end = (): void => {
    if (text !== "") parts.push({ type: "text", text, ...(pasted && { pasted }) });
    text = "";
    pasted = false;
  };
  doc.forEach((paragraph, _offset, index) => {
    if (index > 0) text += "\n";
    paragraph.forEach((inline) => {
      const chip = chipOf(inline);
      if (chip === undefined) {
        const words = inline.text ?? foldedOf(inline) ?? "";
        if (text.trim() === "" && looksLikeCommand(words)) pasted = inline.text === undefined || isPasted(inline);
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
      if (line !== "") paragraphs.at(-1)?.push(...lineNodes(line, part.pasted === true && looksLikeCommand(line)));
    });
  }
  // Fragment.fromArray joins neighbouring text.
  return Fragment.fromArray(
    paragraphs.map((inline) => schema.nodes.paragraph.create(null, Fragment.fromArray(inline))),
  );
}

/** The mark is on the first word alone: what is typed behind it is typed. */
function lineNodes(line: string, isPasted: boolean): Node[] {
  if (!isPasted) return [schema.text(line)];
  const word = /^\s*\S+/.exec(line)?.[0] ?? line;
  const rest = line.slice(word.length);
  return [schema.text(word, [schema.marks.pasted.create()]), ...(rest === "" ? [] : [schema.text(rest)])];
}

function isPasted(node: Node): boolean {
  return schema.marks.pasted.isInSet(node.marks) !== undefined;
}

/** As much as matters to the mark: the host decides what is a command. */
export function looksLikeCommand(text: string): boolean {
  return /^\s*\//.test(text);
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

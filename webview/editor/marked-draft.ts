// The message at the moment of a key that VS Code answers: what is typed until its command arrives is the next message.
import { Fragment, type Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { EMPTY_DRAFT, type Draft } from "../../extension/protocol/draft.ts";
import { toDraft } from "./draft.ts";
import { schema } from "./schema.ts";

export class MarkedDraft {
  /** Between `from` and `to` is what the user has typed since. */
  #mark: { doc: Node; from: number; to: number } | undefined;

  set({ doc, selection: { from, to } }: EditorState): void {
    this.#mark = { doc, from, to };
  }

  clear(): void {
    this.#mark = undefined;
  }

  /** A change elsewhere in the text ends the mark: the whole text is one message then. */
  follow(tr: Transaction): void {
    if (this.#mark === undefined || !tr.docChanged) return;
    const { doc, from, to } = this.#mark;
    this.#mark = isWithin(tr, from, to)
      ? { doc, from: tr.mapping.map(from, -1), to: tr.mapping.map(to, 1) }
      : undefined;
  }

  /** The message and what stays in the input. `isMarked`: the message is the text at the time of the key. */
  split({ doc }: EditorState, isMarked: boolean): { message: Draft; rest: Draft } {
    const mark = this.#mark;
    if (!isMarked || mark === undefined || mark.doc === doc) return { message: toDraft(doc), rest: EMPTY_DRAFT };
    const { content } = doc.slice(mark.from, mark.to);
    const isInline = content.firstChild?.isInline ?? true;
    const paragraphs = isInline ? Fragment.from(schema.nodes.paragraph.create(null, content)) : content;
    return { message: toDraft(mark.doc), rest: toDraft(schema.nodes.doc.create(null, paragraphs)) };
  }
}

function isWithin(tr: Transaction, from: number, to: number): boolean {
  let isInside = true;
  tr.mapping.maps.forEach((map, index) => {
    const before = tr.mapping.slice(0, index);
    const [least, most] = [before.map(from, -1), before.map(to, 1)];
    map.forEach((start, end) => {
      if (start < least || end > most) isInside = false;
    });
  });
  return isInside;
}

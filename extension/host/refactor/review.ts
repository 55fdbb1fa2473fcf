// The changes of a refactoring that wait for the user: their lines, what stood there before, and what is done with each.
import * as vscode from "vscode";
import { type Lines, shareLines } from "../../pipelines/refactor/document.ts";
import { type Edit, undoOf } from "../../pipelines/refactor/finish/edits.ts";
import { followHunks, type Hunk } from "../../pipelines/refactor/follow.ts";
import { applyLines, rangeOfLines } from "./document-edit.ts";
import { changesOf } from "./targets.ts";

/** One answer that was put into the document. */
export interface Proposal {
  /** Where its target is now; `undefined` once the user has removed it. */
  lines: Lines | undefined;
  /** Asks the model again for these lines. `isOther`: the user gives another instruction. */
  again: (lines: Lines, isOther: boolean) => Promise<void>;
  /** Shows the request that it answers. */
  showRequest: () => void;
}

export interface ProposedEdit {
  edit: Edit;
  proposal: Proposal;
}

export interface ReviewedHunk extends Hunk {
  id: number;
  proposal: Proposal;
}

/** `text`: the document changed too, which the editor still has to draw. */
export type Changed = "text" | "hunks";

export class Review implements vscode.Disposable {
  readonly document: vscode.TextDocument;
  /** The text before the first of the changes. */
  readonly before: string;
  readonly #changed: (what: Changed) => void;
  readonly #listening: vscode.Disposable;
  readonly #proposals = new Set<Proposal>();
  #hunks: readonly ReviewedHunk[] = [];
  #count = 0;

  /** `changed` is called when hunks come, move or go. */
  constructor(document: vscode.TextDocument, changed: (what: Changed) => void) {
    this.document = document;
    this.before = document.getText();
    this.#changed = changed;
    this.#listening = vscode.workspace.onDidChangeTextDocument(({ document: other, contentChanges }) => {
      if (other === document && contentChanges.length > 0) this.#follow(contentChanges);
    });
  }

  get hunks(): readonly ReviewedHunk[] {
    return this.#hunks;
  }

  /** Puts the edits of several proposals into the document, as one undo step. Changes in the same lines are kept. */
  async apply(edits: readonly ProposedEdit[]): Promise<void> {
    const sorted = edits.toSorted((one, other) => one.edit.range.start - other.edit.range.start);
    const plain = sorted.map(({ edit }) => edit);
    const undone = undoOf(this.document.getText(), plain);
    for (const { proposal } of sorted) this.#proposals.add(proposal);
    const kept = this.#hunks.filter(({ lines }) => plain.some(({ range }) => shareLines(range, lines)));
    await applyLines(this.document, plain);
    const fresh = undone.flatMap(({ range, text }, index): ReviewedHunk[] => {
      const proposal = sorted[index]?.proposal;
      this.#count += 1;
      return proposal === undefined ? [] : [{ id: this.#count, lines: range, old: text, proposal }];
    });
    this.#hunks = [...without(this.#hunks, kept), ...fresh].sort((one, other) => one.lines.start - other.lines.start);
    this.#changed("text");
  }

  keep(hunks: readonly ReviewedHunk[]): void {
    this.#hunks = without(this.#hunks, hunks);
    this.#changed("hunks");
  }

  /** Brings back the text before, also if the user has written in it since: one undo step. */
  async undo(hunks: readonly ReviewedHunk[]): Promise<void> {
    await applyLines(
      this.document,
      hunks.map(({ lines, old }) => ({ range: lines, text: old })),
    );
    this.keep(hunks);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #follow(events: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const changes = changesOf(events);
    for (const proposal of this.#proposals) {
      const { lines } = proposal;
      proposal.lines = lines && followHunks([{ lines, old: "" }], changes)[0]?.lines;
    }
    if (this.#hunks.length === 0) return;
    // The editor's own undo, or the user, may have brought back the text before.
    this.#hunks = followHunks(this.#hunks, changes).filter((hunk) => this.#textOf(hunk) !== hunk.old);
    this.#changed("text");
  }

  #textOf({ lines }: Hunk): string {
    return this.document.getText(rangeOfLines(this.document, lines));
  }
}

function without(all: readonly ReviewedHunk[], some: readonly ReviewedHunk[]): readonly ReviewedHunk[] {
  return all.filter((one) => !some.some(({ id }) => id === one.id));
}

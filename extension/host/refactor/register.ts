// The feature refactor: changes code where it stands, by an instruction.
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { RefactorNeeds } from "./needs.ts";
import { Refactoring } from "./refactor.ts";
import type { Review, ReviewedHunk } from "./review.ts";
import { type NamedHunk, Reviews } from "./reviews.ts";
import { Running } from "./running.ts";
import { SentRequests } from "./sent-requests.ts";
import { goToLine } from "./show-line.ts";
import { placesAt } from "./targets.ts";
import { Texts } from "./texts.ts";
import * as words from "./words.ts";

export interface Refactor extends vscode.Disposable {
  readonly commands: CommandHandlers;
  /** Whether an answer for this line is awaited. */
  readonly isAwaited: (document: vscode.TextDocument, at: vscode.Position) => boolean;
}

const Named = z.object({ uri: z.string(), hunk: z.number() });

export function registerRefactor(needs: RefactorNeeds): Refactor {
  const [reviews, texts, sent] = [new Reviews(), new Texts(), new SentRequests()];
  const refactoring = new Refactoring(needs, reviews, texts, sent);
  const on = (act: (review: Review, hunk: ReviewedHunk) => unknown) => (named: unknown) => {
    const found = reviews.find(Named.safeParse(named).data satisfies NamedHunk | undefined);
    if (found === undefined) throw new Error(words.nothingToReview);
    return act(found.review, found.hunk);
  };
  return {
    commands: {
      "galley.refactor": () => refactoring.start(),
      "galley.refactor.repeat": () => refactoring.repeat(),
      "galley.refactor.stop": () => {
        Running.stop(vscode.window.activeTextEditor?.document);
      },
      "galley.refactor.keep": on((review, hunk) => {
        review.keep([hunk]);
      }),
      "galley.refactor.undo": on((review, hunk) => review.undo([hunk])),
      "galley.refactor.keepAll": on((review) => {
        review.keep(review.hunks);
      }),
      "galley.refactor.undoAll": on((review) => review.undo(review.hunks)),
      "galley.refactor.next": on((review, hunk) => showNext(review, hunk)),
      "galley.refactor.alternative": on((review, hunk) => again(review, hunk, false)),
      "galley.refactor.retry": on((review, hunk) => again(review, hunk, true)),
      "galley.refactor.showDiff": on((review) => texts.showBefore(review.document, review.before)),
      "galley.refactor.showRequest": async (named) => {
        const found = reviews.find(Named.safeParse(named).data);
        if (found === undefined) await sent.select();
        else found.hunk.proposal.showRequest();
      },
    },
    isAwaited: (document, at) => Running.isAt(document, placesAt(at)),
    dispose: () => {
      Running.stop(undefined);
      reviews.dispose();
      texts.dispose();
    },
  };
}

/** Brings back the text before the whole proposal, and asks for another. */
async function again(review: Review, { proposal }: ReviewedHunk, isOther: boolean): Promise<void> {
  await review.undo(review.hunks.filter((one) => one.proposal === proposal));
  if (proposal.lines !== undefined) await proposal.again(proposal.lines, isOther);
}

/** The one after it, or the first; the change itself if the cursor is not there yet. */
async function showNext(review: Review, hunk: ReviewedHunk): Promise<void> {
  const { hunks, document } = review;
  const cursor = (vscode.window.activeTextEditor?.selection.active.line ?? -1) + 1;
  const isThere = hunk.lines.start <= cursor && cursor <= Math.max(hunk.lines.start, hunk.lines.end);
  const after = hunks[(hunks.findIndex(({ id }) => id === hunk.id) + 1) % hunks.length];
  const following = isThere ? (after ?? hunk) : hunk;
  await goToLine(document, following.lines.start);
}

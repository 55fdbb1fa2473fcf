// The buttons and the line of a request that is too large: how to make room, and where its tokens are.
import type { Failure, FailureAction, Offer, TokenSource } from "../../../extension/message/failure.ts";
import { compact } from "../../../extension/text/counted.ts";
import { compactOffer, failureActions, tokensOf, unpinOffer, whereTokensAre } from "./words.ts";

export interface WayOut {
  action: FailureAction | "unpin";
  name: string;
  run: () => void;
}

interface Ways {
  onAction: (action: FailureAction) => void;
  onUnpin: (pin: string) => void;
}

/** The offers, else the one action. */
export function waysOut({ offers, action }: Pick<Failure, "offers" | "action">, ways: Ways): WayOut[] {
  if (offers !== undefined) return offers.map((offer) => toWay(offer, ways));
  return action === undefined ? [] : [{ action, name: failureActions[action], run: () => ways.onAction(action) }];
}

function toWay(offer: Offer, { onAction, onUnpin }: Ways): WayOut {
  switch (offer.offer) {
    case "compact":
      return { action: "compact", name: compactOffer(compact(offer.wins)), run: () => onAction("compact") };
    case "unpin":
      return { action: "unpin", name: unpinOffer(compact(offer.wins)), run: () => onUnpin(offer.pin) };
    case "larger-model":
      return { action: "selectModel", name: failureActions.selectModel, run: () => onAction("selectModel") };
    default:
      return offer satisfies never;
  }
}

/** The largest first; empty if nothing is told. */
export function tokensLine(breakdown: readonly TokenSource[] = []): string {
  const shown = breakdown.filter(({ tokens }) => tokens > 0).toSorted((a, b) => b.tokens - a.tokens);
  return shown.length === 0 ? "" : whereTokensAre(shown.map(({ source, tokens }) => tokensOf(source, compact(tokens))));
}

// Makes a request fit: omits old tool results, then old attachments, in a fixed order and no more than needed.
import type { Failure } from "../message/failure.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Block } from "./context.ts";
import type { Estimator } from "./tokens/estimate.ts";
import type { PastBlock, PastMessage } from "./past-message.ts";
import { appendTurn, type Ordered } from "./timeline.ts";
import * as words from "./words.ts";

/** The results of this many last rounds stay whole. */
const WHOLE_ROUNDS = 3;

/** The results of this tool are skill bodies, and are never omitted. */
const SKILL_TOOL = "skill";

export interface Trimmed extends Pick<Ordered, "turns" | "texts" | "tokens"> {
  elided: Manifest["elided"];
}

export interface Budget {
  /** What everything but the history takes. */
  rest: number;
  limit: number;
  estimator: Estimator;
  /** What an earlier request omitted, with the token count its placeholder showed. It stays omitted. */
  before: ReadonlyMap<string, number>;
}

/** What the history takes is the sum of its blocks: they are weighed already. */
export function trimHistory(ordered: Readonly<Ordered>, { rest, limit, estimator, before }: Budget): Trimmed {
  const elided: Manifest["elided"] = [];
  const stand = new Map<PastBlock, PastBlock>();
  let total = rest + ordered.tokens;
  if (total <= limit && before.size === 0) return { ...ordered, elided };
  const elide = ({ item, what, why }: Candidate, tokens: number): void => {
    const block = placeholder(item.block, tokens, estimator);
    stand.set(item, { ...item, block });
    elided.push({ what, tokens, why });
    total -= item.block.origin.tokens - block.origin.tokens;
  };
  const candidates = elidable(ordered);
  for (const candidate of candidates) {
    const tokens = before.get(candidate.what);
    if (tokens !== undefined) elide(candidate, tokens);
  }
  for (const candidate of candidates) {
    if (total <= limit) break;
    const { item, isOld } = candidate;
    if (isOld && !stand.has(item) && isWorthIt(item.block, estimator)) elide(candidate, item.block.origin.tokens);
  }
  return elided.length === 0 ? { ...ordered, elided } : { ...replaced(ordered, stand), tokens: total - rest, elided };
}

function replaced(
  { past }: Readonly<Ordered>,
  stand: ReadonlyMap<PastBlock, PastBlock>,
): Pick<Trimmed, "turns" | "texts"> {
  const turns: PastMessage[] = [];
  const texts: Trimmed["texts"] = [];
  for (const message of past) {
    const isTouched = message.blocks.some((item) => stand.has(item));
    const other = isTouched ? message.withBlocks(message.blocks.map((item) => stand.get(item) ?? item)) : message;
    texts.push(...other.texts);
    appendTurn(turns, other);
  }
  return { turns, texts };
}

interface Candidate {
  item: PastBlock;
  /** The name in the manifest, made unique. */
  what: string;
  why: string;
  /** Older than the last rounds, so that it may be omitted now. What was omitted earlier stays omitted in any case. */
  isOld: boolean;
}

/** Results first, then attachments, each oldest first: a larger budget takes a shorter beginning of this list. */
function elidable({ past, rounds }: Readonly<Ordered>): Candidate[] {
  const results: Candidate[] = [];
  const attachments: Candidate[] = [];
  const seen = new Map<string, number>();
  let round = 0;
  for (const message of past) {
    if (message.isRound) round += 1;
    for (const item of message.blocks) {
      const { block } = item;
      const isResult = block.type === "tool-result" && block.name !== SKILL_TOOL;
      if (!isResult && block.type !== "media" && block.origin.kind !== "file-attachment") continue;
      const count = (seen.get(item.what) ?? 0) + 1;
      seen.set(item.what, count);
      const what = count === 1 ? item.what : `${item.what} (${count})`;
      if (isResult)
        results.push({ item, what, why: words.oldResult(WHOLE_ROUNDS), isOld: round <= rounds - WHOLE_ROUNDS });
      else attachments.push({ item, what, why: words.oldAttachment, isOld: true });
    }
  }
  return [...results, ...attachments];
}

function isWorthIt(block: Block, estimator: Estimator): boolean {
  return placeholder(block, block.origin.tokens, estimator).origin.tokens < block.origin.tokens;
}

/** Says how much is missing. A result stays a result, so that every call keeps one. */
function placeholder(block: Block, tokens: number, estimator: Estimator): Block {
  const text =
    block.type === "tool-result" ? words.resultElided(tokens) : words.attachmentElided(block.origin.name, tokens);
  const origin = { ...block.origin, tokens: estimator.tokensIn(text) };
  return block.type === "tool-result" ? { ...block, text, origin } : { type: "text", text, origin };
}

/** The failure of a request that is too large to send: where its tokens are, and what the user can do. */
export function overBudget(manifest: Manifest): Failure {
  const { layers, tools, history, pinned, task, estimate, limit } = manifest;
  const sum = (rows: readonly { tokens: number }[]): number => rows.reduce((total, { tokens }) => total + tokens, 0);
  const named = [
    ...task.map(({ part, tokens }) => ({ source: part, tokens })),
    ...pinned.map(({ id, tokens }) => ({ source: words.pin(id), tokens })),
  ];
  const largest = named.sort((a, b) => b.tokens - a.tokens)[0];
  const pin = pinned.toSorted((a, b) => b.tokens - a.tokens).find(({ tokens }) => tokens > 0);
  const ways = { hasHistory: history.messages > 0, hasPins: pinned.length > 0 };
  return {
    stage: "assemble",
    code: "over-budget",
    message: words.overBudget(estimate, limit, largest, ways),
    retryable: false,
    ...(history.messages > 0 && { action: "compact" as const }),
    breakdown: [
      { source: words.sources.system, tokens: sum(layers) },
      ...(tools === undefined ? [] : [{ source: words.sources.tools, tokens: tools.tokens }]),
      { source: words.sources.history, tokens: history.tokens },
      { source: words.sources.pinned, tokens: sum(pinned) },
      { source: words.sources.task, tokens: sum(task) },
    ],
    offers: [
      ...(history.messages > 0 ? [{ offer: "compact" as const, wins: history.tokens }] : []),
      ...(pin === undefined ? [] : [{ offer: "unpin" as const, pin: pin.id, wins: pin.tokens }]),
      { offer: "larger-model" as const, needs: estimate + manifest.reserve },
    ],
  };
}

// A request that fills in the middle: bytes out, text in. One attempt, little patience, and an end of its own.
import type { InsertFormat } from "../../lower/fim/hole.ts";
import type { FimRequest } from "../../lower/fim/lower-fim.ts";
import { addressOf } from "../../providers/provider.ts";
import type { Access } from "../access.ts";
import { converse, Cut, type Talk } from "../converse.ts";
import type { StreamEvent } from "../event.ts";
import { checkedLines } from "../line/checked-lines.ts";
import { jsonIn, parsePiece } from "./read-pieces.ts";

/** Text that comes later is of no use. A model may have to be read from disk first. */
const PATIENCE = { firstByteMs: 30_000, stallMs: 10_000, longestAnswer: 1024 * 1024, attempts: 1 };

/** More than any completion has, in characters: a server that never ends is ended. */
const MOST_TEXT = 8_000;

/** More tokens than are ever asked for, also if each is a blank or nothing at all. */
const MOST_PIECES = 2_000;

/** What has come by then is the answer. */
export const LONGEST_MS = 30_000;

export interface FimCall {
  format: InsertFormat;
  model: string;
  request: FimRequest;
  /** Whether what has come is all that is wanted. */
  isEnough: (text: string) => boolean;
  longestMs: number;
}

/** Never throws: every ending is an event. */
export async function* sendFim(call: FimCall, access: Access, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const { format, request, isEnough } = call;
  const address = addressOf(access.provider, access.baseUrl) ?? "";
  let wait_ms: number | undefined;
  const talk: Talk = async function* (line) {
    const answer = await line.fetch(fimUrl(address, format), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(access.key !== undefined && { authorization: `Bearer ${access.key}` }),
      },
      body: JSON.stringify(request),
      signal: line.signal,
    });
    wait_ms = line.refused?.retry_after_ms;
    if (!answer.ok) throw new Error(String(answer.status));
    const isLines = access.provider === "ollama";
    const { body } = isLines ? checkedLines(answer) : answer;
    let [text, pieces] = ["", 0];
    for await (const json of body === null ? [] : jsonIn(body, isLines)) {
      const piece = parsePiece(json);
      text += piece.text;
      pieces += 1;
      if (piece.text !== "") yield { type: "text", text: piece.text };
      line.mayReadRest = piece.end !== undefined;
      if (piece.end !== undefined) return piece.end;
      if (text.length > MOST_TEXT || pieces > MOST_PIECES || isEnough(text)) return "length";
    }
    if (!line.hasEnded) throw new Cut();
    return "end";
  };
  const patience = { ...PATIENCE, ...access.patience, attempts: 1 };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(call.longestMs)]);
  for await (const event of converse({ ...access, baseUrl: address, patience }, call.model, inTime, talk))
    yield event.type === "failed" && wait_ms !== undefined ? { ...event, wait_ms } : event;
}

/** Where a server takes the request. `address` is as the user set it: with `/v1` where that is the habit. */
export function fimUrl(address: string, format: InsertFormat): string {
  const base = address.replace(/\/+$/, "");
  const root = base.replace(/\/v1$/, "");
  switch (format) {
    case "ollama-insert":
      return `${root}/api/generate`;
    case "llama-infill":
      return `${root}/infill`;
    case "mistral-fim":
      return `${base}/fim/completions`;
    case "deepseek-fim":
      return `${root.replace(/\/beta$/, "")}/beta/completions`;
    case "tokens":
      return `${base}/completions`;
    default:
      return format satisfies never;
  }
}

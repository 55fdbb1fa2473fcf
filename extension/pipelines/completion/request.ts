// Makes the request of a completion, and lists what it contains and what was left out.
import type { Context } from "../../assemble/context.ts";
import { seedEstimator } from "../../assemble/tokens/estimate.ts";
import { utf8Length } from "../../assemble/tokens/utf8.ts";
import type { FimFormat, Hole, InsertFormat } from "../../lower/fim/hole.ts";
import { type FimRequest, lowerFim } from "../../lower/fim/lower-fim.ts";
import type { Lowered, Warning } from "../../lower/lowered.ts";
import type { Manifest } from "../../message/manifest.ts";
import { type Model, modelKey } from "../../message/model.ts";
import type { FimFamilyName } from "../../providers/fim-family.ts";
import { CHAT_LAYER, chatContext } from "./chat-hole.ts";
import { type BuiltHole, buildHole, type Wanted } from "./hole.ts";
import * as words from "./words.ts";

/** How the server of a model fills in. */
export interface Fim {
  format: FimFormat;
  family?: FimFamilyName;
}

export interface CompletionPorts {
  /** The wire of a model that converses. */
  lowerChat: (context: Context, model: Model) => Lowered<unknown>;
  digest: (text: string) => string;
  now: number;
  newId: () => string;
}

export interface CompletionRequest {
  request: unknown;
  /** The request of a server that fills in; not of a model that converses. */
  insert: { format: InsertFormat; request: FimRequest } | undefined;
  warnings: Warning[];
  /** Made when it is asked for: it takes as long as the request. */
  manifest: () => Manifest;
  /** As it was asked: one line, or a block. */
  amount: Hole["amount"];
}

export function completionRequest(wanted: Wanted, model: Model, fim: Fim, ports: CompletionPorts): CompletionRequest {
  const built = buildHole(wanted, model, fim.format);
  const { hole } = built;
  const { amount } = hole;
  const { format, family } = fim;
  if (format === "chat") {
    const lowered = ports.lowerChat(chatContext(hole), { ...model, max_output: hole.tokens });
    const { request, warnings } = lowered;
    const manifest = (): Manifest => accountOf(built, model, fim, lowered, ports);
    return { request, warnings, insert: undefined, manifest, amount };
  }
  const { id, context_window } = model;
  const lowered = lowerFim(hole, { id, context_window, ...(family !== undefined && { family }) }, format);
  const insert = { format, request: lowered.request };
  return { ...lowered, insert, manifest: () => accountOf(built, model, fim, lowered, ports), amount };
}

function accountOf(
  { hole, snippets, leftOut }: BuiltHole,
  model: Model,
  { format }: Fim,
  { request, warnings }: Lowered<unknown>,
  { digest, now, newId }: CompletionPorts,
): Manifest {
  const tokensOf = (text: string): number => seedEstimator.tokensIn(text);
  const { prefix, suffix, path, tokens: reserve } = hole;
  const task = [
    ...snippets.map(({ path: of, start, end, text }) => ({
      part: words.snippet(of, start, end),
      tokens: tokensOf(text),
      lowered_as: "snippet",
    })),
    { part: words.prefixOf(path), tokens: tokensOf(prefix), lowered_as: format },
    { part: words.suffixOf(path), tokens: tokensOf(suffix), lowered_as: format },
  ];
  const layer = { id: CHAT_LAYER, tokens: tokensOf(words.chatLayer), digest: digest(words.chatLayer) };
  const layers = format === "chat" ? [layer] : [];
  const total = [...task, ...layers].reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    id: newId(),
    ...{ session_id: CHAT_LAYER, message_id: CHAT_LAYER, at: now, model: modelKey(model), layers },
    history: { messages: 0, tokens: 0, tool_rounds: 0 },
    ...{ pinned: [], task, elided: [] },
    dropped: [
      ...(leftOut.before > 0 ? [{ what: words.prefixOf(path), why: words.tooFar(leftOut.before) }] : []),
      ...(leftOut.after > 0 ? [{ what: words.suffixOf(path), why: words.tooFar(leftOut.after) }] : []),
      ...warnings,
    ],
    ...{ estimate: total, limit: Math.max(0, model.context_window - reserve), reserve, actual: null },
    prefix: { same_bytes: 0, total_bytes: utf8Length(JSON.stringify(request)), diverges_at: null },
  };
}

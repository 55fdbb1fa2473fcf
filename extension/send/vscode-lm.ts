// Models that other extensions bring to VS Code (Copilot among them), through a port the host fills.
import * as z from "zod/mini";
import type { VscodeLmRequest } from "../lower/vscode-lm.ts";
import type { Failure } from "../message/failure.ts";
import type { Model } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import { parseArguments } from "./calls/arguments.ts";
import { CallIds } from "./calls/call-ids.ts";
import type { StreamEvent } from "./event.ts";
import { emptyFailure } from "./failures/endings.ts";
import { wordsOf } from "./failures/provider-words.ts";
import { tooLongFailure } from "./failures/refusal.ts";
import { ended } from "./failures/words.ts";
import * as words from "./words.ts";

/** Words, or a tool that is called. */
export type LanguageModelPiece = string | { id: string; name: string; input: unknown };

type CallEvent = Extract<StreamEvent, { type: "tool-call" }>;

export interface LanguageModelPort {
  /** Resolves once the request is accepted; the answer then streams. Rejects with the API's own error. */
  send: (request: VscodeLmRequest, signal: AbortSignal) => Promise<AsyncIterable<LanguageModelPiece>>;
}

/** What its extension says of a model: VS Code passes it on, though its types do not promise it yet. */
const Said = z.object({
  capabilities: z.object({ supportsToolCalling: z.boolean(), supportsImageToText: z.boolean() }),
});

/** Any model may be given tools by the API: where nothing is said it is, and says itself if it takes none. */
export function takenBy(model: unknown): Pick<Model, "accepts" | "tools"> {
  const said = Said.safeParse(model);
  if (!said.success) return { accepts: [], tools: true };
  const { supportsToolCalling: tools, supportsImageToText: seesPictures } = said.data.capabilities;
  // The API does not say which image types a model accepts; these two are the ones it names as common.
  return { accepts: seesPictures ? ["image/png", "image/jpeg"] : [], tools };
}

export async function* sendVscodeLm(
  request: VscodeLmRequest,
  signal: AbortSignal,
  port: LanguageModelPort,
): AsyncGenerator<StreamEvent> {
  const ids = new CallIds();
  let hasSpoken = false;
  try {
    for await (const piece of await port.send(request, signal)) {
      if (signal.aborted) break;
      if (piece === "") continue;
      hasSpoken = true;
      if (typeof piece === "string") yield { type: "text", text: piece };
      else yield { ...toCall(piece), id: ids.next(piece.id, "call") };
    }
    if (signal.aborted) yield { type: "end", finish: "stopped" };
    else if (hasSpoken) yield { type: "end", finish: ids.size > 0 ? "tool" : "end" };
    else yield { type: "failed", failure: emptyFailure({ name: words.theModel }) };
  } catch (error) {
    if (signal.aborted) yield { type: "end", finish: "stopped" };
    else yield { type: "failed", failure: toFailure(error, request.model) };
  }
}

/** Some extensions pass the arguments on as the text that their server sent, or none. */
function toCall({ name, input }: Exclude<LanguageModelPiece, string>): Omit<CallEvent, "id"> {
  return { type: "tool-call", name, input: typeof input === "string" ? parseArguments(input) : (input ?? {}) };
}

/** The API's error codes, in words that say what to do. */
function toFailure(error: unknown, model: string): Failure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const said = saidBy(error);
  const known: Record<string, string> = {
    NoPermissions: words.noPermission,
    Blocked: words.rejected(ended(said)),
    NotFound: words.modelGone,
  };
  const message = known[code];
  return (
    (message === undefined ? tooLongFailure(said, model) : undefined) ?? {
      stage: "send",
      code,
      message: message ?? words.modelError(ended(said)),
      retryable: code !== "NotFound",
      ...(code !== "NoPermissions" && { action: "selectModel" }),
    }
  );
}

/** Copilot wraps the words of its server in a status and JSON, or adds a stack to its own. */
function saidBy(error: unknown): string {
  const reason = reasonOf(error);
  const body = /^Request Failed: \d{3} (\{.*)$/s.exec(reason)?.[1];
  return wordsOf(body ?? reason.replace(/(?:: Error: .*)?\s+at \S+ \(.*$/s, ""));
}

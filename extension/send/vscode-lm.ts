// Models that other extensions bring to VS Code (Copilot among them), through a port the host fills.
import * as z from "zod/mini";
import type { VscodeLmRequest } from "../lower/vscode-lm.ts";
import type { Model } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import type { StreamEvent } from "./event.ts";
import { ended } from "./failures/words.ts";
import * as words from "./words.ts";

/** Words, or a tool that is called. */
export type LanguageModelPiece = string | { id: string; name: string; input: unknown };

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
  let calls = 0;
  try {
    for await (const piece of await port.send(request, signal)) {
      if (signal.aborted) break;
      if (typeof piece === "string") yield { type: "text", text: piece };
      else {
        calls += 1;
        yield { type: "tool-call", ...piece };
      }
    }
    yield { type: "end", finish: signal.aborted ? "stopped" : calls > 0 ? "tool" : "end" };
  } catch (error) {
    if (signal.aborted) yield { type: "end", finish: "stopped" };
    else yield { type: "failed", failure: toFailure(error) };
  }
}

/** The API's error codes, in words that say what to do. */
function toFailure(error: unknown): Extract<StreamEvent, { type: "failed" }>["failure"] {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const reason = ended(reasonOf(error));
  const known: Record<string, string> = {
    NoPermissions: words.noPermission,
    Blocked: words.rejected(reason),
    NotFound: words.modelGone,
  };
  return {
    stage: "send",
    code,
    message: known[code] ?? words.modelError(reason),
    retryable: code !== "NotFound",
    ...(code !== "NoPermissions" && { action: "selectModel" as const }),
  };
}

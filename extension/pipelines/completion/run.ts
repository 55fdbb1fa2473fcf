// From a place in a document to the clean answer of its model: built, sent and gathered.
import type { Context } from "../../assemble/context.ts";
import type { Failure } from "../../message/failure.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { Model } from "../../message/model.ts";
import type { StreamEvent } from "../../send/event.ts";
import { LONGEST_MS, sendFim } from "../../send/fim/send-fim.ts";
import { COMPLETION } from "../../send/line/journal.ts";
import type { Prepared } from "../../turn/prepared.ts";
import type { WirePorts } from "../../turn/wire.ts";
import { gather, isEnoughFor } from "./ask.ts";
import type { Answer } from "./flight.ts";
import type { Wanted } from "./hole.ts";
import { type CompletionPorts, type CompletionRequest, completionRequest, type Fim } from "./request.ts";

export interface RunPorts extends Pick<WirePorts, "access">, Pick<CompletionPorts, "digest" | "newId"> {
  /** The wire of a model that converses. */
  prepare: (context: Context, model: Model) => Prepared;
  now: () => number;
}

export interface Ran {
  answer: Answer<Failure>;
  manifest: () => Manifest;
}

/** Never rejects. A stopped answer is what came of it. */
export async function runCompletion(
  wanted: Wanted,
  model: Model,
  fim: Fim,
  ports: RunPorts,
  signal: AbortSignal,
  grown: (output: string) => void,
): Promise<Ran> {
  const chats: Prepared[] = [];
  const built = completionRequest(wanted, model, fim, {
    lowerChat: (context, of) => {
      const chat = ports.prepare(context, of);
      chats.push(chat);
      return chat;
    },
    ...{ digest: ports.digest, now: ports.now(), newId: ports.newId },
  });
  const events = chats[0]?.send(signal, COMPLETION) ?? overInsert(built, model, ports, signal);
  const about = { language: wanted.language, family: fim.family };
  return { answer: await gather(events, about, grown), manifest: built.manifest };
}

async function* overInsert(
  { insert, amount }: CompletionRequest,
  { id, provider }: Model,
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  if (insert === undefined) return;
  const call = { ...insert, model: id, isEnough: isEnoughFor(amount), longestMs: LONGEST_MS };
  yield* sendFim(call, { ...(await ports.access(provider)), about: COMPLETION }, signal);
}

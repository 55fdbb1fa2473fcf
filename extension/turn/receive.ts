// What a provider says, written down as it comes. It ends in what the loop must know: how the request ended.
import type { Failure } from "../message/failure.ts";
import type { Finish } from "../message/message.ts";
import type { Retry } from "../protocol/conversation.ts";
import type { StreamEvent } from "../send/event.ts";
import type { Recorder } from "./recorder.ts";

export type Ended = { ok: true; finish: Finish } | { ok: false; failure: Failure };

export async function receive(
  events: AsyncIterable<StreamEvent>,
  recorder: Recorder,
  retrying: (retry: Retry | undefined) => void,
): Promise<Ended> {
  let isRetrying = false;
  for await (const event of events) {
    if (isRetrying && event.type !== "retrying") retrying(undefined);
    isRetrying = event.type === "retrying";
    switch (event.type) {
      case "text":
      case "reasoning":
        recorder.append(event.type, event.text);
        break;
      case "reasoning-end":
        recorder.endReasoning(event);
        break;
      case "tool-call-delta":
        recorder.call(event.id, event.name);
        break;
      case "tool-call":
        recorder.call(event.id, event.name, event.input);
        break;
      case "tool-result":
        recorder.result(event);
        break;
      case "agent-session":
        recorder.about({ agent_session: { id: event.id, conversation: event.conversation } });
        break;
      case "usage":
        recorder.usage(event.usage);
        break;
      case "notice":
        recorder.notice(event.notice);
        break;
      case "retrying":
        retrying({ attempt: event.attempt, of: event.of, in_ms: event.in_ms });
        break;
      case "end":
        return { ok: true, finish: event.finish };
      case "failed":
        return { ok: false, failure: event.failure };
      default:
        event satisfies never;
    }
  }
  return { ok: true, finish: "end" };
}

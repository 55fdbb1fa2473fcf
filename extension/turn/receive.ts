// Records what a provider sends as it arrives, and returns how the request ended.
import type { Finish } from "../message/message.ts";
import type { Result } from "../message/result.ts";
import type { StreamEvent } from "../send/event.ts";
import type { Recorder } from "./recorder.ts";
import type { AnswerWatch, Delay } from "./watch.ts";

export async function receive(
  events: AsyncIterable<StreamEvent>,
  recorder: Recorder,
  delayed: AnswerWatch["delayed"],
): Promise<Result<Finish>> {
  let isDelayed = false;
  for await (const event of events) {
    const delay = delayOf(event);
    if (delay !== undefined || isDelayed) delayed(delay);
    isDelayed = delay !== undefined;
    switch (event.type) {
      case "text":
      case "reasoning":
        recorder.append(event.type, event.text);
        break;
      case "reasoning-end":
        recorder.endReasoning(event);
        break;
      case "text-end":
        recorder.endText(event.phase);
        break;
      case "tool-call-delta":
        recorder.beginCall(event.id, event.name);
        break;
      case "tool-call":
        recorder.call(event.id, event.name, event.input, event.extra);
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
      case "silent":
      case "retrying":
        break;
      case "end":
        return { ok: true, value: event.finish };
      case "failed":
        return { ok: false, failure: event.failure };
      default:
        event satisfies never;
    }
  }
  return { ok: true, value: "end" };
}

function delayOf(event: StreamEvent): Delay | undefined {
  if (event.type === "silent") return { kind: "silence", seconds: event.seconds };
  if (event.type !== "retrying") return undefined;
  const { attempt, of, in_ms } = event;
  return { kind: "retry", retry: { attempt, of, in_ms } };
}

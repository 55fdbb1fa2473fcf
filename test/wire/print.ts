// What a turn made of recorded bytes, one line for each event, part and message.
import type { AssistantMessage } from "../../extension/message/message.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import type { Section } from "./behaviour.ts";
import type { Told } from "./turn.ts";

export function print({ asked, events, answer, back }: Told): Record<Section, string> {
  return {
    asked: lines(asked.map(withoutMessages)),
    events: lines(events.map(eventLine)),
    stored: lines(storedLines(answer)),
    back: lines(back.map((message) => JSON.stringify(message))),
  };
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

function eventLine({ type, ...rest }: StreamEvent): string {
  if ("failure" in rest) {
    const { code, message, retryable, action } = rest.failure;
    const button = action === undefined ? "" : ` [${action}]`;
    return `${type} ${code}${retryable ? " (may be tried again)" : ""}: ${message}${button}`;
  }
  const values: unknown[] = Object.values(rest);
  return `${type} ${JSON.stringify(values.length === 1 ? values[0] : rest)}`;
}

function storedLines({ parts, metadata: { finish, usage, error } }: AssistantMessage): string[] {
  return [
    ...parts.map(
      ({ type, ...rest }) =>
        `${type} ${JSON.stringify(Object.keys(rest).length === 1 ? Object.values(rest)[0] : rest)}`,
    ),
    `finish ${String(finish)}`,
    ...(usage === undefined ? [] : [`usage ${JSON.stringify(usage)}`]),
    ...(error === undefined ? [] : [`error ${error}`]),
  ];
}

function withoutMessages({
  messages: _m,
  input: _i,
  contents: _c,
  system: _s,
  tools: _t,
  ...rest
}: Record<string, unknown>): string {
  return JSON.stringify(rest);
}

// galley validate: a message or an export, normalised, or everything that is wrong with it.
import * as z from "zod/mini";
import type { Message } from "../message/message.ts";
import { partToJson } from "../message/part.ts";
import { parseMessage, type Problem } from "../message/parse-message.ts";
import type { Outcome } from "./outcome.ts";

/** The canonical inspection format: `{session, messages: [{message, parts}]}`. */
const Export = z.object({
  session: z.looseObject({ id: z.string() }),
  messages: z.array(z.object({ message: z.looseObject({}), parts: z.array(z.unknown()) })),
});

export function validate(raw: unknown): Outcome {
  const exported = Export.safeParse(raw);
  if (!exported.success) return toOutcome([""], [parseMessage(raw)], ([message]) => message);
  const { session, messages } = exported.data;
  const parsed = messages.map(({ message, parts }) => parseMessage({ ...message, parts }));
  return toOutcome(
    messages.map((_, index) => `messages[${index}].`),
    parsed,
    (valid) => ({ session, messages: valid.map(({ parts, ...message }) => ({ message, parts })) }),
  );
}

type Json = Omit<Message, "parts"> & { parts: unknown[] };

function toOutcome(
  at: string[],
  parsed: ReturnType<typeof parseMessage>[],
  toValue: (messages: Json[]) => unknown,
): Outcome {
  const valid = parsed.flatMap((result) => (result.ok ? [toJson(result.message)] : []));
  const problems = parsed.flatMap((result, index) => (result.ok ? [] : result.problems.map(prefixed(at[index] ?? ""))));
  if (problems.length === 0) return { ok: true, value: toValue(valid) };
  const message = `${problems.length} ${problems.length === 1 ? "problem" : "problems"} found.`;
  return { ok: false, failure: { stage: "compose", code: "invalid", message, retryable: false, problems } };
}

function prefixed(at: string): (problem: Problem) => Problem {
  return ({ path, message }) => ({ path: at + path, message });
}

function toJson(message: Message): Json {
  return message.role === "user" ? { ...message, parts: message.parts.map(partToJson) } : message;
}

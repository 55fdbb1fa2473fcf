// galley validate: a message or an export, normalised, or everything that is wrong with it.
import type { Export } from "../message/export.ts";
import type { Message } from "../message/message.ts";
import { partToJson } from "../message/part.ts";
import { parseMessage, type Problem } from "../persist/parse-message.ts";
import { parseExport } from "../persist/transfer/parse-export.ts";
import type { Outcome } from "./outcome.ts";
import * as words from "./words.ts";

export function validate(raw: unknown): Outcome {
  const isExport = typeof raw === "object" && raw !== null && ("messages" in raw || "session" in raw);
  return isExport ? validateExport(raw) : validateMessage(raw);
}

function validateMessage(raw: unknown): Outcome {
  const parsed = parseMessage(raw);
  return parsed.ok ? { ok: true, value: toJson(parsed.value) } : refusal(parsed.failure);
}

function validateExport(raw: unknown): Outcome {
  const parsed = parseExport(raw);
  if (!parsed.ok) return refusal(parsed.failure);
  const results = parsed.value.messages.map(validateExported);
  const problems = results.flatMap((result, index) =>
    "problems" in result ? result.problems.map((problem) => within(index, problem)) : [],
  );
  if (problems.length > 0) return refusal(problems);
  const messages = results.flatMap((result) => ("problems" in result ? [] : [result]));
  return { ok: true, value: { ...parsed.value, messages } };
}

type Exported = Export["messages"][number];

function validateExported({ message, parts }: Exported): Exported | { problems: Problem[] } {
  const parsed = parseMessage({ ...message, parts });
  if (!parsed.ok) return { problems: parsed.failure };
  const { parts: normal, metadata } = toJson(parsed.value);
  return { message: { ...message, metadata }, parts: normal };
}

/** Parts are a message's own; everything else of it stands under `message`. */
function within(index: number, { path, message }: Problem): Problem {
  const place = path.startsWith("parts") ? path : `message.${path}`;
  return { path: `messages[${index}].${place}`, message };
}

function refusal(problems: Problem[]): Outcome {
  const message = words.problems(problems.length);
  return { ok: false, failure: { stage: "compose", code: "invalid", message, retryable: false, problems } };
}

function toJson(message: Message): Omit<Message, "parts"> & { parts: unknown[] } {
  return message.role === "user" ? { ...message, parts: message.parts.map(partToJson) } : message;
}

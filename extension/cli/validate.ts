// galley validate: a message or an export, normalised, or everything that is wrong with it.
import * as z from "zod/mini";
import type { Export } from "../message/export.ts";
import type { Message } from "../message/message.ts";
import { partToJson } from "../message/part.ts";
import { type OutsideMessage, parseMessage, type Problem } from "../persist/parse-message.ts";
import { parseExport } from "../persist/transfer/parse-export.ts";
import { adaptedAs } from "./adapted.ts";
import type { Outcome } from "./outcome.ts";
import * as words from "./words.ts";

export function validate(raw: unknown): Outcome {
  const isExport = typeof raw === "object" && raw !== null && ("messages" in raw || "session" in raw);
  return isExport ? validateExport(raw) : validateMessage(raw);
}

function validateMessage(raw: unknown): Outcome {
  const parsed = parseMessage(raw);
  if (!parsed.ok) return refusal(parsed.failure);
  return { ok: true, value: { ...toJson(parsed.value, raw), ...adaptedAs([parsed.value]) } };
}

function validateExport(raw: unknown): Outcome {
  const parsed = parseExport(raw);
  if (!parsed.ok) return refusal(parsed.failure);
  const all = parsed.value.messages;
  const results = all.map(({ message, parts }) => parseMessage({ ...message, parts }));
  const problems = results.flatMap((result, index) =>
    result.ok ? [] : result.failure.map((problem) => within(index, problem)),
  );
  if (problems.length > 0) return refusal(problems);
  const read = results.flatMap((result) => (result.ok ? [result.value] : []));
  const messages = read.map((one, index) => exported(one, all[index]));
  return { ok: true, value: { ...parsed.value, messages, ...adaptedAs(read) } };
}

/** What an export says besides the message itself, such as its time, stays. */
function exported(one: OutsideMessage, given: Export["messages"][number] | undefined): unknown {
  const { parts, metadata } = toJson(one, { ...given?.message, parts: given?.parts });
  return { message: { ...given?.message, metadata }, parts };
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

const Given = z.object({ parts: z.array(z.unknown()), metadata: z.unknown() });

/** In today's shape. A newer message keeps its version, and the parts that this version does not understand. */
function toJson(
  { message, adapted }: OutsideMessage,
  raw: unknown,
): Omit<Message, "parts" | "metadata"> & z.infer<typeof Given> {
  const today = message.role === "user" ? message.parts.map(partToJson) : message.parts;
  const given = Given.safeParse(raw).data;
  if (adapted === undefined || adapted.from < adapted.to || given === undefined)
    return { id: message.id, role: message.role, parts: today, metadata: message.metadata };
  const parts = today.map((part, index) => (adapted.unread.includes(index) ? given.parts[index] : part));
  return { id: message.id, role: message.role, parts, metadata: given.metadata };
}

// Parses a message from outside: returns it in the current shape, or the list of its problems with their paths.
import * as z from "zod/mini";
import { AssistantMetadata, AssistantPart, type Message, UserMetadata } from "../message/message.ts";
import { parsePart, type Part } from "../message/part.ts";
import { expectedBy } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";

export interface Problem {
  /** `parts[2].ref.range`. */
  path: string;
  message: string;
}

export type ParsedMessage = Result<Message, Problem[]>;

const Envelope = z.discriminatedUnion("role", [
  z.object({
    id: z.string().check(z.minLength(1)),
    role: z.literal("user"),
    parts: z.array(z.unknown()),
    metadata: UserMetadata,
  }),
  z.object({
    id: z.string().check(z.minLength(1)),
    role: z.literal("assistant"),
    parts: z.array(AssistantPart),
    metadata: AssistantMetadata,
  }),
]);

/** Reports all problems at once, so that they can be fixed together. */
export function parseMessage(raw: unknown): ParsedMessage {
  const envelope = Envelope.safeParse(raw);
  const rawParts = z.object({ role: z.literal("user"), parts: z.array(z.unknown()) }).safeParse(raw);
  const parsed = rawParts.success ? rawParts.data.parts.map(parsePart) : [];
  const problems = [
    ...(envelope.success ? [] : envelope.error.issues.map((issue) => problemAt(issue.path, expectedBy(issue)))),
    ...parsed.flatMap((part, index) =>
      part.ok ? [] : part.failure.map((issue) => problemAt(["parts", index, ...issue.path], expectedBy(issue))),
    ),
  ];
  if (!envelope.success || problems.length > 0) return { ok: false, failure: problems };
  if (envelope.data.role === "assistant") return { ok: true, value: envelope.data };
  const parts: Part[] = parsed.flatMap((part) => (part.ok ? [part.value] : []));
  return { ok: true, value: { ...envelope.data, parts } };
}

/** With the path as people write it: `parts[2].ref.range`. */
export function problemAt(path: readonly PropertyKey[], message: string): Problem {
  const words = path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`));
  return { path: words.join(""), message };
}

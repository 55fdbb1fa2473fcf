// Parses a message from outside, of any version: returns it in the current shape, or the list of its problems with their paths.
import * as z from "zod/mini";
import { AssistantMetadata, AssistantPart, type Message, SCHEMA_VERSION, UserMetadata } from "../message/message.ts";
import { parsePart, type Part } from "../message/part.ts";
import { adaptPart, versionOf } from "../message/versions/version.ts";
import { expectedBy } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";
import { toMessage } from "./messages.ts";

export interface Problem {
  /** `parts[2].ref.range`. */
  path: string;
  message: string;
}

/** How a message of another version was read. */
interface Adapted {
  from: number;
  to: number;
  /** The indices of the parts of a newer version that were not understood. */
  unread: number[];
}

export interface OutsideMessage {
  message: Message;
  /** `undefined` for a message of the current version. */
  adapted: Adapted | undefined;
}

export type ParsedMessage = Result<OutsideMessage, Problem[]>;

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

/** What a message of every version has. */
const AnyVersion = z.object({
  id: z.string().check(z.minLength(1)),
  role: z.enum(["user", "assistant"]),
  parts: z.array(z.unknown()),
  metadata: z.looseObject({}),
});

/**
 * Reports all problems at once, so that they can be fixed together. An older message goes through the same adapters as
 * a stored row; a newer one is read as far as it is understood.
 */
export function parseMessage(raw: unknown): ParsedMessage {
  const any = AnyVersion.safeParse(raw).data;
  const version = versionOf(any?.metadata);
  if (any === undefined || version === SCHEMA_VERSION) return parsed(raw, undefined);
  if (version > SCHEMA_VERSION) return { ok: true, value: readNewer(any, version) };
  const parts = any.role === "user" ? any.parts.map((part) => adaptPart(part, version)) : any.parts;
  const metadata = { ...any.metadata, schema_version: SCHEMA_VERSION };
  return parsed({ ...any, parts, metadata }, { from: version, to: SCHEMA_VERSION, unread: [] });
}

/** As a stored row is read. */
function readNewer({ id, role, parts, metadata }: z.infer<typeof AnyVersion>, version: number): OutsideMessage {
  const message = toMessage({ id, role }, metadata, parts);
  const unread = parts.flatMap((part, index) => {
    const isRead = role === "user" ? message.parts[index]?.type !== "unknown" : AssistantPart.safeParse(part).success;
    return isRead ? [] : [index];
  });
  return { message, adapted: { from: version, to: SCHEMA_VERSION, unread } };
}

function parsed(raw: unknown, adapted: Adapted | undefined): ParsedMessage {
  const envelope = Envelope.safeParse(raw);
  const rawParts = z.object({ role: z.literal("user"), parts: z.array(z.unknown()) }).safeParse(raw);
  const found = rawParts.success ? rawParts.data.parts.map(parsePart) : [];
  const problems = [
    ...(envelope.success ? [] : envelope.error.issues.map((issue) => problemAt(issue.path, expectedBy(issue)))),
    ...found.flatMap((part, index) =>
      part.ok ? [] : part.failure.map((issue) => problemAt(["parts", index, ...issue.path], expectedBy(issue))),
    ),
  ];
  if (!envelope.success || problems.length > 0) return { ok: false, failure: problems };
  if (envelope.data.role === "assistant") return { ok: true, value: { message: envelope.data, adapted } };
  const parts: Part[] = found.flatMap((part) => (part.ok ? [part.value] : []));
  return { ok: true, value: { message: { ...envelope.data, parts }, adapted } };
}

/** With the path as people write it: `parts[2].ref.range`. */
export function problemAt(path: readonly PropertyKey[], message: string): Problem {
  const words = path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`));
  return { path: words.join(""), message };
}

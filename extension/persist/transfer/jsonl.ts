// An export as lines: one JSON row per line, in reading order.
import * as z from "zod/mini";
import {
  type Export,
  ExportedBlob,
  ExportedInvocation,
  ExportedManifest,
  ExportedMessage,
  ExportedConversation,
} from "../../message/export.ts";
import * as words from "./words.ts";

/**
 * Rows come in this order: the conversation (type `session`); each message followed by its parts; manifests; skill
 * invocations; system prompts; blobs. A part names its message and its place in it, so that a line makes sense on its own.
 */
const Row = z.discriminatedUnion("type", [
  z.object({ type: z.literal("session"), data: ExportedConversation }),
  z.object({ type: z.literal("message"), data: ExportedMessage }),
  z.object({
    type: z.literal("part"),
    data: z.object({ message_id: z.string(), index: z.int().check(z.gte(0)), part: z.unknown() }),
  }),
  z.object({ type: z.literal("manifest"), data: ExportedManifest }),
  z.object({ type: z.literal("skill_invocation"), data: ExportedInvocation }),
  z.object({ type: z.literal("system_prompt"), data: z.object({ digest: z.string(), text: z.string() }) }),
  z.object({ type: z.literal("blob"), data: ExportedBlob }),
]);
type Row = z.infer<typeof Row>;

export function toJsonl({ session, messages, manifests, skill_invocations, system_prompts, blobs }: Export): string {
  const rows: Row[] = [
    { type: "session", data: session },
    ...messages.flatMap(({ message, parts }): Row[] => [
      { type: "message", data: message },
      ...parts.map((part, index): Row => ({ type: "part", data: { message_id: message.id, index, part } })),
    ]),
    ...manifests.map((data): Row => ({ type: "manifest", data })),
    ...skill_invocations.map((data): Row => ({ type: "skill_invocation", data })),
    ...Object.entries(system_prompts).map(([digest, text]): Row => ({ type: "system_prompt", data: { digest, text } })),
    ...blobs.map((data): Row => ({ type: "blob", data })),
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Throws with the line that is wrong. A row of a type this version does not know is passed over. */
export function parseJsonl(text: string): Export {
  const found: Found = {
    ...{ session: undefined, messages: [], system_prompts: {}, manifests: [], skill_invocations: [], blobs: [] },
  };
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const why = addRow(found, line);
    if (why !== undefined) throw new SyntaxError(words.atLine(index + 1, why));
  }
  const { session, ...rest } = found;
  if (session === undefined) throw new SyntaxError(words.noSession);
  return { session, ...rest };
}

/** An export file, JSON or JSONL, as it is: the reader parses it. Throws when it is neither. */
export function parseExportText(text: string): unknown {
  const first = parseLine(text.trimStart().split("\n", 1)[0] ?? "");
  return z.object({ type: z.string(), data: z.unknown() }).safeParse(first).success
    ? parseJsonl(text)
    : (JSON.parse(text) as unknown);
}

type Found = Omit<Export, "session"> & { session: Export["session"] | undefined };

/** What is wrong with the line, if anything. */
function addRow(found: Found, line: string): string | undefined {
  const raw = parseLine(line);
  if (raw === undefined) return words.invalidJson;
  if (isForeign(raw)) return undefined;
  const parsed = Row.safeParse(raw);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { type, data } = parsed.data;
  switch (type) {
    case "session":
      if (found.session !== undefined) return words.twoSessions;
      found.session = data;
      return undefined;
    case "message":
      found.messages.push({ message: data, parts: [] });
      return undefined;
    case "part":
      return addPart(found, data);
    case "manifest":
      found.manifests.push(data);
      return undefined;
    case "skill_invocation":
      found.skill_invocations.push(data);
      return undefined;
    case "system_prompt":
      found.system_prompts[data.digest] = data.text;
      return undefined;
    case "blob":
      found.blobs.push(data);
      return undefined;
    default:
      return type satisfies never;
  }
}

function addPart({ messages }: Found, data: Extract<Row, { type: "part" }>["data"]): string | undefined {
  const last = messages.at(-1);
  if (last?.message.id !== data.message_id) return words.strayPart(data.message_id);
  if (last.parts.length !== data.index) return words.partOutOfOrder(data.index, data.message_id);
  last.parts.push(data.part);
  return undefined;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The caller says that it is invalid.
    return undefined;
  }
}

const known: ReadonlySet<unknown> = new Set(Row.def.options.flatMap((option) => [...option.shape.type.def.values]));

function isForeign(raw: unknown): boolean {
  const typed = z.object({ type: z.string() }).safeParse(raw);
  return typed.success && !known.has(typed.data.type);
}

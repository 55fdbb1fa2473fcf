// The parts of a user message, a closed union: what a person composes, in the order they composed it.
import * as z from "zod/mini";
import { LineRange, Range } from "./range.ts";
import type { Result } from "./result.ts";
import { ScaledCopy } from "./scaled-copy.ts";
import * as words from "./words.ts";

const Name = z.string().check(z.minLength(1));
const Path = Name.check(z.refine((path) => !path.includes("\0"), words.nulInPath));
const Count = z.int().check(z.gte(0));

/** Before the title of a conversation that is mentioned as a context. */
export const CONVERSATION = "conversation:";

const Text = z.object({
  type: z.literal("text"),
  text: z.string(),
  /** Pasted text is not a command, even if it begins like one. */
  pasted: z.optional(z.literal(true)),
  /** The ranges of the text that the input shows folded. They are sent like the rest. */
  folds: z.optional(z.array(z.tuple([Count, Count]))),
});

/** Relative to its workspace folder with `/`; begins with the folder's name in a multi-root workspace; absolute outside. */
const PathRef = z.object({ kind: z.literal("path"), path: Path, range: z.optional(Range) });

const Ref = z.discriminatedUnion("kind", [
  PathRef,
  z.object({ kind: z.literal("url"), url: z.url() }),
  z.object({ kind: z.literal("content-id"), id: Name, name: z.optional(Name), mime: z.optional(Name) }),
]);
export type Ref = z.infer<typeof Ref>;

export const FileRef = z.object({ type: z.literal("file-ref"), ref: Ref });
export type FileRef = z.infer<typeof FileRef>;

/** With neither `data` nor `content_id` it is a descriptor: the model learns name, mime and size, never bytes. */
export const FileAttachment = z
  .object({
    type: z.literal("file-attachment"),
    name: Name,
    mime: Name,
    size: Count,
    data: z.optional(z.base64()),
    content_id: z.optional(Name),
    /** A smaller copy of a picture that is larger than models take; the attachment itself stays the original. */
    scaled: z.optional(ScaledCopy),
  })
  .check(z.refine((part) => part.data === undefined || part.content_id === undefined, words.dataTwice));
export type FileAttachment = z.infer<typeof FileAttachment>;

export const EditorContext = z.object({
  type: z.literal("editor-context"),
  kind: Name,
  source: z.optional(z.string()),
  payload: z.json(),
  emitted_at: Count,
});
export type EditorContext = z.infer<typeof EditorContext>;

const SkillInvocation = z.object({
  type: z.literal("skill-invocation"),
  name: Name,
  version: z.string(),
  body: z.string(),
  record: z.string(),
});

const Mention = z.object({
  type: z.literal("mention"),
  target: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("file"), path: Path, range: z.optional(Range) }),
    z.object({ kind: z.literal("skill"), name: Name }),
    z.object({ kind: z.literal("symbol"), name: Name, path: Path, range: LineRange }),
    /** `id` tells which of those that have the name, and `label` names it for people. */
    z.object({ kind: z.literal("context"), name: Name, id: z.optional(Name), label: z.optional(Name) }),
    z.object({ kind: z.literal("resource"), server: Name, uri: Name }),
  ]),
});
export type Mention = z.infer<typeof Mention>;

const Command = z.object({
  type: z.literal("command"),
  id: z.string().check(z.regex(/^\/\S+$/, words.invalidCommandId)),
  args: z.object({
    raw: z.string(),
    positional: z.array(z.string()),
    named: z.record(z.string(), z.string()),
  }),
  outcome: z.optional(z.enum(["action", "input", "text"])),
  /** How many of `result_parts`, from the first, a server made: the chips behind them are the user's. */
  made: z.optional(Count),
  /** What the command became. A command never expands to another command, so this does not recurse. */
  result_parts: z.optional(
    z.array(z.discriminatedUnion("type", [Text, FileRef, FileAttachment, EditorContext, Mention, SkillInvocation])),
  ),
});

/** What this version can compose. */
export const KnownPart = z.discriminatedUnion("type", [
  Text,
  FileRef,
  FileAttachment,
  Command,
  Mention,
  EditorContext,
  SkillInvocation,
]);
export type KnownPart = z.infer<typeof KnownPart>;

/** A part from a newer or broken writer, kept verbatim. Exists in memory only: on disk its original stands alone. */
export interface UnknownPart {
  type: "unknown";
  original: unknown;
}

export type Part = KnownPart | UnknownPart;

const knownTypes: ReadonlySet<unknown> = new Set<KnownPart["type"]>([
  "text",
  "file-ref",
  "file-attachment",
  "command",
  "mention",
  "editor-context",
  "skill-invocation",
]);

const Typed = z.looseObject({ type: Name });

export type ParsedPart = Result<Part, z.core.$ZodIssue[]>;

/** A part of a type this version does not know is not an error; a known type of the wrong shape is. */
export function parsePart(raw: unknown): ParsedPart {
  const typed = Typed.safeParse(raw);
  if (!typed.success) return { ok: false, failure: typed.error.issues };
  if (!knownTypes.has(typed.data.type)) return { ok: true, value: { type: "unknown", original: raw } };
  const known = KnownPart.safeParse(raw);
  return known.success ? { ok: true, value: known.data } : { ok: false, failure: known.error.issues };
}

/** What goes to disk, to the bridge and into an export: the part itself, an unknown one as it came. */
export function partToJson(part: Part): unknown {
  return part.type === "unknown" ? part.original : part;
}

/** The text of an unknown part if it has one, else a placeholder. */
export function textOfUnknown(part: UnknownPart): string {
  const spoken = z.object({ text: z.string() }).safeParse(part.original);
  return spoken.success ? spoken.data.text : words.unsupportedPart;
}

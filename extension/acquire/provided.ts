// What a provider of another extension answers, parsed and bounded: entities to choose from, and the parts of one.
import * as z from "zod/mini";
import { FileRef } from "../message/part.ts";
import type { ContextPart, Resolved } from "../message/resolved.ts";
import type { Result } from "../message/result.ts";
import { issuesWords } from "../text/issue-words.ts";
import { context, nothing } from "./context.ts";
import { type ContextEntity, ENTITY_ICONS, type EntityIcon } from "./context-provider.ts";
import { cutText } from "./cut.ts";
import * as words from "./words.ts";

const MOST_ENTITIES = 50;
const MOST_PARTS = 20;
const MOST_TEXT = { lines: 2_000, characters: 100_000 };
/** Of all attachments of one entity, as base64. */
const MOST_DATA = 7_000_000;
const LONGEST = { id: 1_000, label: 120, description: 200 };

const Entity = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(LONGEST.id)),
  label: z.string().check(z.minLength(1)),
  description: z.optional(z.string()),
  icon: z.optional(z.string()),
});

/** The failure says what is wrong, for the row of the provider. Entities that cannot be read are left out. */
export function parseEntities(raw: unknown): Result<ContextEntity[], string> {
  if (!Array.isArray(raw)) return { ok: false, failure: words.entitiesNotList };
  const read = raw.slice(0, MOST_ENTITIES).map((one: unknown) => Entity.safeParse(one, { reportInput: true }));
  const entities = read.flatMap(({ success, data }) => (success ? [toEntity(data)] : []));
  const [bad] = read.flatMap(({ error }) => error ?? []);
  if (entities.length === 0 && bad !== undefined) return { ok: false, failure: issuesWords(bad.issues) };
  return { ok: true, value: [...new Map(entities.map((entity) => [entity.id, entity])).values()] };
}

function toEntity({ id, label, description, icon }: z.infer<typeof Entity>): ContextEntity {
  return {
    id,
    label: shorten(label, LONGEST.label),
    ...(description !== undefined && { description: shorten(description, LONGEST.description) }),
    ...(isIcon(icon) && { icon }),
  };
}

function isIcon(icon: string | undefined): icon is EntityIcon {
  return ENTITY_ICONS.some((known) => known === icon);
}

/** One line. */
function shorten(text: string, most: number): string {
  const line = text
    .slice(0, 2 * most)
    .trim()
    .replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

const Name = z.string().check(z.minLength(1), z.maxLength(500));
const ProvidedPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  FileRef,
  z.object({ type: z.literal("file-attachment"), name: Name, mime: Name, data: z.base64() }),
]);

/** `source` names the entity for the model. A text that is too long is cut and says so; too much else is refused. */
export function parseProvided(raw: unknown, source: string, now: number): Resolved {
  if (raw === undefined || raw === "") return nothing(words.noContent);
  const parts: unknown = typeof raw === "string" ? [{ type: "text", text: raw }] : raw;
  if (!Array.isArray(parts)) return nothing(words.partsNotList);
  if (parts.length === 0) return nothing(words.noContent);
  if (parts.length > MOST_PARTS || dataIn(parts) > MOST_DATA) return nothing(words.tooMuchData);
  const read = z.array(ProvidedPart).safeParse(parts, { reportInput: true });
  if (!read.success) return nothing(issuesWords(read.error.issues));
  // A stored content may be of another conversation: only the user attaches those.
  if (read.data.some((part) => part.type === "file-ref" && part.ref.kind === "content-id"))
    return nothing(words.storedNotProvided);
  return { parts: read.data.flatMap((part) => toContextParts(part, source, now)) };
}

/** Counted before anything is parsed. */
function dataIn(parts: readonly unknown[]): number {
  const lengths = parts.map((part) => {
    const data: unknown = typeof part === "object" && part !== null && "data" in part ? part.data : "";
    return typeof data === "string" ? data.length : 0;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

function toContextParts(part: z.infer<typeof ProvidedPart>, source: string, now: number): ContextPart[] {
  if (part.type === "file-ref") return [part];
  if (part.type === "text") return context("ref", boundedText(part.text), now, source).parts;
  const padding = /={0,2}$/.exec(part.data)?.[0].length ?? 0;
  return [{ ...part, size: (part.data.length / 4) * 3 - padding }];
}

export function boundedText(told: string): string {
  const { text, left_out } = cutText(told, MOST_TEXT);
  return left_out === undefined ? text : `${text}\n${words.omitted(left_out)}`;
}

/** Plain data of a whole context; `undefined` if it is not JSON or too long. */
export function boundedData(told: unknown): Result<z.infer<typeof Json>, string> {
  const json = Json.safeParse(told);
  if (!json.success) return { ok: false, failure: words.notJson };
  const { left_out } = cutText(JSON.stringify(json.data, null, 1), MOST_TEXT);
  return left_out === undefined ? { ok: true, value: json.data } : { ok: false, failure: words.tooMuchData };
}

const Json = z.json();

// A tool as a server lists it, made safe for a request: plain text, a schema that every provider accepts, and a digest.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { plainLine, plainText } from "./plain-text.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export interface ListedTool {
  /** The server's name for it. */
  name: string;
  title: string;
  description: string;
  input_schema: Record<string, unknown>;
  /** The server says it changes nothing. */
  readOnly: boolean;
  /** The server says it may destroy something. */
  destructive: boolean;
  /** Identifies the tool with its full description: if the digest changes, the user is asked again. */
  digest: string;
}

const Raw = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: z.optional(z.record(z.string(), z.unknown())),
  annotations: z.optional(
    z.object({
      title: z.optional(z.string()),
      readOnlyHint: z.optional(z.boolean()),
      destructiveHint: z.optional(z.boolean()),
    }),
  ),
});

const DESCRIPTION = 4_000;
const SCHEMA_BYTES = 32 * 1024;
const SCHEMA_DEPTH = 24;

/** Some providers refuse these in the outermost schema. The server checks its arguments itself. */
const REFUSED = ["anyOf", "oneOf", "allOf", "not", "enum", "if", "then", "else", "$schema", "$id"];

/** Argument names that every provider accepts. */
const ARGUMENT = /^[\w.-]{1,64}$/;

export type ReadTool = Result<ListedTool, string>;

export function readTool(value: unknown): ReadTool {
  const raw = Raw.safeParse(value);
  if (!raw.success) return { ok: false, failure: words.malformed };
  const { name, title, description = "", inputSchema = {}, annotations = {} } = raw.data;
  if (plainLine(name, 256) !== name) return { ok: false, failure: words.nameInvisible };
  const schema = readSchema(inputSchema);
  if (!schema.ok) return schema;
  const tool = {
    name,
    title: plainLine(title ?? annotations.title ?? name, 80),
    description: plainText(description, DESCRIPTION),
    input_schema: schema.value,
    readOnly: annotations.readOnlyHint === true,
    destructive: annotations.destructiveHint === true && annotations.readOnlyHint !== true,
    digest: digestOf({ name, title, description, inputSchema, annotations }),
  };
  return { ok: true, value: tool };
}

function readSchema(schema: Record<string, unknown>): Result<Record<string, unknown>, string> {
  const type = schema["type"] ?? "object";
  if (type !== "object") return { ok: false, failure: words.inputNotObject };
  const properties = z.optional(z.record(z.string(), z.unknown())).safeParse(schema["properties"]);
  if (!properties.success) return { ok: false, failure: words.argumentsNotObject };
  const odd = Object.keys(properties.data ?? {}).find((key) => !ARGUMENT.test(key));
  if (odd !== undefined) return { ok: false, failure: words.argumentUnsupported(plainLine(odd, 40)) };
  if (depthOf(schema, SCHEMA_DEPTH) > SCHEMA_DEPTH) return { ok: false, failure: words.argumentsTooDeep };
  if (JSON.stringify(schema).length > SCHEMA_BYTES) return { ok: false, failure: words.schemaTooLarge };
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !REFUSED.includes(key)));
  const plain = z.record(z.string(), z.unknown()).parse(plainWords({ ...kept, type: "object" }));
  return { ok: true, value: { properties: {}, ...plain } };
}

/** Cleans descriptions and titles. Names, values and patterns stay as they are, because they are compared. */
function plainWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isWords = (key === "description" || key === "title" || key === "$comment") && typeof inner === "string";
      return [key, isWords ? plainText(inner, DESCRIPTION) : plainWords(inner)];
    }),
  );
}

/** Stops counting at `most` + 1. */
function depthOf(value: unknown, most: number): number {
  if (most < 0 || typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, most - 1)));
}

/** The same for any order of keys. */
function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex")
    .slice(0, 32);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

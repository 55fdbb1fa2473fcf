// The shapes a field of a request may have, and the first place where a value does not fit one.
import { isTable } from "../text/merge-json.ts";
import * as words from "./words.ts";

export type Shape =
  | { readonly is: "number" | "integer" | "flag" | "text" | "label" | "word" | "scalar" }
  | { readonly is: "schema" }
  | { readonly is: "one-of"; readonly values: readonly (string | boolean)[] }
  | { readonly is: "list"; readonly of: Shape }
  /** Every name is allowed, as in `metadata` or `logit_bias`. */
  | { readonly is: "map"; readonly of: Shape }
  | { readonly is: "table"; readonly fields: Readonly<Record<string, Shape>> }
  | { readonly is: "either"; readonly shapes: readonly Shape[] };

export interface Misfit {
  path: readonly string[];
  reason: string;
}

/** Identifiers and stop sequences are short; a longer text could be a prompt. */
const LONGEST_TEXT = 1_000;
const LONGEST_LIST = 300;
const DEEPEST = 24;

/** Efforts, tiers and types: names only, so that a provider may have a new one. */
const WORD = /^[\w.:-]{1,64}$/;
const NAME = /^[^\u0000-\u001f]{1,128}$/;

/** `written`: as in the profile's file, where texts are templates. `rendered`: as the templates made it. */
export type Stage = "written" | "rendered";

/** The first place that has another shape, or nothing. */
function misfitOf(value: unknown, shape: Shape, path: readonly string[], stage: Stage): Misfit | undefined {
  if (path.length > DEEPEST) return { path, reason: words.tooDeep };
  // A template is rendered before it is used, and its result is checked then.
  if (stage === "written" && typeof value === "string") return undefined;
  switch (shape.is) {
    case "list":
      return inList(value, shape.of, path);
    case "map":
      return inMap(value, shape.of, path, stage);
    case "table":
      return inTable(value, shape.fields, path, stage);
    case "schema":
      return inTable(value, SCHEMA, path, stage);
    case "either": {
      const misfits = shape.shapes.map((one) => misfitOf(value, one, path, stage));
      if (misfits.includes(undefined)) return undefined;
      // The one that fits furthest says most.
      return misfits.flatMap((one) => one ?? []).toSorted((a, b) => b.path.length - a.path.length)[0];
    }
    default:
      return isLeaf(value, shape) ? undefined : { path, reason: expectation(shape) };
  }
}

type Leaf = Exclude<Shape, { is: "list" | "map" | "table" | "either" | "schema" }>;

function isLeaf(value: unknown, shape: Leaf): boolean {
  switch (shape.is) {
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "flag":
      return typeof value === "boolean";
    case "text":
      return typeof value === "string" && value.length <= LONGEST_TEXT;
    case "label":
      return isLeaf(value, { is: "text" }) && !String(value).includes("://");
    case "word":
      return typeof value === "string" && WORD.test(value);
    case "scalar":
      return value === null || SCALARS.some((one) => isLeaf(value, one));
    case "one-of":
      return shape.values.some((one) => one === value);
    default:
      return shape satisfies never;
  }
}

/** A list is one value: its texts are not templates. */
function inList(value: unknown, of: Shape, path: readonly string[]): Misfit | undefined {
  if (!Array.isArray(value)) return { path, reason: words.mustBeList };
  if (value.length > LONGEST_LIST) return { path, reason: words.listTooLong(LONGEST_LIST) };
  for (const [index, one] of value.entries()) {
    const misfit = misfitOf(one, of, [...path, String(index)], "rendered");
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function inMap(value: unknown, of: Shape, path: readonly string[], stage: Stage): Misfit | undefined {
  if (!isTable(value)) return { path, reason: words.mustBeTable };
  for (const [name, one] of Object.entries(value)) {
    const at = [...path, name];
    if (name === "__proto__" || !NAME.test(name)) return { path: at, reason: words.invalidName };
    const misfit = misfitOf(one, of, at, stage);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

export function inTable(
  value: unknown,
  fields: Readonly<Record<string, Shape>>,
  path: readonly string[],
  stage: Stage,
): Misfit | undefined {
  if (!isTable(value)) return { path, reason: words.mustBeTable };
  for (const [name, one] of Object.entries(value)) {
    const at = [...path, name];
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape === undefined) return { path: at, reason: notAllowed(path, fields) };
    const misfit = misfitOf(one, shape, at, stage);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function notAllowed(path: readonly string[], fields: Readonly<Record<string, Shape>>): string {
  return words.notAllowed(path.join("."), Object.keys(fields).toSorted());
}

function expectation(shape: Leaf): string {
  switch (shape.is) {
    case "text":
    case "label":
      return words.mustBe[shape.is](LONGEST_TEXT);
    case "number":
    case "integer":
    case "flag":
    case "word":
    case "scalar":
      return words.mustBe[shape.is];
    case "one-of":
      return words.mustBe.oneOf(shape.values.map(String));
    default:
      return shape satisfies never;
  }
}

const SCALARS = [{ is: "number" }, { is: "flag" }, { is: "text" }] as const;
const TEXT = { is: "text" } as const;
const NUMBER = { is: "number" } as const;
const NESTED = { is: "schema" } as const;
const NESTED_LIST = { is: "list", of: NESTED } as const;
const NESTED_MAP = { is: "map", of: NESTED } as const;

/** JSON Schema, as providers use it for structured output. Without `$ref` and `$id`, which may contain a URL. */
const SCHEMA: Readonly<Record<string, Shape>> = {
  type: { is: "either", shapes: [TEXT, { is: "list", of: TEXT }] },
  title: TEXT,
  description: TEXT,
  format: TEXT,
  pattern: TEXT,
  enum: { is: "list", of: { is: "scalar" } },
  const: { is: "scalar" },
  default: { is: "scalar" },
  nullable: { is: "flag" },
  properties: NESTED_MAP,
  required: { is: "list", of: TEXT },
  propertyOrdering: { is: "list", of: TEXT },
  additionalProperties: { is: "either", shapes: [{ is: "flag" }, NESTED] },
  items: NESTED,
  prefixItems: NESTED_LIST,
  anyOf: NESTED_LIST,
  oneOf: NESTED_LIST,
  allOf: NESTED_LIST,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: NUMBER,
  minLength: NUMBER,
  maxLength: NUMBER,
  minItems: NUMBER,
  maxItems: NUMBER,
};

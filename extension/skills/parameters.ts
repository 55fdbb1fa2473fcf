// Checks parameters against the schema of their skill. A light check: the caller should have validated them.
import { Validator } from "@cfworker/json-schema";
import { within } from "../disk/within.ts";
import { isObject, type Json } from "./json.ts";
import * as words from "./words.ts";

const TYPES = new Set(["null", "boolean", "object", "array", "number", "integer", "string"]);

/** Keywords whose values contain schemas. */
const BY_NAME = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE = ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"];

/** An author or a model writes the schema, and its patterns or combinations may take forever. */
const MOST_MS = 45;

/** Report at most this many problems. */
const MOST_PROBLEMS = 50;

/** Why the value is not a JSON Schema of parameters, as the end of a sentence; `undefined` if it is one. */
export function schemaFault(schema: Json): string | undefined {
  if (!isObject(schema)) return words.schemaNoObject;
  try {
    return faultIn(schema, "") ?? referenceFault(schema, schema);
  } catch (error) {
    if (error instanceof RangeError) return words.schemaTooDeep;
    throw error;
  }
}

/** References must lead to a place in the schema: Galley fetches nothing. */
function referenceFault(value: Json, whole: Json): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const ref = Array.isArray(value) ? undefined : value["$ref"];
  if (typeof ref === "string" && !leadsSomewhere(ref, whole)) return words.notDefined(ref);
  return Object.values(value)
    .map((inner) => referenceFault(inner, whole))
    .find((fault) => fault !== undefined);
}

function leadsSomewhere(ref: string, whole: Json): boolean {
  if (ref === "#") return true;
  if (!ref.startsWith("#/")) return false;
  const steps = ref.slice(2).split("/");
  let at: Json | undefined = whole;
  for (const step of steps) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = Array.isArray(at) ? at[Number(key)] : isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at !== undefined;
}

export interface ParameterProblem {
  path: string;
  message: string;
}

/** The schema must be valid: see `schemaFault`. */
export function checkParameters(schema: Json, parameters: Readonly<Record<string, Json>>): ParameterProblem[] {
  return checkValue(schema, { ...parameters });
}

/** The same for any value. */
export function checkValue(schema: Json, value: Json): ParameterProblem[] {
  if (!isObject(schema)) return [];
  try {
    const check = () => new Validator(schema, "2020-12", false).validate(value);
    const checked = within(MOST_MS, check);
    if (checked === undefined) return [{ path: "", message: words.checkTimedOut }];
    const { errors } = checked.result;
    // Leaves out errors that only say that a part is wrong.
    const inner = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
    return inner.slice(0, MOST_PROBLEMS).map(({ instanceLocation, error }) => ({
      path: instanceLocation.replace(/^#/, ""),
      message: plainly(error),
    }));
  } catch {
    // The library throws for a schema it cannot follow, such as one with an unknown reference.
    return [{ path: "", message: words.notChecked }];
  }
}

/** Removes the library's term "instance": the reader has written parameters, or an answer. */
function plainly(error: string): string {
  const missing = /^Instance does not have required property "(.*)"\.$/s.exec(error)?.[1];
  if (missing !== undefined) return words.required(missing);
  const [, is, wanted] = /^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/s.exec(error) ?? [];
  return is === undefined ? error.replace(/^Instance /, "It ") : words.otherType(wanted ?? "", is);
}

function faultIn(schema: Json, at: string): string | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isObject(schema)) return words.notSchema(at);
  const own = ownFault(schema, at);
  if (own !== undefined) return own;
  for (const [key, value] of Object.entries(schema)) {
    const fault = innerFault(key, value, at === "" ? key : `${at}.${key}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function innerFault(key: string, value: Json, at: string): string | undefined {
  if (SINGLE.includes(key)) return faultIn(value, at);
  if (BY_NAME.includes(key)) return isObject(value) ? faultAmong(Object.entries(value), at) : words.notObject(at);
  if (!LISTS.includes(key)) return undefined;
  return Array.isArray(value) ? faultAmong([...value.entries()], at) : words.notList(at);
}

function faultAmong(schemas: readonly (readonly [string | number, Json])[], at: string): string | undefined {
  return schemas.map(([name, inner]) => faultIn(inner, `${at}.${name}`)).find((fault) => fault !== undefined);
}

function ownFault({ type, required, enum: values, pattern }: Record<string, Json>, at: string): string | undefined {
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  const wrong = types.find((one) => typeof one !== "string" || !TYPES.has(one));
  if (wrong !== undefined) return words.badType(JSON.stringify(wrong), at);
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
    return words.badRequired(at);
  if (values !== undefined && !Array.isArray(values)) return words.badEnum(at);
  return pattern === undefined || isPattern(pattern) ? undefined : words.badPattern(at);
}

function isPattern(pattern: Json): boolean {
  try {
    return typeof pattern === "string" && new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    // The constructor throws if the pattern is not valid.
    return false;
  }
}

// Parameters against the schema of their skill: a light check, for whoever called should have done it.
import type { Json } from "./json.ts";
import { checkValue, isObject, type ParameterProblem, referredTo } from "./schema-check.ts";

const TYPES = new Set(["null", "boolean", "object", "array", "number", "integer", "string"]);

/** Where other schemas stand in a schema. */
const BY_NAME = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE = ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"];

/** Why it is no JSON Schema of parameters, for the end of a sentence; nothing when it is one. */
export function schemaFault(schema: Json): string | undefined {
  if (!isObject(schema)) return "it is not an object";
  return faultIn(schema, "") ?? referenceFault(schema, schema);
}

/** What it refers to must be in it: nothing is fetched. */
function referenceFault(value: Json, whole: Json): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const ref = Array.isArray(value) ? undefined : value["$ref"];
  if (typeof ref === "string" && referredTo(ref, whole) === undefined) return `${ref} is not in it`;
  return Object.values(value)
    .map((inner) => referenceFault(inner, whole))
    .find((fault) => fault !== undefined);
}

/** The schema has no fault. */
export function checkParameters(schema: Json, parameters: Readonly<Record<string, Json>>): ParameterProblem[] {
  return checkValue(parameters, schema, schema);
}

function faultIn(schema: Json, at: string): string | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isObject(schema)) return `${at} is not a schema`;
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
  if (BY_NAME.includes(key)) return isObject(value) ? faultAmong(Object.entries(value), at) : `${at} is not an object`;
  if (!LISTS.includes(key)) return undefined;
  return Array.isArray(value) ? faultAmong([...value.entries()], at) : `${at} is not a list`;
}

function faultAmong(schemas: readonly (readonly [string | number, Json])[], at: string): string | undefined {
  return schemas.map(([name, inner]) => faultIn(inner, `${at}.${name}`)).find((fault) => fault !== undefined);
}

function ownFault({ type, required, enum: values, pattern }: Record<string, Json>, at: string): string | undefined {
  const where = at === "" ? "" : ` of ${at}`;
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  const wrong = types.find((one) => typeof one !== "string" || !TYPES.has(one));
  if (wrong !== undefined) return `${JSON.stringify(wrong)} is no type${where}`;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
    return `required${where} is not a list of names`;
  if (values !== undefined && !Array.isArray(values)) return `enum${where} is not a list`;
  return pattern === undefined || isPattern(pattern) ? undefined : `pattern${where} is no regular expression`;
}

function isPattern(pattern: Json): boolean {
  try {
    return typeof pattern === "string" && new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

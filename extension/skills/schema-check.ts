// A value against a JSON Schema that has no fault: the light check, of the keywords that parameters are described with.
import { isSame, type Json } from "./json.ts";

export interface ParameterProblem {
  path: string;
  message: string;
}

type Schema = Readonly<Record<string, Json>>;

/** References that lead in a circle end here. */
const DEEPEST = 40;

export function checkValue(
  value: Json,
  schema: Json | undefined,
  whole: Json,
  path = "",
  depth = 0,
): ParameterProblem[] {
  if (schema === false) return [{ path, message: "must not be there" }];
  if (!isObject(schema) || depth > DEEPEST) return [];
  const inner = (one: Json, other: Json | undefined, at = path): ParameterProblem[] =>
    checkValue(one, other, whole, at, depth + 1);
  const fits = (other: Json): boolean => inner(value, other).length === 0;
  const { $ref, allOf, anyOf, oneOf, not } = schema;
  const isMet =
    (!Array.isArray(anyOf) || anyOf.some(fits)) && (!Array.isArray(oneOf) || oneOf.filter(fits).length === 1);
  return [
    ...ownProblems(value, schema).map((message) => ({ path, message })),
    ...(isMet && (not === undefined || !fits(not)) ? [] : [{ path, message: "fits none of the given forms" }]),
    ...(typeof $ref === "string" ? inner(value, referredTo($ref, whole)) : []),
    ...(Array.isArray(allOf) ? allOf.flatMap((other) => inner(value, other)) : []),
    ...(Array.isArray(value) ? value.flatMap((one, index) => inner(one, schema["items"], `${path}/${index}`)) : []),
    ...(isObject(value) ? memberProblems(value, schema, path, inner) : []),
  ];
}

/** What `#/…` stands for in it; nothing where it leads nowhere. */
export function referredTo(ref: string, whole: Json): Json | undefined {
  if (ref === "#") return whole;
  if (!ref.startsWith("#/")) return undefined;
  let at: Json | undefined = whole;
  for (const step of ref.slice(2).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = Array.isArray(at) ? at[Number(key)] : isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

export function isObject(value: Json | undefined): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberProblems(
  value: Schema,
  { properties, required, additionalProperties }: Schema,
  path: string,
  inner: (value: Json, schema: Json | undefined, at: string) => ParameterProblem[],
): ParameterProblem[] {
  const known = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.map(String) : [];
  return [
    ...names
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ path: `${path}/${name}`, message: "is missing" })),
    ...Object.entries(value).flatMap(([name, member]) =>
      inner(member, Object.hasOwn(known, name) ? known[name] : additionalProperties, `${path}/${name}`),
    ),
  ];
}

function ownProblems(value: Json, schema: Schema): string[] {
  const { type, enum: values } = schema;
  const types = [type].flat().filter((name) => typeof name === "string");
  const size = sizeOf(value);
  const [least, most] = bounds(value, schema);
  return [
    ...(types.length > 0 && !types.some((name) => isOf(value, name)) ? [`must be ${types.join(" or ")}`] : []),
    ...(Array.isArray(values) && !values.some((one) => isSame(one, value))
      ? ["is none of the values it may have"]
      : []),
    ...("const" in schema && !isSame(schema["const"], value) ? ["is not the value it must have"] : []),
    ...(typeof least === "number" && size < least ? [`must be at least ${least}`] : []),
    ...(typeof most === "number" && size > most ? [`must be at most ${most}`] : []),
    ...(typeof value === "string" && !isLike(value, schema["pattern"]) ? ["does not match its pattern"] : []),
  ];
}

function bounds(value: Json, schema: Schema): [least: Json | undefined, most: Json | undefined] {
  if (typeof value === "number") return [schema["minimum"], schema["maximum"]];
  if (typeof value === "string") return [schema["minLength"], schema["maxLength"]];
  return Array.isArray(value) ? [schema["minItems"], schema["maxItems"]] : [undefined, undefined];
}

function sizeOf(value: Json): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? Array.from(value).length : Array.isArray(value) ? value.length : 0;
}

function isLike(value: string, pattern: Json | undefined): boolean {
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(value);
}

function isOf(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return type === "null" ? value === null : typeof value === type;
}

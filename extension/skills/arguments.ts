// What is written behind the command of a package: its parameters, and the words that are left as the request.
import { isObject, type Json } from "./json.ts";
import type { Result } from "../message/result.ts";

export type Given = Result<{ parameters: Record<string, Json>; request: string }, string>;

/** `key=value`, the value in quotes where it has blanks. */
const PAIR = /^\s*([A-Za-z_][\w-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']\S*|)(?=\s|$)/;

/**
 * One JSON object, or `key=value` words before anything else; words that are left are the one string that the schema
 * still requires, where it is one. What became a parameter by its name is not said again in the request.
 */
export function givenParameters(text: string, schema: Json | undefined): Given {
  if (text.trimStart().startsWith("{")) return fromJson(text);
  const properties = ownObject(schema, "properties");
  const parameters: Record<string, Json> = {};
  let rest = text;
  for (let pair = PAIR.exec(rest); pair !== null; pair = PAIR.exec(rest)) {
    const [whole, key = "", value = ""] = pair;
    if (!Object.hasOwn(properties, key)) break;
    parameters[key] = coerced(unquoted(value), properties[key]);
    rest = rest.slice(whole.length);
  }
  const request = rest.trim() === "" ? "" : rest.trimStart();
  const open = openStrings(schema, parameters);
  const [only] = open;
  if (request !== "" && only !== undefined && open.length === 1) parameters[only] = request;
  return { ok: true, value: { parameters, request } };
}

function fromJson(text: string): Given {
  try {
    const value = JSON.parse(text) as Json;
    if (isObject(value)) return { ok: true, value: { parameters: value, request: "" } };
  } catch {
    // Said below.
  }
  return { ok: false, failure: "Arguments that begin with { must be a single JSON object." };
}

/** Required, not given yet, and nothing else among them than strings. */
function openStrings(schema: Json | undefined, given: Readonly<Record<string, Json>>): string[] {
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = ownObject(schema, "properties");
  return required.filter(
    (name): name is string =>
      typeof name === "string" && !Object.hasOwn(given, name) && typeOf(properties[name]) === "string",
  );
}

/** As the schema wants it, where the words can be that; else as they are, and the check says what is wrong. */
function coerced(value: string, schema: Json | undefined): Json {
  const type = typeOf(schema);
  if (type === "string" || type === undefined) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    // The check against the schema says what is wrong with it.
    return value;
  }
}

function typeOf(schema: Json | undefined): Json | undefined {
  return isObject(schema) ? schema["type"] : undefined;
}

function unquoted(value: string): string {
  if (value.startsWith("'")) return value.slice(1, -1);
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}

function ownObject(of: Json | undefined, key: string): Record<string, Json> {
  const value = isObject(of) ? of[key] : undefined;
  return isObject(value) ? value : {};
}

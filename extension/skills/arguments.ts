// The text after the command of a package: its parameters, and the rest as the request.
import { isObject, type Json } from "./json.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export type Given = Result<{ parameters: Record<string, Json>; request: string }, string>;

/** `key=value`, with quotes around a value that contains spaces. */
const PAIR = /^\s*([A-Za-z_][\w-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']\S*|)(?=\s|$)/;

/**
 * One JSON object, or `key=value` pairs and then the request. If the schema requires just one more string, the request is
 * also its value. The pairs are not part of the request.
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
    // Not JSON: refused below.
  }
  return { ok: false, failure: words.notOneObject };
}

/** The names of required strings that are not given yet. */
function openStrings(schema: Json | undefined, given: Readonly<Record<string, Json>>): string[] {
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = ownObject(schema, "properties");
  return required.filter(
    (name): name is string =>
      typeof name === "string" && !Object.hasOwn(given, name) && typeOf(properties[name]) === "string",
  );
}

/** The value in the type of the schema; the text itself if it cannot be converted. */
function coerced(value: string, schema: Json | undefined): Json {
  const type = typeOf(schema);
  if (type === "string" || type === undefined) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    // The check against the schema reports it.
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

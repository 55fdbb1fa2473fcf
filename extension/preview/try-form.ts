// The form of a skill's parameters: fields from its schema, values from the fields, and the command they are written as.
import type { TryField, TryForm, TryValues } from "../protocol/try-skill.ts";
import type { Skill } from "../skills/catalog.ts";
import type { Json } from "../skills/json.ts";
import * as words from "./words.ts";

type Schema = Readonly<Record<string, Json>>;

/** A skill without parameters has a form without fields, and takes free text only. */
export function formOf({ name, description, version, file, package: read }: Skill): TryForm {
  const schema = asObject(read?.pack.parameter_schema);
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const fields = Object.entries(asObject(schema["properties"])).map(([key, property]) =>
    toField(key, asObject(property), required.includes(key)),
  );
  return { name, description: description.replace(/\s+/g, " "), version, file, fields };
}

function toField(name: string, schema: Schema, required: boolean): TryField {
  const { title, description, enum: values, default: given } = schema;
  const choices = Array.isArray(values)
    ? values.map((value) => ({
        label: typeof value === "string" ? value : JSON.stringify(value),
        value: JSON.stringify(value),
      }))
    : [];
  const kind = kindOf(schema);
  return {
    name,
    label: typeof title === "string" ? title : name,
    about: typeof description === "string" ? description : "",
    kind,
    choices,
    required,
    initial: initialOf(kind, given),
  };
}

function kindOf({ type, enum: values, items }: Schema): TryField["kind"] {
  if (Array.isArray(values)) return "choice";
  if (type === "string" || type === undefined) return "text";
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "switch";
  const isOfStrings = type === "array" && asObject(items)["type"] === "string" && asObject(items)["enum"] === undefined;
  return isOfStrings ? "list" : "json";
}

function initialOf(kind: TryField["kind"], given: Json | undefined): TryField["initial"] {
  if (kind === "switch") return given === true;
  if (given === undefined) return "";
  if (kind === "choice" || kind === "json") return JSON.stringify(given);
  if (kind === "list") return Array.isArray(given) ? given.map(String).join("\n") : "";
  return typeof given === "string" ? given : JSON.stringify(given);
}

export interface Filled {
  parameters: Record<string, Json>;
  /** By field. */
  faults: Record<string, string>;
}

/** Omits fields that are left empty. */
export function filledIn(fields: readonly TryField[], values: TryValues["fields"]): Filled {
  const parameters: Record<string, Json> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const read = readField(field, values[field.name] ?? field.initial);
    if ("fault" in read) faults[field.name] = read.fault;
    else if (read.value !== undefined) parameters[field.name] = read.value;
    else if (field.required) faults[field.name] = words.fieldMissing;
  }
  return { parameters, faults };
}

function readField(
  { kind, required, initial }: TryField,
  value: string | boolean,
): { value: Json | undefined } | { fault: string } {
  if (kind === "switch") {
    const isOn = value === true;
    return { value: isOn || required || initial === true ? isOn : undefined };
  }
  const text = String(value);
  if (text.trim() === "") return { value: undefined };
  if (kind === "text") return { value: text };
  if (kind === "list") return { value: text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()])) };
  if (kind === "number") return Number.isFinite(Number(text)) ? { value: Number(text) } : { fault: words.notNumber };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { fault: words.notJson };
  }
}

const PLAIN_NAME = /^[A-Za-z_][\w-]*$/;

/** The text after the command, which parses to the same parameters again. */
export function argumentsText(parameters: Readonly<Record<string, Json>>, request: string): string {
  const names = Object.keys(parameters);
  if (names.some((name) => !PLAIN_NAME.test(name)) && request.trim() === "") return JSON.stringify(parameters);
  const pairs = names.map((name) => `${name}=${quoted(parameters[name] ?? null)}`);
  return [...pairs, ...(request.trim() === "" ? [] : [request])].join(" ");
}

function quoted(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[^\s"'\\]+$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function asObject(value: Json | undefined): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

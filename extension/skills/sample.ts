// Values that fit a schema of parameters, to compose a skill before a user has given any.
import { propertiesOf } from "./defaults.ts";
import { isObject, type Json } from "./json.ts";

/** Deeper schemas get `null`. */
const DEEPEST = 6;

/** A value for every parameter, or only for the required ones. */
export function sampleOf(schema: Json | undefined, which: "all" | "required"): Record<string, Json> {
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const wanted = Object.entries(propertiesOf(schema)).filter(([name]) => which === "all" || required.includes(name));
  return Object.fromEntries(wanted.map(([name, property]) => [name, valueOf(property, 1)]));
}

function valueOf(schema: Json, depth: number): Json {
  if (!isObject(schema) || depth > DEEPEST) return null;
  const { const: only, default: usual, enum: values, type, minimum, items } = schema;
  const [first] = Array.isArray(values) ? values : [];
  const named = only ?? usual ?? first;
  if (named !== undefined) return named;
  switch (Array.isArray(type) ? type[0] : type) {
    case "boolean":
      return true;
    case "number":
    case "integer":
      return typeof minimum === "number" ? minimum : 1;
    case "array":
      return items === undefined ? [] : [valueOf(items, depth + 1)];
    case "object":
      return Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([name, property]) => [name, valueOf(property, depth + 1)]),
      );
    case "null":
      return null;
    default:
      return "text";
  }
}

// The parameters of a skill as its schema completes them: defaults filled in, and absent names declared.
import { isObject, type Json } from "./json.ts";

type Values = Record<string, Json>;

/** Deeper schemas have no defaults. */
const DEEPEST = 8;

/** Fills in the `default` of each property that is not given, also in objects that are given. Changes no given value. */
export function defaultsIn(schema: Json | undefined, given: Readonly<Values>, depth = 0): Values {
  const filled: Values = { ...given };
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && isObject(property) && property["default"] !== undefined)
      filled[name] = property["default"];
    else if (isObject(value) && depth < DEEPEST) filled[name] = defaultsIn(property, value, depth + 1);
  }
  return filled;
}

/** For a template: a parameter that the schema declares, but that is absent, is `undefined` and not an unknown name. */
export function namedValues(schema: Json | undefined, values: Readonly<Values>): Record<string, Json | undefined> {
  const declared = Object.keys(propertiesOf(schema)).map((name) => [name, undefined] as const);
  return { ...Object.fromEntries(declared), ...values };
}

export function propertiesOf(schema: Json | undefined): Readonly<Values> {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return isObject(properties) ? properties : {};
}

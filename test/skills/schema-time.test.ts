// Schemas of skills are compared for a limited time, whatever pattern or combination they hold.
import { describe, expect, it } from "vitest";
import type { Json } from "../../extension/skills/json.ts";
import { checkValue, schemaFault } from "../../extension/skills/parameters.ts";

const LATE = [{ path: "", message: "Checking against the schema timed out." }];

/** Each alternative holds the next twice: two to the power of its depth. */
function doubled(depth: number): Json {
  let schema: Json = { type: "number" };
  for (let at = 0; at < depth; at += 1) schema = { anyOf: [schema, schema] };
  return schema;
}

function nested(depth: number): Json {
  let schema: Json = { type: "string" };
  for (let at = 0; at < depth; at += 1) schema = { not: schema };
  return schema;
}

const hostile: [string, Json, Json][] = [
  ["a pattern that never ends", { type: "string", pattern: "^(a+)+$" }, `${"a".repeat(40)}!`],
  ["a pattern of names that never ends", { patternProperties: { "^(a|a)*$": {} } }, { [`${"a".repeat(40)}!`]: 1 }],
  ["a pattern with a power of the text", { pattern: "a*a*a*a*a*a*b" }, "a".repeat(5_000)],
  ["a long list without repetition", { uniqueItems: true }, Array.from({ length: 20_000 }, (_, at) => ({ at }))],
];

describe("a schema", () => {
  it.each(hostile)("with %s is given up in words", (_, schema, value) => {
    expect(schemaFault(schema)).toBeUndefined();
    const begun = performance.now();
    expect(checkValue(schema, value)).toEqual(LATE);
    // Without a limit these take from seconds to years.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("of alternatives that double each time, or that leads back to itself, ends", () => {
    const begun = performance.now();
    expect(checkValue(doubled(24), "x")).not.toEqual([]);
    expect(checkValue({ $ref: "#" }, "x")).not.toEqual([]);
    expect(schemaFault(nested(20_000))).toBeDefined();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("that is plain is compared as ever, also after one that was given up", () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string", pattern: "^[a-z]+$" } },
      required: ["name"],
    };
    expect(checkValue(schema, { name: "abc" })).toEqual([]);
    expect(checkValue(schema, { name: "ABC" })).toMatchObject([{ path: "/name" }]);
    expect(checkValue(schema, {})).toEqual([{ path: "", message: "“name” is required." }]);
  });
});

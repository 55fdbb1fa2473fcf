// What is wrong is said with its field and with what was expected there, never as "Invalid input".
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { issuesWords } from "../../extension/text/issue-words.ts";

const Given = z.strictObject({
  name: z.string().check(z.minLength(1)),
  count: z.optional(z.int().check(z.gte(1), z.lte(9))),
  kind: z.optional(z.enum(["a", "b"])),
  list: z.optional(z.array(z.object({ state: z.literal("on") })).check(z.minLength(1))),
  value: z.optional(z.union([z.string(), z.int(), z.object({ deep: z.boolean() })])),
  id: z.optional(z.string().check(z.regex(/^\/\w+$/))),
  choice: z.optional(
    z.discriminatedUnion("type", [z.object({ type: z.literal("x") }), z.object({ type: z.literal("y") })]),
  ),
});

function words(given: unknown): string {
  const parsed = Given.safeParse(given, { reportInput: true });
  return parsed.success ? "" : issuesWords(parsed.error.issues);
}

test.each([
  [{}, '"name" is required: a string'],
  [{ name: 3 }, '"name" must be a string'],
  [{ name: "" }, '"name" must not be empty'],
  [{ name: "n", count: 0 }, '"count" must be at least 1'],
  [{ name: "n", count: 10 }, '"count" must be at most 9'],
  [{ name: "n", count: "1" }, '"count" must be a number'],
  [{ name: "n", kind: "c" }, '"kind" must be one of "a", "b"'],
  [{ name: "n", list: [] }, '"list" must have at least 1'],
  [{ name: "n", list: [{ state: "on" }, { state: 1 }] }, '"list.1.state" must be "on"'],
  [{ name: "n", value: true }, '"value" must be a string or a number or an object'],
  [{ name: "n", id: "x" }, '"id" must be written as /^\\/\\w+$/'],
  [{ name: "n", choice: { type: "z" } }, '"choice.type" is not a known kind'],
  [{ name: "n", other: 1 }, 'its input has no field "other"'],
  ["text", "its input must be an object"],
  [{ name: 1, count: 0.5 }, '"name" must be a string; "count" must be a whole number'],
])("%j: %s", (given, said) => {
  expect(words(given)).toBe(said);
});

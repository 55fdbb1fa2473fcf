// Where a typed sign asks for suggestions, and where it is a character like any other.
import { expect, test } from "vitest";
import { typedPanel } from "./typed-panel.ts";

const asked = (...typed: string[]): string[] => {
  const { host, input } = typedPanel();
  for (const words of typed) input.type(words);
  return host.posted("suggest").map(({ trigger, query }) => trigger + query);
};

const words = ["mail a@b", "5#x", "C#name", "müller@b", "почта@b", "a.@b", "https://a.b/@c", "看/review"];
const marks = ["# heading", "#123", "either/or", " /review", "`@x", "```\n@x", "~~~\na\n@x", "看`@x", "a #"];

test.each([...words, ...marks])("%j asks for nothing", (typed) => {
  const { host, input, panel } = typedPanel();
  const review = { id: "/review", description: "", source: "project", arguments: [], hides: [] } as const;
  panel.receive({ type: "catalog", session_id: "ses_1", commands: [{ ...review, arguments: [], hides: [] }] });
  input.type(typed);
  expect(host.posted("suggest")).toEqual([]);
  expect(panel.suggestions.open).toBe(false);
});

test.each([
  ["看一下@upl", "@upl"],
  ["このファイル、@upl", "@upl"],
  ["コピー@upl", "@upl"],
  ["파일@upl", "@upl"],
  ["ดูที่@upl", "@upl"],
  ["（@upl", "@upl"],
  ["«@upl", "@upl"],
  ["看#upl", "#upl"],
  ["看@甲和@upl", "@upl"],
  ["看@文档/说", "@文档/说"],
])("where words stand without spaces a sign asks behind any of them: %s", (typed, asks) => {
  expect(asked(typed).at(-1)).toBe(asks);
});

test.each(["@a  b", "@ a", "see @a #", "@upl, one two three four five six"])(
  "%j is no search of several words",
  (typed) => {
    expect(asked(typed)).not.toContain(typed.slice(typed.indexOf("@")));
  },
);

test.each([
  ["a closed code span", "`a` @x"],
  ["a closed fence", "```\na\n```\n@x"],
])("after %s @ asks again", (_what, typed) => {
  expect(asked(typed)).toEqual(["@", "@x"]);
});

test("pasted text asks for nothing, also when one types on", () => {
  const { host, input } = typedPanel();
  input.paste("@upl");
  input.type("o");
  expect(host.posted("suggest")).toEqual([]);
});

test.each(["@upl", "看@上传"])("a caret that goes back into %s ends it, and coming back begins none", (typed) => {
  const { host, input, panel } = typedPanel();
  input.type(typed);
  const count = host.posted("suggest").length;
  input.moveTo(typed.length - 1);
  expect(panel.suggestions.token).toBeUndefined();
  input.moveTo(typed.length);
  expect(panel.suggestions.token).toBeUndefined();
  expect(host.posted("suggest")).toHaveLength(count);
});

test("a sign in the middle of a word asks for nothing while the word goes on behind it", () => {
  const { host, input } = typedPanel();
  input.type("see word");
  input.moveTo(4);
  input.type("@");
  expect(host.posted("suggest")).toEqual([]);
});

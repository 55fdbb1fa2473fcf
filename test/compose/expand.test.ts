import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { givenWords } from "../../extension/compose/arguments.ts";
import { type Argument, assignValues, expand, wantedBy } from "../../extension/compose/expand.ts";

const run = (template: string, words: string[], declared: Argument[] = []) =>
  expand(template, wantedBy(template, declared), givenWords(words));
const letters = "abcdefghijk".split("");
const focus: Argument = { name: "focus", required: false };
const file: Argument = { name: "file", required: true };

describe("a template", () => {
  it.each([
    ["$1 and $2", ["x", "y"], "x and y"],
    ["$10 $1", letters, "j a"],
    ["$1$2", ["x", "y"], "xy"],
    ["all: $ARGUMENTS.", ["x", "y"], "all: x y."],
    ["all: $@", ["x", "y"], "all: x y"],
    ["$ARGUMENTS_LATER $0 $ ${} {{}} $x", [], "$ARGUMENTS_LATER $0 $ ${} {{}} $x"],
    ["$$1 costs $$$1", ["5"], "$1 costs $5"],
    ["${file} {{ file }} {{file}}", ["file=a.ts"], "a.ts a.ts a.ts"],
    ["no slot", [], "no slot"],
  ])("%j with %j", (template, words, text) => {
    expect(run(template, words)).toMatchObject({ text, missing: [] });
  });

  it("never scans what it substituted", () => {
    expect(run("$1 $2 ${a}", ["$2", "$ARGUMENTS", "a={{ a }}$$"]).text).toBe("$2 $ARGUMENTS {{ a }}$$");
  });

  it("misses every position it uses and does not get, and says which", () => {
    expect(run("$1 $3", ["x"]).missing).toEqual(["argument 3"]);
    expect(run("$ARGUMENTS", []).missing).toEqual([]);
    expect(run("${file}", []).missing).toEqual(["file"]);
  });

  it("fills declared names in their order, a named one by its name; what is optional may be empty", () => {
    expect(run("${file}: ${focus}", ["a.ts", "speed"], [file, focus]).text).toBe("a.ts: speed");
    expect(run("$1: $2", ["focus=speed", "a.ts"], [file, focus]).text).toBe("a.ts: speed");
    expect(run("${file}: ${focus}", ["a.ts"], [file, focus])).toMatchObject({
      text: "a.ts: ",
      missing: [],
      open: ["focus"],
    });
    expect(run("see $ARGUMENTS", [], [file]).missing).toEqual(["file"]);
  });

  it("misses a name that nobody declared", () => {
    expect(expand("${file} $2", [], givenWords(["a"])).missing).toEqual(["file", "argument 2"]);
  });

  it("wants the positions it uses, those between them as optional, and a hundred of them at most", () => {
    expect(wantedBy("$1 $3", []).map(({ name, required }) => [name, required])).toEqual([
      ["argument 1", true],
      ["argument 2", false],
      ["argument 3", true],
    ]);
    expect(wantedBy("$101", [])).toHaveLength(100);
    expect(wantedBy("all: $@", [])).toEqual([{ name: "arguments", required: false }]);
    expect(wantedBy("no slot", [])).toEqual([]);
  });

  it("tells what no slot took, as it was written", () => {
    expect(run("Explain $1.", ["a.ts", "why", "so slow"]).surplus).toBe("why so slow");
    expect(run("Explain $2.", ["a", "b", "c"]).surplus).toBe("a\nc");
    expect(run("Explain.", ["x=1"]).surplus).toBe("x=1");
    expect(run("Explain $ARGUMENTS.", ["a", "b"]).surplus).toBe("");
  });
});

it("values without a template go to their names, and what nobody took is told", () => {
  expect(assignValues([file, focus], givenWords(["focus=speed", "a.ts", "and", "more"]))).toMatchObject({
    values: { file: "a.ts", focus: "speed" },
    open: [],
    missing: [],
    surplus: "and more",
  });
  expect(assignValues([file, focus], givenWords([]))).toMatchObject({
    values: {},
    open: ["file", "focus"],
    missing: ["file"],
    surplus: "",
  });
});

const hostile = fc.string({
  unit: fc.constantFrom("$", "1", "2", "0", "{", "}", "@", "$$", "$1", "${a}", "{{ a }}", "$ARGUMENTS", "x", " "),
});

describe("whatever is substituted", () => {
  it("every slot gives exactly its value, and the text between stands as it was", () => {
    const literal = fc.string({ unit: fc.constantFrom("x", " ", "\n", "é", "🙂", "`") });
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 12 }), fc.array(literal), (values, texts) => {
        const slot = (index: number): number => index % values.length;
        const template = texts.map((text, index) => `${text} $${slot(index) + 1} `).join("");
        const expected = texts.map((text, index) => `${text} ${values[slot(index)]} `).join("");
        expect(run(template, values)).toMatchObject({ text: expected, missing: [] });
      }),
    );
  });

  it("a text with its dollars doubled and no braces comes out as it was", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes("{{"));
        expect(run(text.replaceAll("$", "$$$$"), []).text).toBe(text);
      }),
    );
  });
});

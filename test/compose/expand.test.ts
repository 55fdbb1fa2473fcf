import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { givenWords } from "../../extension/compose/arguments.ts";
import { type Argument, assignValues, expand, wantedBy } from "../../extension/compose/expand.ts";
import { pathsIn } from "../../extension/compose/template.ts";

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
    ["no slot", [], "no slot"],
    ["for $50, $5 a piece", ["x"], "for $50, $5 a piece"],
    ["$1 for $3", ["x"], "x for $3"],
    ["$2 alone", ["x", "y"], "y alone"],
    ["${x} and {{ y }}", ["x=1"], "${x} and {{ y }}"],
    ["```sh\nawk '{ print $1, $2 }' \"$@\"\n```", [], "```sh\nawk '{ print $1, $2 }' \"$@\"\n```"],
    ["```sh\ngh pr view $1\n```", ["7"], "```sh\ngh pr view 7\n```"],
    ["Look at $1:\n~~~~\n~~~\n$1 $2\n~~~~\n$2", ["x"], "Look at x:\n~~~~\n~~~\nx \n~~~~\n"],
    ["```npm test```\nRun $1.", [], "```npm test```\nRun ."],
    ["```\ngit log $ARGUMENTS\n```", ["-3"], "```\ngit log -3\n```"],
  ])("%j with %j", (template, words, text) => {
    expect(run(template, words)).toMatchObject({ text, missing: [] });
  });

  it("never scans what it substituted", () => {
    const declared = ["x", "y", "a"].map((name): Argument => ({ name, required: true }));
    expect(run("$1 $2 ${a}", ["$2", "$ARGUMENTS", "a={{ a }}$$"], declared).text).toBe("$2 $ARGUMENTS {{ a }}$$");
  });

  it("leaves a position empty that is not declared and not given, and says where", () => {
    expect(run("$1 for $2.", ["x"])).toMatchObject({
      text: "x for .",
      gaps: [{ at: 6, name: "argument 2" }],
      open: ["argument 2"],
      missing: [],
    });
    expect(run("all: $ARGUMENTS", [])).toMatchObject({ text: "all: ", gaps: [], missing: [] });
  });

  it("misses what is declared as required, also if no slot takes it", () => {
    expect(run("$1 $2", ["a.ts"], [file, { name: "focus", required: true }]).missing).toEqual(["focus"]);
    expect(run("${file}", [], [file]).missing).toEqual(["file"]);
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

  it("fills every form of a declared name", () => {
    expect(run("${file} {{ file }} {{file}}", ["file=a.ts"], [file]).text).toBe("a.ts a.ts a.ts");
  });

  it("has no slot with the name that stands for all arguments", () => {
    expect(run("$ARGUMENTS: {{ arguments }}", ["x"]).text).toBe("x: {{ arguments }}");
  });

  it("wants the positions it uses as far as none is missing, a hundred of them at most, all optional", () => {
    expect(wantedBy("$1 $2 $4 $50", [])).toEqual([
      { name: "argument 1", required: false },
      { name: "argument 2", required: false },
    ]);
    expect(wantedBy("$1 $2", [file])).toEqual([file, { name: "argument 2", required: false }]);
    expect(wantedBy(Array.from({ length: 101 }, (_, index) => `$${index + 1}`).join(" "), [])).toHaveLength(100);
    expect(wantedBy("all: $@", [])).toEqual([{ name: "arguments", required: false, isRest: true }]);
    expect(wantedBy("no slot", [])).toEqual([]);
  });

  it("tells what no slot took, as it was written", () => {
    expect(run("Explain $1.", ["a.ts", "why", "so slow"]).surplus).toBe("why so slow");
    expect(run("Explain $2.", ["a", "b", "c"]).surplus).toBe("a\nc");
    expect(run("Explain.", ["x=1"]).surplus).toBe("x=1");
    expect(run("Explain $ARGUMENTS.", ["a", "b"]).surplus).toBe("");
  });
});

describe("a path in a template", () => {
  it.each([
    ["See @src/a.ts.", ["src/a.ts"]],
    ["@README.md (@docs/a-b.md), and @README.md!", ["README.md", "docs/a-b.md"]],
    ["me@example.org, `@types/node` and @$1", []],
    ["```\n@src/a.ts\n```\n@src/b.ts", ["src/b.ts"]],
    ["@/etc/passwd @~/.ssh/id @../b.ts @a/../../b @file:///etc/passwd @c:/x", []],
    [Array.from({ length: 30 }, (_, index) => `@f${index}`).join(" "), Array.from({ length: 20 }, (_, i) => `f${i}`)],
  ])("is looked for in %j", (template, paths) => {
    expect(pathsIn(template)).toEqual(paths);
  });

  it("is its file where it names one, and text elsewhere; what is substituted names none", () => {
    const template = "Compare @src/a.ts, $1 and @src/b.ts.\n```\n@src/a.ts\n```";
    expect(expand(template, [], givenWords(["@src/a.ts"]), ["src/a.ts"])).toMatchObject({
      text: "Compare , @src/a.ts and @src/b.ts.\n```\n@src/a.ts\n```",
      files: [{ at: 8, path: "src/a.ts" }],
    });
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

  it("a text with its dollars doubled comes out as it was", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(run(text.replaceAll("$", "$$$$"), []).text).toBe(text);
      }),
    );
  });
});

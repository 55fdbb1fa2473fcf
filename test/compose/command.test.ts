import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_INS } from "../../extension/compose/built-in.ts";
import { type Catalog, type Command, mergeCommands } from "../../extension/compose/catalog.ts";
import { resolveCommand, wordsBehind } from "../../extension/compose/command.ts";
import { type Argument, wantedBy } from "../../extension/compose/expand.ts";
import { asWritten, NO_ARGUMENTS } from "../../extension/message/command.ts";
import { givenCommand, givesKnownCommand, mayGiveCommand } from "../../extension/message/given-command.ts";
import type { KnownPart, Part } from "../../extension/message/part.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const pasted = (words: string): KnownPart => ({ type: "text", text: words, pasted: true });
const chip = (id: string): KnownPart => ({ type: "command", id, args: NO_ARGUMENTS });
const file: KnownPart = {
  type: "file-ref",
  ref: { kind: "path", path: "src/my file.ts", range: { start: 2, end: 3 } },
};
const symbol: KnownPart = {
  type: "mention",
  target: { kind: "symbol", name: "go", path: "src/go.ts", range: { start: 1, end: 2 } },
};

const template = (id: string, body: string, declared: Argument[] = []): Command => ({
  id,
  description: "",
  source: "project",
  origin: `${id}.md`,
  arguments: wantedBy(body, declared),
  body: { kind: "template", text: body },
});
const catalog: Catalog = mergeCommands([
  ...BUILT_INS,
  template("/review", "Review $1 for $2."),
  template("/all", "All: $ARGUMENTS"),
  template("/fixed", "Say hello."),
  template("/strict", "Review $1 for $2.", [
    { name: "file", required: true },
    { name: "focus", required: true },
  ]),
]);
const isKnown = (id: string): boolean => catalog.byId.has(id);
const resolve = (...draft: Part[]) => resolveCommand(draft, catalog);

describe("a command in a draft", () => {
  it.each([
    ["as the first token", [text("  /review a.ts speed ")]],
    ["as a chip", [chip("/review"), text(" a.ts speed ")]],
    ["as a chip that carries its arguments", [{ ...chip("/review"), args: { ...NO_ARGUMENTS, raw: "a.ts speed" } }]],
  ])("is resolved %s", (_name, draft) => {
    const part = {
      type: "command",
      id: "/review",
      args: { raw: "a.ts speed", positional: ["a.ts", "speed"], named: {} },
      outcome: "text",
      result_parts: [text("Review a.ts for speed.")],
    };
    expect(resolve(...(draft as Part[]))).toMatchObject({ kind: "text", parts: [part] });
  });

  it("a chip among the arguments substitutes as its path, and its part follows the text, in order", () => {
    expect(resolve(chip("/review"), text(" "), file, text(" "), symbol)).toMatchObject({
      part: {
        args: { raw: "'src/my file.ts' src/go.ts", positional: ["src/my file.ts", "src/go.ts"] },
        result_parts: [text("Review src/my file.ts for src/go.ts."), file, symbol],
      },
    });
  });

  it("what was written before a chosen command stays before it", () => {
    expect(resolve(text("First: "), chip("/fixed"))).toMatchObject({ parts: [text("First: "), { id: "/fixed" }] });
  });

  it("sends what no slot took, rather than losing it", () => {
    expect(resolve(chip("/fixed"), text(" and  wave "), file)).toMatchObject({
      part: { result_parts: [text("Say hello."), text("and  wave"), file] },
    });
  });

  it("is refused with one sentence while a declared argument is missing", () => {
    expect(resolve(text("/strict a.ts"))).toMatchObject({
      kind: "refused",
      failure: { code: "missing-argument", message: "/strict requires “focus”. Type it after the command." },
      open: ["focus"],
    });
  });

  it("goes without an argument that is not declared, and says where it would stand", () => {
    expect(resolve(text("/review a.ts"))).toMatchObject({
      kind: "text",
      part: { result_parts: [text("Review a.ts for .")] },
      expanded: { gaps: [{ at: 16, name: "argument 2" }] },
    });
  });

  it("is refused when another one stands among its arguments", () => {
    expect(resolve(text("/all "), chip("/fixed"))).toMatchObject({
      kind: "refused",
      failure: { code: "two-commands" },
    });
  });

  it("/search is input with its intent told beside it", () => {
    expect(resolve(text("/search icon set"))).toMatchObject({
      part: { outcome: "input", result_parts: [text("Search the workspace for: icon set")] },
      metadata: { intent: { kind: "search", query: "icon set" } },
    });
  });

  it.each(BUILT_INS.filter(({ body }) => body.kind === "action").map(({ id }) => id))(
    "%s is an action: it becomes nothing, and what else was written is given back",
    (id) => {
      expect(resolve(text(`${id} keep this`), file)).toMatchObject({
        kind: "action",
        parts: [{ type: "command", id, outcome: "action" }],
        rest: [text("keep this"), file],
      });
      expect(resolve(chip(id), text(" "))).toMatchObject({ kind: "action", rest: [] });
    },
  );

  it("an unknown one stays the text it is, and is said to be unknown", () => {
    expect(resolve(text("/foo bar"))).toEqual({ kind: "unknown", id: "/foo", parts: [text("/foo bar")] });
    expect(resolve(chip("/gone"), text(" bar"), file)).toEqual({
      kind: "unknown",
      id: "/gone",
      parts: [text("/gone bar"), file],
    });
  });

  it.each([
    "please /review this",
    "`/review` a b",
    "```\n/review a b\n```",
    "/usr/bin/review a b",
    "//review a b",
    "a\n/review a b",
    "./review a b",
    "/ review",
  ])("is not recognised in %j", (words) => {
    expect(resolve(text(words)).kind).toBe("none");
  });

  it.each([
    ["alone", [], [text("/nobody")]],
    ["before a chip", [file], [text("/nobody "), file]],
    ["before words", [text(" knows")], [text("/nobody knows")]],
    ["right before words", [text("knows")], [text("/nobody knows")]],
    ["before nothing", [text("")], [text("/nobody")]],
  ])("an unknown one that was a chip is spelled as text again: %s", (_name, rest, parts) => {
    expect(resolve(text("see "), chip("/nobody"), ...rest)).toEqual({
      kind: "unknown",
      id: "/nobody",
      parts: [text("see "), ...parts],
    });
  });

  it("a path or a comment is none, and a known one counts before a chip", () => {
    expect(resolve(text("/1st thing")).kind).toBe("none");
    expect(resolve(text("/nobody "), chip("/fixed"))).toMatchObject({ kind: "text", command: { id: "/fixed" } });
  });

  it("is told with the words behind it, and not where there is none", () => {
    const given = givenCommand([chip("/review"), text(" a.ts "), file], isKnown);
    expect(given?.id).toBe("/review");
    expect(given && wordsBehind(given)).toMatch(/^a\.ts .*my file\.ts/);
    expect(givenCommand([text("hello")], isKnown)).toBeUndefined();
  });

  it("that acts hands on what stands behind it, without the blanks that only part it", () => {
    const handed = (...behind: Part[]) => {
      const resolution = resolve(chip("/new"), ...behind);
      return resolution.kind === "action" ? resolution.rest : expect.fail(resolution.kind);
    };
    expect(handed(text("  why? "))).toEqual([text("why? ")]);
    expect(handed(text(" "), file, text(" and "))).toEqual([file, text(" and ")]);
    expect(handed(file)).toEqual([file]);
    expect(handed(text("  "), text("\n"))).toEqual([]);
    expect(handed()).toEqual([]);
  });

  it("is not recognised behind a chip", () => {
    expect(resolve(file, text("/review a b")).kind).toBe("none");
  });
});

describe("a command that is begun", () => {
  it.each([
    [[text(" /")], true],
    [[chip("/new")], true],
    [[text("and "), chip("/new")], true],
    [[text("and /")], false],
    [[pasted("/")], false],
    [[], false],
  ])("is seen before it is known: %j", (draft, begins) => {
    expect(mayGiveCommand(draft)).toBe(begins);
  });
});

describe("a resolved command", () => {
  it("comes back as it was written, chips in place", () => {
    const draft = [chip("/review"), text(" "), file, text(' "two words"')];
    const resolution = resolve(...draft);
    expect(resolution.parts.flatMap(asWritten)).toEqual(draft);
    expect(resolve(...resolution.parts)).toEqual(resolution);
  });
});

const words = fc.string({ unit: fc.constantFrom("/", "review", "/review", "/all", " ", "\n", "```", "x", "'", '"') });

describe("whatever is written", () => {
  it("text whose first token is no command is never one", () => {
    fc.assert(
      fc.property(words, (written) => {
        const first = /^\s*(\S*)/.exec(written)?.[1] ?? "";
        fc.pre(!catalog.byId.has(first));
        const { kind, parts } = resolve(text(written));
        expect(["none", "unknown"]).toContain(kind);
        expect(parts).toEqual([text(written)]);
      }),
    );
  });

  it("what was pasted is never a command, whatever it is", () => {
    fc.assert(
      fc.property(words, (written) => {
        const part = pasted(written);
        expect(resolve(part)).toEqual({ kind: "none", parts: [part] });
        expect(givesKnownCommand([part], () => true)).toBe(false);
      }),
    );
  });

  it("what a command became holds every letter of its arguments once, where its template takes them all", () => {
    // A blank behind a backslash is a letter: it stays at the end.
    const isPlain = (written: string): boolean => !/\\\s+$/.test(written);
    fc.assert(
      fc.property(fc.string().filter(isPlain), (written) => {
        const resolution = resolve(chip("/all"), text(` ${written}`));
        const expected = written.trim() === "" ? "All: " : `All: ${written.trim()}`;
        expect(resolution).toMatchObject({ part: { result_parts: [text(expected)] } });
      }),
    );
  });
});

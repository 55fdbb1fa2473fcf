import { describe, expect, it } from "vitest";
import { commandId, parseCommandFile } from "../../extension/compose/command-file.ts";

const parse = (text: string) => parseCommandFile(text);

describe("a command file", () => {
  it("without front matter is its template, verbatim, described by its first line", () => {
    const text = "\n# Review it\n\n$ARGUMENTS\n";
    expect(parse(text)).toEqual({
      ok: true,
      value: {
        description: "Review it",
        arguments: [{ name: "arguments", required: false }],
        body: { kind: "template", text },
      },
    });
  });

  it("keeps its front matter out of the template, with either line break and a byte order mark", () => {
    const file = "\uFEFF---\r\ndescription: Look\r\n---\r\n  body --- $1\r\n---\r\nmore";
    expect(parse(file)).toMatchObject({
      value: { description: "Look", body: { text: "  body --- $1\r\n---\r\nmore" } },
    });
  });

  it("declares arguments as names or in full, and what the turn should use", () => {
    const file = `---
arguments: [file, {name: focus, description: what to look for, required: false}]
model: some/model
tools: [read, grep]
---
\${file} \${focus} \${extra}`;
    expect(parse(file)).toMatchObject({
      value: {
        arguments: [
          { name: "file", required: true },
          { name: "focus", required: false, description: "what to look for" },
          { name: "extra", required: true },
        ],
        wants: { model: "some/model", tools: ["read", "grep"] },
      },
    });
  });

  it.each([
    ["[pr-number] [priority]", ["pr-number", "priority"]],
    ["<file> [more words]", ["file", "more words"]],
    ["[message]", ["message"]],
    ['"file focus"', ["file", "focus"]],
  ])("reads the hint of others: %s", (hint, names) => {
    const parsed = parse(`---\nargument-hint: ${hint}\n---\n$1`);
    expect(parsed.ok && parsed.value.arguments.map(({ name }) => name)).toEqual(names);
    expect(parsed.ok && parsed.value.arguments[0]?.required).toBe(true);
  });

  it.each([
    ["---\ndescription: x\n", 1, /no closing ---/],
    ["---\nok: 1\ndescription: [a\n---\n", 4, /./],
    ["---\nok: 1\ndescription: [a]\n---\n", 3, /description/],
    ["---\narguments:\n  - {description: nameless}\n---\n", 2, /arguments/],
    ["---\n- a list\n---\n", 1, /must contain key: value pairs/],
    ["---\narguments: [a, a]\n---\n", 2, /duplicate argument a/],
  ])("that is broken says where and why: %j", (file, line, reason) => {
    const parsed = parse(file);
    expect(parsed).toMatchObject({ ok: false, failure: { line } });
    expect(!parsed.ok && parsed.failure.reason).toMatch(reason);
  });

  it("refuses aliases that multiply", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((key, index) => {
        const before = "abcdefgh"[index] ?? "a";
        return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]`;
      }),
    ];
    expect(parse(`---\n${bomb.join("\n")}\n---\n`)).toMatchObject({ ok: false });
  });

  it("is called by its path below the folder", () => {
    expect(commandId("review.md")).toBe("/review");
    expect(commandId("git/pull request.md")).toBe("/git:pull-request");
    expect(commandId("tests.prompt.md")).toBe("/tests");
    expect(commandId("notes.txt")).toBeUndefined();
    expect(commandId(".md")).toBeUndefined();
  });
});

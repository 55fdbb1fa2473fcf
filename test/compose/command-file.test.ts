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
        arguments: [{ name: "arguments", required: false, isRest: true }],
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
        ],
        wants: { model: "some/model", tools: ["read", "grep"] },
      },
    });
  });

  it.each([
    ["[pr-number] [priority]", ["pr-number?", "priority?"]],
    ["<file> [more words]", ["file", "more words?"]],
    ["[message]", ["message?"]],
    ['"file focus"', ["file", "focus?"]],
    ["<file> <file>", ["file", "argument 2?"]],
  ])("reads the hint of others: %s", (hint, names) => {
    const parsed = parse(`---\nargument-hint: ${hint}\n---\n$1 costs $50`);
    expect(parsed.ok && parsed.value.arguments.map(({ name, required }) => (required ? name : `${name}?`))).toEqual(
      names,
    );
  });

  it.each([
    ["Bash(git add:*), Bash(git commit:*), Read", ["Bash(git add:*)", "Bash(git commit:*)", "Read"]],
    ["read grep", ["read", "grep"]],
    ["['codebase', 'search']", ["codebase", "search"]],
    ["\n  - Read\n  - Grep", ["Read", "Grep"]],
    ['""', []],
  ])("reads the tools of others: %j", (tools, names) => {
    expect(parse(`---\nallowed-tools: ${tools}\n---\nGo`)).toMatchObject({ value: { wants: { tools: names } } });
  });

  it.each([
    ["an open bracket", "description: [a", "[a"],
    ["a list", "description: [a]", "[a]"],
    ["a colon", "description: Review: all of it", "Review: all of it"],
    ["a name twice", "description: a\ndescription: b", "a"],
    ["quotes inside quotes", "description: 'It's good'", "It's good"],
    ["a block beside a broken line", "hint: a: b\ndescription: >\n  Two\n  lines", "Two lines"],
    ["a list instead of fields", "- a list", "Go"],
    ["more than YAML may take", `description: Long\nnote: ${"x".repeat(9_000)}`, "Long"],
  ])("reads front matter with %s", (_name, matter, description) => {
    expect(parse(`---\n${matter}\n---\nGo`)).toMatchObject({
      ok: true,
      value: { description, body: { text: "Go" } },
    });
  });

  it.each([
    ["arguments: [a, a]", ["a"]],
    ["arguments: a b, c", ["a", "b", "c"]],
    ["arguments:\n  - {description: nameless}\n  - name: a", ["a"]],
    ["description: x: y\narguments:\n  - name: a\n  - b", ["a", "b"]],
  ])("takes the arguments it can read: %j", (matter, names) => {
    const parsed = parse(`---\n${matter}\n---\nGo`);
    expect(parsed.ok && parsed.value.arguments.map(({ name }) => name)).toEqual(names);
  });

  it("whose front matter has no end keeps what follows its fields as the template", () => {
    expect(parse("---\ndescription: Look\n\nLook at $1.\n")).toMatchObject({
      ok: true,
      value: { description: "Look", body: { text: "\nLook at $1.\n" } },
    });
    expect(parse("---\nJust a rule above.")).toMatchObject({ value: { body: { text: "---\nJust a rule above." } } });
    expect(parse("---\ndescription: x\n")).toMatchObject({
      ok: false,
      failure: { line: 1, reason: "the front matter has no closing ---" },
    });
  });

  it("with aliases that multiply is read without them, in a moment", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((key, index) => {
        const before = "abcdefgh"[index] ?? "a";
        return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]`;
      }),
    ];
    const begun = performance.now();
    expect(parse(`---\n${bomb.join("\n")}\n---\nGo`)).toMatchObject({ ok: true, value: { description: "Go" } });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("is called by its path below the folder", () => {
    expect(commandId("review.md")).toBe("/review");
    expect(commandId("git/pull request.md")).toBe("/git:pull-request");
    expect(commandId("tests.prompt.md")).toBe("/tests");
    expect(commandId("notes.txt")).toBeUndefined();
    expect(commandId(".md")).toBeUndefined();
  });
});

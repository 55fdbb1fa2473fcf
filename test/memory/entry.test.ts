import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Memory, nameFault, parseEntry, printEntry } from "../../extension/memory/entry.ts";
import { descriptionFrom, nameFrom } from "../../extension/memory/named.ts";

const where = { name: "tabs", scope: "user" } as const;
const memory: Memory = { ...where, description: "Likes tabs", type: "user", body: "Tabs, always.\n\n---\n\nReally." };

const refused = (text: string): string => {
  const parsed = parseEntry(text, where);
  return parsed.ok ? "read" : `${parsed.failure.line}: ${parsed.failure.reason}`;
};
const file = (matter: string, body = "x"): string => `---\n${matter}\n---\n${body}`;

describe("a memory's file", () => {
  it("is read as it was written, whatever the words", () => {
    expect(parseEntry(printEntry(memory), where)).toEqual({ ok: true, value: memory });
    const words = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(words, fc.string({ unit: "grapheme" }), (line, text) => {
        const description = descriptionFrom(line);
        fc.pre(description.trim() !== "");
        const one = { ...memory, description: description.trim(), body: text.replaceAll("\r\n", "\n").trim() };
        expect(parseEntry(printEntry(one), where)).toEqual({ ok: true, value: one });
      }),
    );
  });

  it("may leave out type and scope, and may come from Windows", () => {
    const parsed = parseEntry("\uFEFF---\r\nname: tabs\r\ndescription: Likes tabs\r\n---\r\nOne\r\nTwo\r\n", where);
    expect(parsed).toMatchObject({ ok: true, value: { type: "user", scope: "user", body: "One\nTwo" } });
  });

  it("that cannot be read says in which line and why", () => {
    expect(refused("just text")).toBe("1: the file must begin with front matter between --- lines");
    expect(refused("---\nname: tabs\n")).toMatch(/^1: the file must begin/);
    expect(refused("text\n---\nname: tabs\n---\n")).toMatch(/^1: the file must begin/);
    expect(refused(file("name: tabs"))).toBe("1: description is missing");
    expect(refused(file("name: tabs\ndescription: [a]"))).toBe("3: description must be text");
    expect(refused(file("name: tabs\ndescription: |\n  a\n  b"))).toBe("3: description must be one line");
    expect(refused(file("name: tabs\ndescription: ''"))).toMatch(/^3: description is required/);
    expect(refused(file(`name: tabs\ndescription: ${"a".repeat(201)}`))).toMatch(/^3: .*201 characters/);
    expect(refused(file("name: spaces\ndescription: a"))).toBe("2: its name is “spaces”, but its file is tabs.md");
    expect(refused(file("name: tabs\ndescription: a\nscope: project"))).toMatch(/^4: its scope is “project”/);
    expect(refused(file("name: tabs\ndescription: a\ntype: two words"))).toMatch(/^4: type must be one word/);
    expect(refused(file("name: tabs\ndescription: a: b: c"))).toMatch(/^3: /);
    expect(refused(file("- a\n- b"))).toMatch(/must contain key: value pairs/);
    expect(refused(file("name: tabs\ndescription: a", "é".repeat(11_000)))).toMatch(/^5: body has 22 KB/);
    expect(refused(file("name: &a tabs\nx: [*a, *a, *a]\ndescription: a\u202etxt"))).toMatch(/one line/);
  });

  it("survives an alias bomb", () => {
    const bomb = Array.from(
      { length: 12 },
      (_, n) =>
        `k${n}: &a${n} [${Array(9)
          .fill(n === 0 ? "x" : `*a${n - 1}`)
          .join(", ")}]`,
    );
    expect(refused(file(["name: tabs", "description: a", ...bomb].join("\n")))).not.toBe("read");
  });
});

describe("a name", () => {
  it("is kebab-case, and nothing a path could be built from", () => {
    for (const good of ["a", "tabs-2", "x-y-z"]) expect(nameFault(good)).toBeUndefined();
    for (const bad of [
      "",
      "..",
      "../a",
      "a/b",
      "a\\b",
      "A",
      "a--b",
      "-a",
      "a-",
      "a.b",
      "a b",
      "a\n",
      "é",
      "con",
      "a".repeat(65),
    ])
      expect(nameFault(bad), bad).toBeDefined();
  });

  it("is made of the first words where nobody gave one", () => {
    expect(nameFrom("I don't like Tabs; use 2 spaces, please!")).toBe("i-dont-like-tabs");
    expect(nameFrom("Café à la crème")).toBe("cafe-a-la-creme");
    expect(nameFrom("日本語")).toBe("note");
    expect(nameFrom("https://example.org/a")).toBe("https-example-org-a");
    for (const text of ["con", "NUL", "COM1"]) expect(nameFault(nameFrom(text))).toBeUndefined();
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => nameFault(nameFrom(text)) === undefined));
  });

  it("comes with a description of one line", () => {
    expect(descriptionFrom("\n# Tabs\nmore")).toBe("Tabs");
    expect(descriptionFrom("👩‍👩‍👧 first\u0007\u202e\nmore")).toBe("👩‍👩‍👧 first");
    expect(printEntry({ ...memory, body: "half \ud800" })).toMatch(/half \ufffd\n$/);
    expect(Array.from(descriptionFrom("é".repeat(300)))).toHaveLength(200);
  });
});

// Where the code of an answer belongs in a file.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { workedMs } from "../fakes/worked.ts";
import { findPlace, type Found } from "../../extension/apply/find-place.ts";

const FILE = `import { readFile } from "node:fs";
import { join } from "node:path";

/** Reads it. */
export function load(path: string): string {
  const full = join(root, path);
  return readFile(full);
}

export class Store {
  #items = new Map();

  get(id: string): Item {
    const item = this.#items.get(id);
    if (item === undefined) {
      throw new Error("none");
    }
    return item;
  }

  set(id: string, item: Item): void {
    this.#items.set(id, item);
  }
}

function last(): void {
  return;
}
`;

/** The file as it would be; the lines of a choice when it is not sure. */
async function applied(file: string, code: string): Promise<string> {
  const found = await findPlace(file, code);
  return found.kind === "place" ? withPlace(file, found) : found.kind;
}

function withPlace(file: string, found: Found): string {
  if (found.kind !== "place") return found.kind;
  const { start, end, lines } = found.place;
  return file
    .split("\n")
    .toSpliced(start, end - start, ...lines)
    .join("\n");
}

const range = async (file: string, code: string): Promise<unknown> => {
  const found = await findPlace(file, code);
  return found.kind === "unsure"
    ? found.places.map(({ start, end }) => [start + 1, end])
    : [found.kind, found.place.start + 1, found.place.end];
};

describe("a part that is rewritten", () => {
  test("is found by its first line and its closing line at the same depth, whatever lies between", async () => {
    const code = `export function load(path: string): string {\n  return cache.get(path);\n}`;
    expect(await range(FILE, code)).toEqual(["place", 5, 8]);
    expect(await applied(FILE, code)).toBe(
      FILE.replace("  const full = join(root, path);\n  return readFile(full);", "  return cache.get(path);"),
    );
  });

  test("is found when its signature changed, by the name it declares", async () => {
    const code = `export async function load(path: string, root = "."): Promise<string> {\n  return readFile(path);\n}`;
    expect(await range(FILE, code)).toEqual(["place", 5, 8]);
  });

  test("is given the file's indentation when it comes without", async () => {
    const code = `get(id: string): Item | undefined {\n  return this.#items.get(id);\n}`;
    expect(await range(FILE, code)).toEqual(["place", 13, 19]);
    expect(await applied(FILE, code)).toContain(
      "\n\n  get(id: string): Item | undefined {\n    return this.#items.get(id);\n  }\n\n  set(",
    );
  });

  test("may have lost the indentation of its first line only", async () => {
    const code = `set(id: string, item: Item): void {\n    this.#items.set(id, item);\n    this.changed();\n  }`;
    expect(await applied(FILE, code)).toContain(
      "  set(id: string, item: Item): void {\n    this.#items.set(id, item);\n    this.changed();\n  }\n}\n",
    );
  });

  test("in tabs goes into spaces, and the other way round", async () => {
    const code = `  get(id: string): Item {\n    if (id === "") {\n      return none;\n    }\n    return some;\n  }`;
    const tabs = (text: string): string => text.replaceAll("  ", "\t");
    expect(await applied(tabs(FILE), code)).toContain(
      `\tget(id: string): Item {\n\t\tif (id === "") {\n\t\t\treturn none;`,
    );
    expect(await applied(FILE, tabs(code))).toContain(
      `  get(id: string): Item {\n    if (id === "") {\n      return none;`,
    );
    expect(await applied(FILE.replaceAll("  ", "    "), code)).toContain(
      `        if (id === "") {\n            return`,
    );
  });

  test("keeps the blanks at the end of lines that stay", async () => {
    const file = "const a = 1;  \nconst b = 2;\t\nconst c = 3;\nconst d = 4; \n";
    expect(await applied(file, "const a = 1;\nconst b = 20;\nconst c = 3;")).toBe(file.replace("b = 2;\t", "b = 20;"));
  });

  test("ends where an indented block ends, without a closing line", async () => {
    const file = "def one(a):\n    x = a\n    return x\n\n\ndef two(b):\n    return b\n";
    expect(await applied(file, "def one(a, k=1):\n    return a * k")).toBe(
      "def one(a, k=1):\n    return a * k\n\n\ndef two(b):\n    return b\n",
    );
  });

  test("may be several blocks side by side, with a comment that is new", async () => {
    const code = `/** Reads it slowly. */
export function load(path: string): string {
  return slow(path);
}

export class Store {
  #items = new Map();
  get = (id: string): Item => this.#items.get(id);
  set(id: string, item: Item): void {
    this.#items.set(id, item);
  }
}`;
    expect(await range(FILE, code)).toEqual(["place", 4, 24]);
  });

  test("keeps a comment above that the snippet does not have, and gets one that the file does not have", async () => {
    expect(
      await applied("let zero = 0;\n\nfunction abc() {\n  one();\n}\n", "/** New. */\nfunction abc() {\n  two();\n}"),
    ).toBe("let zero = 0;\n\n/** New. */\nfunction abc() {\n  two();\n}\n");
  });

  test("takes the comment above with it when the snippet has another, and none of another block", async () => {
    const file = "// alone\n\n/**\n * Old words,\n * two lines.\n */\nfunction abc() {\n  one();\n}\n";
    const code = "// New.\nfunction abc() {\n  two();\n}";
    expect(await applied(file, code)).toBe("// alone\n\n// New.\nfunction abc() {\n  two();\n}\n");
    const apart = "// alone\n\nfunction abc() {\n  one();\n}\n";
    expect(await applied(apart, code)).toBe("// alone\n\n// New.\nfunction abc() {\n  two();\n}\n");
  });

  test("of several places that begin alike is the one that has most of its lines", async () => {
    const method = (name: string, body: string): string =>
      `class ${name} {\n  render() {\n${body}\n    return this.done;\n  }\n}\n`;
    const file =
      method("One", "    const first = this.first();\n    draw(first);") +
      method("Two", "    const other = 2;\n    paint(other);");
    const code = "  render() {\n    const other = 3;\n    paint(other);\n    return this.done;\n  }";
    expect(await range(file, code)).toEqual(["place", 9, 13]);
  });
});

describe("lines that are left out", () => {
  test.each([
    "// ... existing code ...",
    "  // … rest of the class",
    "# ...",
    "/* … */",
    "  {/* ... */}",
    "<!-- ... unchanged ... -->",
    "// rest of the code...",
    "...",
  ])("%s keeps what the file has there", async (elision) => {
    const code = `export class Store {\n  #items = new Map<string, Item>();\n${elision}\n  set(id: string, item: Item): void {\n    this.#items.set(id, item);\n    this.tell();\n  }\n}`;
    expect(await applied(FILE, code)).toBe(
      FILE.replace("new Map()", "new Map<string, Item>()").replace(
        "set(id, item);\n",
        "set(id, item);\n    this.tell();\n",
      ),
    );
  });

  test("at the beginning and the end are no part of the place", async () => {
    const code = `// ... existing code ...\n\nfunction last(): void {\n  return done();\n}\n\n// ...`;
    expect(await range(FILE, code)).toEqual(["place", 26, 28]);
  });

  test("between two blocks keep the blocks between them", async () => {
    const code = `import { readFile } from "node:fs/promises";\n// ... existing code ...\nfunction last(): void {\n  return done();\n}`;
    const file = FILE.replace('import { join } from "node:path";\n', "");
    const found = await applied(
      file,
      `import { readFile } from "node:fs";\nimport { stat } from "node:fs/promises";${code.slice(code.indexOf("\n"))}`,
    );
    expect(found).toContain("export class Store {");
    expect(found).toContain('import { readFile } from "node:fs";\nimport { stat } from "node:fs/promises";\n');
    expect(found).toContain("function last(): void {\n  return done();\n}\n");
  });

  test("inside a comment of words is no such line", async () => {
    expect(await applied("let alpha = 1;\nlet beta = 2;\n", "let alpha = 1;\n// the rest is easy\nlet beta = 2;")).toBe(
      "let alpha = 1;\n// the rest is easy\nlet beta = 2;\n",
    );
  });

  test("dots that are code stay code", async () => {
    const file =
      "class Port(Protocol):\n    def read(self) -> str:\n        ...\n\n    def write(self) -> None:\n        ...\n";
    expect(await applied(file, "    def read(self) -> bytes:\n        ...")).toBe(file.replace("str", "bytes"));
  });
});

describe("it is not sure", () => {
  test("when nothing of it stands in the file", async () => {
    expect(await findPlace(FILE, "SELECT name FROM users;")).toEqual({ kind: "unsure", places: [] });
    expect(await findPlace("", "const a = 1;")).toEqual({ kind: "unsure", places: [] });
  });

  test("when there is nothing to find", async () => {
    for (const code of ["", "\n \n", "// ...", "}"]) expect((await findPlace(FILE, code)).kind).toBe("unsure");
  });

  test("between two places that are equally good; lines that the block names decide", async () => {
    const file = "class Aaa {\n  render() {\n    one();\n  }\n}\nclass Bbb {\n  render() {\n    two();\n  }\n}\n";
    const code = "render() {\n  three();\n}";
    expect(await range(file, code)).toEqual([
      [2, 4],
      [7, 9],
    ]);
    const found = await findPlace(file, code, { start: 7, end: 9 });
    expect(found).toMatchObject({ kind: "place", place: { start: 6, end: 9 } });
  });

  test("when much would be lost: a class with one method of many", async () => {
    const methods = Array.from({ length: 12 }, (_, at) => `  method${at}() {\n    return ${at} + ${at};\n  }\n`).join(
      "\n",
    );
    const file = `class Many {\n${methods}}\n`;
    expect(await range(file, "class Many {\n  method3() {\n    return 4;\n  }\n}")).toEqual([[1, 49]]);
  });

  test("when only a bracket is the same: a piece of a JSON file", async () => {
    const file = `{\n${Array.from({ length: 9 }, (_, at) => `  "key${at}": ${at}`).join(",\n")}\n}\n`;
    expect((await findPlace(file, '{\n  "scripts": {\n    "test": "vitest"\n  }\n}')).kind).toBe("unsure");
  });
});

describe("the whole file", () => {
  test("is replaced when it is aligned from its beginning to its end", async () => {
    const code = FILE.replace("root, path", "base, path").replace("return;", "return done();");
    expect(await range(FILE, code)).toEqual(["place", 1, 28]);
    expect(await applied(FILE, code)).toBe(code);
  });
});

describe("what stands there already", () => {
  test.each([
    FILE,
    'get(id: string): Item {\n  const item = this.#items.get(id);\n  if (item === undefined) {\n    throw new Error("none");\n  }\n  return item;\n}',
  ])("is nothing to change", async (code) => {
    expect((await findPlace(FILE, code)).kind).toBe("same");
  });

  test("with other ends of lines and a mark of byte order, too", async () => {
    expect((await findPlace(`\ufeff${FILE.replaceAll("\n", "\r\n")}`, FILE)).kind).toBe("same");
  });
});

describe("property", () => {
  const word = fc.constantFrom<string>(
    "a = one()",
    "b = two()",
    "}",
    "{",
    "",
    "return x",
    "if (y) {",
    "  deep(z)",
    "\ttab",
    "// c",
  );
  const part = fc.record({
    before: fc.array(word, { maxLength: 30 }),
    inner: fc.array(word, { minLength: 1, maxLength: 30 }),
    after: fc.array(word, { maxLength: 30 }),
    changes: fc.array(fc.record({ at: fc.nat(), how: fc.constantFrom("alter", "drop", "add"), to: word }), {
      minLength: 1,
      maxLength: 3,
    }),
    indent: fc.constantFrom("", "  ", "\t"),
  });

  test("a part rewritten with small changes that keeps its first and last line is found, and nothing else changes", async () => {
    await fc.assert(
      fc.asyncProperty(part, async ({ before, inner, after, changes, indent }) => {
        const [first, last] = [`${indent}function begins() {`, `${indent}} // ends here`];
        const changed = [...inner];
        for (const { at, how, to } of changes) {
          const index = at % (changed.length + 1);
          changed.splice(index, how === "add" ? 0 : 1, ...(how === "drop" ? [] : [`${to} changed`]));
        }
        const file = [...before, first, ...inner, last, ...after].join("\n");
        const found = await findPlace(file, [first, ...changed, last].join("\n"));
        if (JSON.stringify(changed) === JSON.stringify(inner)) {
          expect(found.kind).toBe("same");
          return;
        }
        expect(found).toMatchObject({
          kind: "place",
          place: { start: before.length, end: before.length + inner.length + 2 },
        });
        const result = withPlace(file, found).split("\n");
        expect(result.slice(0, before.length)).toEqual(before);
        expect(result.slice(result.length - after.length)).toEqual(after);
        const trimmed = (lines: string[]): string[] => lines.map((line) => line.trim());
        expect(trimmed(result)).toEqual(trimmed([...before, first, ...changed, last, ...after]));
      }),
      { numRuns: 500 },
    );
  });
});

describe("time", () => {
  const lines = (count: number, of: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => of(at)).join("\n");

  test.each([
    [
      "a file of 5 MB",
      lines(160_000, (at) => `  const value${at} = compute(${at % 97});`),
      "  const value70000 = compute(0);\n  const value70001 = 1;",
    ],
    ["a file of 5 MB in one line", "x".repeat(5_000_000), "x"],
    [
      "a snippet of 20,000 lines",
      lines(60_000, (at) => `row(${at % 50_000});`),
      lines(20_000, (at) => `row(${at * 2});`),
    ],
    ["20,000 lines that are all the same", lines(60_000, () => "  again();"), lines(20_000, () => "  again();")],
    ["20,000 brackets", lines(60_000, (at) => (at % 2 ? "}" : "{")), lines(20_000, (at) => (at % 2 ? "{" : "}"))],
    [
      "20,000 lines beside left-out ones",
      lines(50_000, (at) => `call(${at});`),
      `call(3);\n// ...\n${lines(20_000, (at) => `call(new${at});`)}\ncall(49000);`,
    ],
    [
      "a line of a million signs that looks like a declaration",
      `${"export ".repeat(150_000)}x`,
      `${"export ".repeat(150_000)}y`,
    ],
  ])("%s never holds the window up", async (_, file, code) => {
    let [longest, since] = [0, workedMs()];
    const timer = setInterval(() => {
      longest = Math.max(longest, workedMs() - since);
      since = workedMs();
    }, 1);
    const begun = workedMs();
    await findPlace(file, code);
    clearInterval(timer);
    expect(Math.max(longest, workedMs() - since)).toBeLessThan(100);
    expect(workedMs() - begun).toBeLessThan(5_000);
  });
});

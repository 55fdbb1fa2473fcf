// The test of the documents finds what is wrong: a page with each mistake, and one without.
import { describe, expect, it } from "vitest";
import { undescribedKeys, unknownKeys, wrongRowKeys } from "./keys.ts";
import { readPage } from "./page.ts";
import * as problems from "./problems.ts";
import type { Product } from "./product.ts";

const product: Product = {
  settings: new Map<string, unknown>([
    ["galley.send", "enter"],
    ["galley.queue.stop", "drain"],
    ["galley.queue.limit", 5],
    ["galley.model", ""],
  ]),
  commands: new Map([
    ["galley.open", "Focus Message Input"],
    ["galley.stop", "Stop"],
    ["galley.stopAndHold", "Stop and Hold Queue"],
  ]),
  bindings: [{ command: "galley.open", key: "ctrl+alt+g", win: "ctrl+k ctrl+g", mac: "cmd+alt+g" }],
  views: new Set(["galley.shelf"]),
  scripts: new Set(["start", "bench"]),
  scriptNames: new Map([["bench", new Set(["mentions"])]]),
  slashCommands: new Set(["/new", "/help"]),
  usage: "usage: galley lower --to WIRE [--in FILE]\n       galley validate [--in FILE]",
  words: new Set(["Stop", "Apply…"]),
};

const page = (text: string, path = "docs/a.md"): ReturnType<typeof readPage> => readPage(path, text);

describe("links", () => {
  const other = page("# One\n\n## Two words, `code`\n\n## One\n", "docs/b.md");
  const site = (text: string): string[] => {
    const own = page(text);
    const pages = new Map([own, other].map((one) => [one.path, one]));
    return problems.wrongLinks(own, { pages, exists: (path) => pages.has(path) || path === "media/a.png" });
  };

  it("that lead to a file or a heading are right", () => {
    expect(
      site('# Top\n[a](b.md) [b](b.md#two-words-code) [`c`](#top) [d](b.md#one-1) <img src="../media/a.png">'),
    ).toEqual([]);
    expect(site("[a](https://example.com/a) `[b](none.md)`\n\n```md\n[c](none.md)\n```\n")).toEqual([]);
  });

  it("that lead nowhere are found", () => {
    expect(site("[a](none.md) [b](b.md#three) [c](#none) [d](../../b.md)")).toHaveLength(4);
    expect(site('<img src="../media/b.png"> <source srcset="c.png">')).toHaveLength(2);
    expect(site("[a](http://example.com) [b](https://) [c](file:///a)")).toHaveLength(3);
  });
});

describe("settings", () => {
  it("that do not exist are found, in code and in blocks", () => {
    const text = "`galley.send` `galley.queue.*` `galley.shelf` `galley.open` `galley.vsix`";
    expect(problems.unknownIds(page(text), product)).toEqual([]);
    const wrong = '`galley.sent` `galley.pins.*`\n\n```jsonc\n{ "galley.models": 1 }\n```\n';
    expect(problems.unknownIds(page(wrong), product)).toEqual(["galley.sent", "galley.pins.*", "galley.models"]);
  });

  it("that no page describes are found", () => {
    expect(
      problems.undescribedSettings([page("`galley.send` `galley.queue.*`"), page("`galley.model`")], product),
    ).toEqual(["galley.queue.stop", "galley.queue.limit"]);
  });

  it("with another default are found", () => {
    const table = (rows: string): ReturnType<typeof page> => page(`| Setting | Default |\n|---|---|\n${rows}\n`);
    expect(
      problems.wrongDefaults(table("| `galley.queue.stop`, `galley.queue.limit` | `drain`, `5` |"), product),
    ).toEqual([]);
    expect(problems.wrongDefaults(table("| `galley.model` | |\n| `galley.model` | empty |"), product)).toEqual([]);
    expect(
      problems.wrongDefaults(table("| `galley.send` | `ctrlEnter` |\n| `galley.queue.limit` | |"), product),
    ).toEqual(["galley.send", "galley.queue.limit"]);
  });
});

describe("commands and names", () => {
  it("that do not exist are found, also where they begin as others do and where a line ends", () => {
    expect(problems.unknownTitles(page("**Galley: Stop**, Galley: Focus Message\nInput."), product)).toEqual([]);
    expect(problems.unknownTitles(page("**Galley: Stop and Go**, Galley: Focus."), product)).toEqual([
      "Stop and Go",
      "Focus",
    ]);
  });

  it("in bold that Galley does not show are found", () => {
    expect(problems.unknownNames(page("**Apply…** **Galley: Stop** **Note.** **with Shift**"), product)).toEqual([]);
    expect(problems.unknownNames(page("**Apply** or **Halt\nNow**"), product)).toEqual(["Apply", "Halt Now"]);
  });

  it("behind a slash that no page describes are found", () => {
    expect(problems.missingSlashCommands(page("`/new [text]`"), product)).toEqual(["/help"]);
  });
});

describe("keys", () => {
  const rows = (keys: string): string[] =>
    wrongRowKeys(page(`| Command | Key |\n|---|---|\n| Galley: Focus Message Input | ${keys} |\n`), product);

  it("as they are bound on each system are right", () => {
    const text = "`Ctrl+Alt+G` (`Ctrl+K Ctrl+G` on Windows, `Cmd+Alt+G` on macOS), `Ctrl+Z`";
    expect(unknownKeys(page(text), product)).toEqual([]);
    expect(rows("`Ctrl+Alt+G`; `Ctrl+K Ctrl+G` on Windows, `Cmd+Alt+G` on macOS")).toEqual([]);
  });

  it("that are not bound, or not on that system, are found", () => {
    const text = "`Ctrl+Alt+H` `Ctrl+K Ctrl+G` `Ctrl+Alt+G` on Windows, `Cmd+K G`";
    expect(unknownKeys(page(text), product)).toEqual(["Ctrl+Alt+H", "Ctrl+K Ctrl+G", "Ctrl+Alt+G", "Cmd+K G"]);
  });

  it("of another command, or left out for a system, are found", () => {
    expect(rows("`Ctrl+Z`")).toHaveLength(2);
    expect(rows("`Ctrl+Alt+G`; `Cmd+Alt+G` on macOS")).toEqual(["Galley: Focus Message Input: galley.open"]);
    expect(undescribedKeys([page("`Ctrl+Z`")], product)).toEqual(["galley.open"]);
  });
});

describe("scripts and calls", () => {
  it("that do not exist are found", () => {
    const text = "`npm ci`\n\n```sh\nnpm start -- FOLDER   # opens it\nnpm run bench -- mentions\n```\n";
    expect(problems.unknownScripts(page(text), product)).toEqual([]);
    const wrong = "`npm run tests`\n\n```sh\nnpm run bench -- none\nnpm run\n```\n";
    expect(problems.unknownScripts(page(wrong), product)).toHaveLength(3);
    expect(problems.unknownCalls(page("`galley lower --to x --in y` `galley --help`"), product)).toEqual([]);
    expect(problems.unknownCalls(page("`galley raise` `galley validate --to x`"), product)).toHaveLength(2);
  });
});

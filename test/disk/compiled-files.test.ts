// Galley's own files are loaded with kept compiled code, and without it whenever that code is not exactly theirs.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CompiledFiles } from "../../extension/host/compiled-files.ts";

describe("compiled files", () => {
  let folder: string;
  let kept: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "compiled-"));
    kept = join(folder, "storage", "compiled");
  });

  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const opened = (): CompiledFiles => new CompiledFiles(folder, kept);
  const places = (): string[] => readdirSync(kept);

  /** Loads the file in a window that keeps what it compiled; returns the place. */
  function keepCodeOf(name: string): string {
    const files = opened();
    files.load(name);
    files.keep();
    return join(kept, places().find((place) => place.startsWith(`${name}-`)) ?? "");
  }

  it("are loaded once, and reach each other and Node's modules as `require` does", () => {
    write(
      "a.js",
      `exports.b = require("./b.js"); exports.sep = require("node:path").sep; exports.at = [__dirname, __filename];`,
    );
    write(
      "b.js",
      `module.exports = { count: (globalThis.counted = (globalThis.counted ?? 0) + 1), a: require("./a.js") };`,
    );
    const files = opened();
    const a = files.load("a.js") as { b: { count: number; a: unknown }; at: string[] };
    expect(a).toMatchObject({ sep: join("a", "b")[1], at: [folder, join(folder, "a.js")] });
    expect(a.b.a, "a circle ends at what is loaded so far").toBe(a);
    expect(files.load("b.js")).toBe(a.b);
    expect(a.b.count).toBe(1);
  });

  it("leave their compiled code, with which the next window loads them, and nothing is written again", () => {
    write("a.js", `exports.answer = () => 42;`);
    const place = keepCodeOf("a.js");
    const code = readFileSync(place);
    expect(code.length).toBeGreaterThan(100);
    const next = opened();
    expect((next.load("a.js") as { answer(): number }).answer()).toBe(42);
    writeFileSync(place, "");
    next.keep();
    expect(readFileSync(place), "code that was used is not kept again").toHaveLength(0);
  });

  it("leave more of their code when another file is loaded for the first time: functions ran that had not", () => {
    write("a.js", `exports.answer = () => (${"1 + ".repeat(200)}1);`);
    write("b.js", `exports.answer = 42;`);
    const place = keepCodeOf("a.js");
    const before = readFileSync(place);
    const files = opened();
    const a = files.load("a.js") as { answer(): number };
    expect(a.answer()).toBe(201);
    files.keep();
    expect(readFileSync(place).equals(before), "no file was new").toBe(true);
    files.load("b.js");
    files.keep();
    expect(readFileSync(place).length).toBeGreaterThan(before.length);
    expect(places()).toHaveLength(2);
  });

  it("do not run the code of another version, not even of one of the same length, which is removed", () => {
    write("a.js", `exports.version = 1;`);
    const old = keepCodeOf("a.js");
    write("a.js", `exports.version = 2;`);
    const files = opened();
    expect(files.load("a.js")).toEqual({ version: 2 });
    files.keep();
    expect(places()).toHaveLength(1);
    expect(join(kept, places()[0] ?? "")).not.toBe(old);
  });

  it.each([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, 60)],
    ["changed", (bytes: Buffer) => bytes.fill(7, bytes.length - 20)],
    ["empty", () => Buffer.alloc(0)],
  ])("do not use code that is %s, and replace it", (_, damage) => {
    write("a.js", `exports.answer = () => 42;`);
    const place = keepCodeOf("a.js");
    const damaged = damage(readFileSync(place));
    writeFileSync(place, damaged);
    const files = opened();
    expect((files.load("a.js") as { answer(): number }).answer()).toBe(42);
    files.keep();
    expect(readFileSync(place).equals(damaged)).toBe(false);
  });

  it("are loaded where nothing can be written", () => {
    write("storage", "a file where the folder would be");
    write("a.js", `exports.answer = 42;`);
    const files = opened();
    expect(files.load("a.js")).toEqual({ answer: 42 });
    expect(() => files.keep()).not.toThrow();
  });

  it("tell where they fail, and are tried again by the next call", () => {
    write("a.js", `if (!globalThis.isReady) throw new Error("not ready"); exports.answer = 42;`);
    const files = opened();
    let stack = "";
    try {
      files.load("a.js");
    } catch (error) {
      stack = (error as Error).stack ?? "";
    }
    expect(stack).toContain(`${join(folder, "a.js")}:1:32`);
    Object.assign(globalThis, { isReady: true });
    expect(files.load("a.js")).toEqual({ answer: 42 });
  });
});

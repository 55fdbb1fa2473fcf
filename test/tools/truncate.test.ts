// Results that are too long.
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diskSpill } from "../../extension/disk/spill.ts";
import { firstBytes, RESULT_BYTES, truncate } from "../../extension/tools/truncate.ts";
import { temporaryFolder } from "../fakes/folder.ts";

test("what fits stays as it is and nothing is kept", async () => {
  const keep = (): Promise<string> => Promise.reject(new Error("kept"));
  const text = "x".repeat(RESULT_BYTES);
  expect(await truncate(text, "a", { keep })).toBe(text);
});

test("what does not fit is cut between characters, and all of it lies where the result says", async () => {
  const folder = join(temporaryFolder(), "kept");
  const text = `a${"😀".repeat(100_000)}`;
  const cut = await truncate(text, "read-../../x", diskSpill(folder));
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(RESULT_BYTES);
  expect(cut).not.toContain("\uFFFD");
  const [, path = ""] = /\[Truncated: first 199 KB of 391 KB\. Read or search the full text at (.*)\]$/.exec(cut) ?? [];
  expect(path.startsWith(`${folder.replaceAll(sep, "/")}/`)).toBe(true);
  expect(path.slice(folder.length + 1)).not.toContain("/");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a disk that is full costs the rest, not the result", async () => {
  const cut = await truncate("x".repeat(RESULT_BYTES + 1), "a", { keep: () => Promise.reject(new Error("full")) });
  expect(cut).toContain("The rest could not be saved.");
  // A file where its folder should be.
  expect(await diskSpill(join(import.meta.filename, "no")).keep("x", "a")).toBeUndefined();
});

test("the first bytes of any text are whole characters, as many as fit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, most) => {
      const cut = firstBytes(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
      const next = String.fromCodePoint(text.slice(cut.length).codePointAt(0) ?? 0);
      if (cut !== text) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(most);
    }),
  );
});

import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cachedSlice } from "../../extension/disk/cached-slice.ts";
import { plainDecoding } from "../../extension/text/decode-text.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const LIMIT = 1000;

/** Written an hour ago, as far as the file says. */
function oldFile(text: string): string {
  const path = join(temporaryFolder(), "a.ts");
  writeFileSync(path, text);
  age(path, 3600);
  return path;
}

function age(path: string, seconds: number): void {
  const at = Date.now() / 1000 - seconds;
  utimesSync(path, at, at);
}

describe("a file that is read again", () => {
  it("gives the same reading while it has not changed", async () => {
    const path = oldFile("one\ntwo");
    const first = await cachedSlice(path, undefined, LIMIT, plainDecoding);
    expect(await cachedSlice(path, undefined, LIMIT, plainDecoding)).toBe(first);
    expect(await cachedSlice(path, { start: 2, end: 2 }, LIMIT, plainDecoding)).toMatchObject({ text: "two" });
    expect(await cachedSlice(path, undefined, 2, plainDecoding)).toMatchObject({ state: "large" });
  });

  it("is read anew when it changed, also to the same size and under the same time", async () => {
    const path = oldFile("one");
    await cachedSlice(path, undefined, LIMIT, plainDecoding);
    writeFileSync(path, "two");
    age(path, 3600);
    expect(await cachedSlice(path, undefined, LIMIT, plainDecoding)).toMatchObject({ text: "two" });
  });

  it("is read every time just after it was written", async () => {
    const path = join(temporaryFolder(), "a.ts");
    for (const text of ["one", "two", "six"]) {
      writeFileSync(path, text);
      expect(await cachedSlice(path, undefined, LIMIT, plainDecoding)).toMatchObject({ text });
    }
  });

  it("that is gone is said to be gone, whatever was read before", async () => {
    const path = oldFile("one");
    await cachedSlice(path, undefined, LIMIT, plainDecoding);
    expect(await cachedSlice(`${path}x`, undefined, LIMIT, plainDecoding)).toMatchObject({ state: "unavailable" });
  });
});

// How a soak is judged: by what still grows in its second half.
import { describe, expect, it } from "vitest";
import { judgeSoak, type SoakSample } from "./judge-soak.mjs";

const MB = 1024 * 1024;

/** A sample for each minute of an hour; a function of the minute in place of a figure changes it. */
function soak(changed: Partial<Record<keyof SoakSample, (minute: number) => number>> = {}): SoakSample[] {
  return Array.from({ length: 60 }, (_, minute) => {
    const steady: SoakSample = { at: minute * 60_000, heap: 60 * MB, resident: 200 * MB, handles: 50, page: 40 * MB };
    const own = Object.entries(changed).map(([name, value]) => [name, value(minute)] as const);
    return { ...steady, ...Object.fromEntries(own) };
  });
}
const grown = (samples: readonly SoakSample[]): string[] =>
  judgeSoak(samples)
    .filter(({ held }) => !held)
    .map(({ subject }) => subject);

describe("a soak", () => {
  it("holds if nothing grows", () => {
    expect(grown(soak())).toEqual([]);
  });

  it.each([
    ["heap", "heap of the host", 0.2 * MB],
    ["resident", "resident memory of the host", 0.7 * MB],
    ["handles", "open handles of the host", 0.5],
    ["page", "heap of the page", 0.3 * MB],
  ] as const)("fails if its %s grows all the time", (name, subject, each) => {
    expect(grown(soak({ [name]: (minute: number) => 50 * MB + minute * each }))).toEqual([subject]);
  });

  it("may grow in its first half, in which caches fill", () => {
    expect(grown(soak({ heap: (minute) => (40 + Math.min(minute, 29)) * MB }))).toEqual([]);
  });

  it("is not judged by a single sample, whichever it is", () => {
    expect(grown(soak({ heap: (minute) => (minute === 59 ? 90 : 60) * MB }))).toEqual([]);
    expect(grown(soak({ heap: (minute) => (minute === 30 ? 10 : 60) * MB }))).toEqual([]);
  });

  it("tells by how much it grew", () => {
    const [heap] = judgeSoak(soak({ heap: (minute) => (60 + minute) * MB }));
    expect(heap?.growth).toBeCloseTo(29);
    expect(heap).toMatchObject({ unit: "MB", allowed: 4, from: 90, to: 119 });
  });

  it("is not judged by too few samples", () => {
    expect(() => judgeSoak(soak().slice(0, 3))).toThrow("too few");
    expect(() => judgeSoak(soak().map(({ page, ...others }) => others))).toThrow("heap of the page");
  });
});

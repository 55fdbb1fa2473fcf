// Targets and hunks keep their place while the document changes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Change, followHunks, followPlaces } from "../../extension/pipelines/refactor/follow.ts";

const at = (line: number, character = 0) => ({ line, character });
const put = (line: number, character: number, text: string): Change => ({
  from: at(line, character),
  to: at(line, character),
  text,
});
const cut = (from: Change["from"], to: Change["to"], text = ""): Change => ({ from, to, text });

describe("a target", () => {
  const target = { from: at(5, 2), to: at(7, 4) };

  it.each<[string, Change, unknown]>([
    ["lines put in above", put(2, 0, "a\nb\n"), { from: at(7, 2), to: at(9, 4) }],
    ["lines removed above", cut(at(1, 3), at(3, 1)), { from: at(3, 2), to: at(5, 4) }],
    ["text before it in its line", put(5, 0, "ab"), { from: at(5, 4), to: at(7, 4) }],
    ["a line break right before it", put(5, 2, "\n"), { from: at(6, 0), to: at(8, 4) }],
    ["text after it in its line", put(7, 4, "x"), target],
    ["text below it", put(9, 0, "x\n"), target],
    ["text in it", put(6, 1, "x"), undefined],
    ["its start removed", cut(at(4, 0), at(5, 3)), undefined],
    ["its end removed", cut(at(7, 1), at(8, 0)), undefined],
    ["all of it replaced", cut(at(5, 2), at(7, 4), "x"), undefined],
  ])("after %s", (_what, change, expected) => {
    expect(followPlaces(target, [change])).toEqual(expected);
  });

  it("follows several changes of one moment", () => {
    expect(followPlaces(target, [put(1, 0, "x\n"), put(9, 0, "y"), put(3, 0, "z\n")])).toEqual({
      from: at(7, 2),
      to: at(9, 4),
    });
  });

  it("that is a caret moves with what is written before it", () => {
    expect(followPlaces({ from: at(3, 1), to: at(3, 1) }, [put(3, 0, "ab")])).toEqual({ from: at(3, 3), to: at(3, 3) });
  });
});

describe("hunks", () => {
  const hunk = (start: number, end: number) => ({ lines: { start, end }, old: "old\n" });

  it.each<[string, Change, [number, number] | undefined]>([
    ["lines put in above", put(2, 0, "a\n"), [6, 8]],
    ["a line put in right above", put(5, 0, "a\n"), [6, 8]],
    ["text in it", put(6, 2, "a"), [5, 7]],
    ["a line put in within it", put(6, 2, "a\nb"), [5, 8]],
    ["a line of it removed", cut(at(6), at(7)), [5, 6]],
    ["its lines replaced by as many", cut(at(5), at(8), "a\nb\nc\n"), [5, 7]],
    ["its last line replaced by two", cut(at(7), at(8), "a\nb\n"), [5, 8]],
    ["its lines removed", cut(at(5), at(8)), [5, 4]],
    ["text below it", put(8, 0, "a\n"), [5, 7]],
    ["text around all of it removed", cut(at(4), at(8)), undefined],
    ["its first line joined with the one above", cut(at(4, 3), at(5)), undefined],
    ["its last line joined with the one below", cut(at(7, 3), at(8)), undefined],
    ["its beginning removed with the line above", cut(at(4), at(5, 2)), undefined],
    ["the lines right above replaced", cut(at(3), at(5), "a\n"), [4, 6]],
  ])("after %s", (_what, change, expected) => {
    const [left] = followHunks([hunk(5, 7)], [change]);
    expect(left && [left.lines.start, left.lines.end]).toEqual(expected);
  });

  it("that were deleted keep their place", () => {
    expect(followHunks([hunk(5, 4)], [put(2, 0, "a\n")])[0]?.lines).toEqual({ start: 6, end: 5 });
    expect(followHunks([hunk(5, 4)], [put(5, 0, "a\n")])[0]?.lines).toEqual({ start: 6, end: 5 });
    expect(followHunks([hunk(5, 4)], [put(6, 0, "a\n")])[0]?.lines).toEqual({ start: 5, end: 4 });
    expect(followHunks([hunk(5, 4)], [cut(at(4, 3), at(5, 2))])).toEqual([]);
  });

  it("whose deleted lines are back end: the editor's own undo brought them", () => {
    expect(followHunks([hunk(5, 4)], [put(5, 0, "old\n")])).toEqual([]);
  });

  it("never hold text from outside them, so that an undo takes nothing along, and stay in their order", () => {
    const LINES = 12;
    const place = fc.record({ line: fc.integer({ min: 1, max: LINES }), character: fc.nat({ max: 4 }) });
    const change = fc
      .tuple(place, place, fc.constantFrom("", "x", "\n", "x\n", "x\ny", "x\ny\nz\n"))
      .map(([one, other, text]) => {
        const isOrdered = one.line < other.line || (one.line === other.line && one.character <= other.character);
        return isOrdered ? cut(one, other, text) : cut(other, one, text);
      });
    const hunks = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 3 })), { maxLength: 3 })
      .map((all) => {
        let line = 1;
        return all.map(([gap, count]) => {
          const start = line + gap;
          line = start + count;
          return hunk(start, line - 1);
        });
      });
    fc.assert(
      fc.property(hunks, fc.array(change, { maxLength: 6 }), (all, changes) => {
        const isIn = (line: number): boolean => all.some(({ lines: { start, end } }) => start <= line && line <= end);
        let lines: string[] = Array.from({ length: LINES }, (_, at) => (isIn(at + 1) ? "hunk" : "mmmm"));
        let left = all;
        for (const { from, to, text } of changes) {
          const within = (one: Change["from"]): Change["from"] => ({
            line: Math.min(one.line, lines.length),
            character: Math.min(one.character, lines[Math.min(one.line, lines.length) - 1]?.length ?? 0),
          });
          const [first, last] = [within(from), within(to)];
          left = followHunks(left, [cut(first, last, text)]);
          const before = [...lines.slice(0, first.line - 1), lines[first.line - 1]?.slice(0, first.character)].join(
            "\n",
          );
          const after = [lines[last.line - 1]?.slice(last.character), ...lines.slice(last.line)].join("\n");
          lines = `${before}${text}${after}`.split("\n");
        }
        for (const [index, { lines: now }] of left.entries()) {
          expect(now.start).toBeGreaterThan(left[index - 1]?.lines.end ?? 0);
          expect(lines.slice(now.start - 1, now.end).join()).not.toMatch(/m/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

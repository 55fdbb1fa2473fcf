import { describe, expect, it } from "vitest";
import { CONTEXT_NAMES } from "../../extension/acquire/context.ts";
import { cursorContext } from "../../extension/acquire/cursor.ts";
import { cutText } from "../../extension/acquire/cut.ts";
import { diffContext } from "../../extension/acquire/changes/diff.ts";
import { openContext } from "../../extension/acquire/open.ts";
import { automaticContexts, defaultPolicy } from "../../extension/acquire/policy.ts";
import { type Problem, problemsContext } from "../../extension/acquire/problems.ts";
import { selectionContext } from "../../extension/acquire/selection.ts";
import { enclosingSymbol, type SymbolNode } from "../../extension/acquire/symbols/symbol.ts";
import { plainText, terminalContext } from "../../extension/acquire/terminal.ts";
import { historyContext, lastContext, Trail } from "../../extension/acquire/trail.ts";
import { workedMs } from "../fakes/worked.ts";

const timed = <Value>(work: () => Value): { value: Value; ms: number } => {
  const start = workedMs();
  const value = work();
  return { value, ms: workedMs() - start };
};

describe("a long text", () => {
  it("is cut at a line, and says how many lines are missing", () => {
    expect(cutText("a\nb\nc\nd", { lines: 2, characters: 100 })).toEqual({ text: "a\nb", left_out: "2 more lines" });
    expect(cutText("aaaa\nbbbb\ncccc\n", { lines: 9, characters: 10 })).toEqual({
      text: "aaaa\nbbbb",
      left_out: "1 more line",
    });
  });

  it("that fits is left alone, its last line break included", () => {
    expect(cutText("a\nb\n", { lines: 2, characters: 100 })).toEqual({ text: "a\nb\n" });
    expect(cutText("", { lines: 2, characters: 100 })).toEqual({ text: "" });
  });

  it("of one endless line is cut inside it", () => {
    const { text, left_out } = cutText("x".repeat(50), { lines: 2, characters: 10 });
    expect(text).toHaveLength(10);
    expect(left_out).toBe("1 more line");
  });
});

describe("a selection", () => {
  it("of a file is a reference; of what is in no file, its text", () => {
    const { parts } = selectionContext(
      [
        { path: "a.ts", range: { start: 2, end: 3 } },
        { path: "a.ts", range: { start: 2, end: 3 } },
        { source: "n.ipynb, cell 2", range: { start: 1, end: 1 }, text: "print(1)" },
      ],
      5,
    );
    expect(parts).toEqual([
      { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 2, end: 3 } } },
      {
        type: "editor-context",
        kind: "selection",
        source: "n.ipynb, cell 2",
        payload: { lines: "1-1", text: "print(1)" },
        emitted_at: 5,
      },
    ]);
  });

  it("of nothing does not resolve", () => {
    expect(selectionContext([], 1)).toEqual({ parts: [], reason: "nothing is selected" });
  });
});

describe("bounds", () => {
  it("fifty open editors: the active one is among those that are kept, and the rest is counted", () => {
    const editors = Array.from({ length: 50 }, (_, at) => ({
      path: `f${at}.ts`,
      active: at === 49,
      unsaved: at === 0,
    }));
    const [part] = openContext(editors, 1).parts;
    expect(part).toMatchObject({ kind: "open", payload: { left_out: "10 more editors" } });
    expect(JSON.stringify(part)).toContain("f49.ts (active)");
  });

  it("five thousand problems: the worst are kept, the rest is counted, in less than 50 ms", () => {
    const problems = Array.from({ length: 5_000 }, (_, at): Problem => ({
      path: `f${at % 70}.ts`,
      line: at + 1,
      severity: at === 4_999 ? "error" : "warning",
      message: "m".repeat(80),
    }));
    const { value, ms } = timed(() => problemsContext(problems, 1));
    expect(JSON.stringify(value.parts)).toMatch(/"problems":\["error f29\.ts:5000 /);
    expect(JSON.stringify(value.parts)).toContain("4800 more problems");
    expect(ms).toBeLessThan(50);
  });

  it("a diff of 30,000 lines is cut and says so, in less than 50 ms", () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `+line ${at}`).join("\n");
    const { value, ms } = timed(() => diffContext([{ of: "working tree", text }], 1));
    expect(JSON.stringify(value.parts)).toContain("[28000 more lines omitted]");
    expect(ms).toBeLessThan(50);
  });
});

it("staged and other changes are parts of their own; without changes there is nothing", () => {
  const { parts } = diffContext(
    [
      { of: "staged", text: "+a" },
      { of: "working tree", text: "\n" },
      { of: "untracked", text: "b.ts" },
    ],
    1,
  );
  expect(parts.map((part) => part.type === "editor-context" && part.source)).toEqual(["staged", "untracked"]);
  expect(diffContext([], 1)).toEqual({ parts: [], reason: "no changes" });
});

it("the symbol around a line is the innermost, with what it is in", () => {
  const method: SymbolNode = { name: "send", kind: "method", range: { start: 4, end: 9 }, children: [] };
  const tree: SymbolNode[] = [{ name: "Uploader", kind: "class", range: { start: 2, end: 20 }, children: [method] }];
  expect(enclosingSymbol(tree, 5)).toMatchObject({ name: "Uploader.send", kind: "method" });
  expect(enclosingSymbol(tree, 12)).toMatchObject({ name: "Uploader" });
  expect(enclosingSymbol(tree, 1)).toBeUndefined();
  const symbol = enclosingSymbol(tree, 5);
  const [part] = cursorContext({ path: "a.ts", line: 5, column: 3, text: "x", symbol }, 1).parts;
  expect(JSON.stringify(part)).toContain("method Uploader.send, lines 4-9");
});

it("a terminal's output reads as the screen showed it", () => {
  expect(plainText("\u001b]0;title\u0007\u001b[31mred\u001b[0m\r\n10%\r50%\r100%\r\n")).toBe("red\n100%");
  const ran = { terminal: "bash", command: "npm test", output: "x\n".repeat(9_000), exitCode: 1, cut: false };
  const [part] = terminalContext(ran, 1).parts;
  expect(JSON.stringify(part)).toMatch(/"exit_code":1.*"left_out":"\d+ more lines"/);
});

describe("the trail", () => {
  const edit = (what: string, start: number, at: number) =>
    ({ kind: "edited", what, lines: { start, end: start }, at }) as const;

  it("joins edits that are close, and forgets the oldest", () => {
    const trail = new Trail();
    trail.add(edit("a.ts", 10, 0));
    trail.add(edit("a.ts", 12, 1000));
    trail.add(edit("a.ts", 90, 2000));
    expect(trail.actions.map(({ lines }) => lines)).toEqual([
      { start: 90, end: 90 },
      { start: 10, end: 12 },
    ]);
    for (let at = 0; at < 80; at += 1) trail.add(edit(`f${at}.ts`, 1, 3000));
    expect(trail.actions).toHaveLength(50);
  });

  it("tells edits and the last action, and nothing once it is cleared", () => {
    const trail = new Trail();
    trail.add(edit("a.ts", 10, 0));
    trail.add({ kind: "saved", what: "a.ts", at: 60_000 });
    expect(JSON.stringify(historyContext(trail.actions, 120_000))).toContain("edited a.ts:10-10, 2 minutes ago");
    expect(lastContext(trail.actions, 60_000).parts).toMatchObject([
      { kind: "last-action", payload: "saved a.ts, just now" },
    ]);
    trail.clear();
    expect(lastContext(trail.actions, 1).parts).toEqual([]);
  });
});

it("only the selection and the open editors come by themselves, and only when accepted", () => {
  expect(automaticContexts(CONTEXT_NAMES, defaultPolicy)).toEqual([
    { name: "selection", mode: "ask" },
    { name: "open", mode: "ask" },
  ]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf, scopeOf, type Target, textOfScope } from "../../extension/pipelines/refactor/document.ts";
import { applyEdits, type Edit, undoOf } from "../../extension/pipelines/refactor/finish/edits.ts";
import { finishRefactor } from "../../extension/pipelines/refactor/finish/finish.ts";

const RUNS = { numRuns: 300 };

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...CODE()) },
  { weight: 1, arbitrary: fc.constantFrom("", "   ", "\t") },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, "")) },
);

function CODE(): string[] {
  const words = [
    "start();",
    "const total = sum(a, b);",
    "return total;",
    "if (isReady) {",
    "} else {",
    "}",
    "run(first, second);",
  ];
  return ["", "  ", "    ", "\t", "\t\t"].flatMap((blank) => words.map((word) => blank + word));
}

/** A lone carriage return ends all lines or none: beside another line end it could become one with it. */
const lineEnds = fc.oneof(fc.constant(["\n"]), fc.constant(["\r\n"]), fc.constant(["\r"]), fc.constant(["\n", "\r\n"]));

const document = fc
  .tuple(fc.array(fc.tuple(line, fc.nat({ max: 1 })), { maxLength: 14 }), line, lineEnds)
  .map(([lines, last, ends]) => lines.map(([text, end]) => text + (ends[end % ends.length] ?? "")).join("") + last);

/** A document and whole lines of it, a selection within them, or a caret. */
const task = document.chain((text) => {
  const lines = linesOf(text);
  const place = fc
    .nat({ max: lines.length - 1 })
    .chain((at) => fc.nat({ max: lines[at]?.text.length ?? 0 }).map((character) => ({ line: at + 1, character })));
  const whole = fc
    .tuple(fc.integer({ min: 1, max: lines.length }), fc.nat({ max: 6 }))
    .map(([start, count]): Target => ({ start, end: Math.min(lines.length, start + count - 1) }));
  const within = fc.tuple(place, place).map(([one, other]): Target => {
    const isOrdered = one.line < other.line || (one.line === other.line && one.character <= other.character);
    return isOrdered ? { from: one, to: other } : { from: other, to: one };
  });
  return fc.record({ text: fc.constant(text), target: fc.oneof(whole, within) });
});

const said = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: line },
    { weight: 1, arbitrary: fc.constantFrom("```", "```ts", "// ... existing code ...", "Here it is:") },
  ),
  {
    maxLength: 12,
  },
);

const answer = fc
  .tuple(said, fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, isFenced]) => (isFenced ? ["```ts", ...lines, "```"] : lines).join(end));

/** What stands before and after the target, byte for byte. */
function around(text: string, target: Target): [string, string] {
  const scope = scopeOf(text, target);
  if (scope === undefined) throw new Error("the target is in the document");
  const { lines, start, end, before, after, isCaret } = scope;
  const join = (some: typeof lines): string => some.map((one) => one.text + one.end).join("");
  // At the beginning of a line, text is put in above it.
  if (isCaret && before.trim() === "" && after.trim() !== "")
    return [join(lines.slice(0, start)), join(lines.slice(start))];
  if (isCaret && start === end) return [join(lines.slice(0, start)), join(lines.slice(end))];
  const last = lines[end - 1]?.end ?? "";
  return [join(lines.slice(0, start)) + before, after + last + join(lines.slice(end))];
}

function isInOrder(edits: readonly Edit[]): boolean {
  return edits.every(({ range }, at) => range.start > (edits[at - 1]?.range.end ?? 0));
}

describe("whatever a model answers", () => {
  it("text outside the target is never touched", async () => {
    await fc.assert(
      fc.asyncProperty(task, answer, async ({ text, target }, output) => {
        const finished = await finishRefactor({ text, target, language: "typescript", output });
        if (!finished.ok) return;
        const [before, after] = around(text, target);
        const { text: becomes, edits } = finished.value;
        expect(becomes.startsWith(before)).toBe(true);
        // A caret at the end of a line puts lines below it; a target that is deleted may take its line end along.
        expect(becomes.endsWith(after) || becomes.endsWith(after.replace(/^(?:\r\n|\r|\n)/, ""))).toBe(true);
        expect(isInOrder(edits)).toBe(true);
        expect(applyEdits(text, edits)).toBe(becomes);
      }),
      RUNS,
    );
  });

  it("undo gives back the bytes", async () => {
    await fc.assert(
      fc.asyncProperty(task, answer, async ({ text, target }, output) => {
        const finished = await finishRefactor({ text, target, language: "typescript", output });
        if (finished.ok) expect(applyEdits(finished.value.text, undoOf(text, finished.value.edits))).toBe(text);
      }),
      RUNS,
    );
  });

  it("an answer that changes nothing makes no edit", async () => {
    const styles: ((text: string) => string)[] = [
      (text) => text,
      (text) => `\`\`\`ts\n${text}\n\`\`\``,
      (text) => `Here is the code:\n\n\`\`\`ts\n${text}\n\`\`\`\n\nIt is fine as it stands.`,
      (text) => `\`\`\`ts\n${text}\n\`\`\``.replace(/\r\n|\r|\n/g, "\r\n"),
    ];
    const lines = fc.array(fc.constantFrom(...CODE(), ""), { minLength: 1, maxLength: 14 });
    const plain = fc.tuple(lines, lines, lines, fc.constantFrom("\n", "\r\n"), fc.constantFrom(...styles));
    await fc.assert(
      fc.asyncProperty(plain, async ([before, own, after, end, style]) => {
        fc.pre(own.some((text) => text.trim() !== ""));
        const text = [...before, ...own, ...after].join(end);
        const target = { start: before.length + 1, end: before.length + own.length };
        const scope = scopeOf(text, target);
        const output = style(scope === undefined ? "" : textOfScope(scope));
        const finished = await finishRefactor({ text, target, language: "typescript", output });
        expect(finished).toMatchObject({ ok: true, value: { edits: [], text } });
      }),
      RUNS,
    );
  });
});

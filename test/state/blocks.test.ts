// Growing blocks, without a page: however a text arrives, it is cut as the whole would be.
import fc from "fast-check";
import { expect, test } from "vitest";
import { catchUp } from "../../webview/state/answer/catch-up.ts";
import { codeOf, FenceReader } from "../../webview/markdown/fence.ts";
import { cutList, cutTable } from "../../webview/markdown/long-blocks.ts";

const line = fc.stringMatching(/^[ a-z`~-]{0,30}$/).filter((text) => !/^ {0,3}```+ *$/.test(text));
const lines = fc.array(line, { maxLength: 400 });

test("a fence read in pieces is the fence read at once", () => {
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 40 }), (code, steps) => {
      const content = code.map((text) => `${text}\n`).join("");
      const whole = `\`\`\`ts a.ts\n${content}\`\`\`\n`;
      const reader = FenceReader.open(whole.slice(0, 11), 0);
      let read: ReturnType<FenceReader["read"]> | undefined;
      let at = 11;
      for (const step of [...steps, whole.length]) {
        if (read?.end !== undefined) break;
        at = Math.min(whole.length, at + step);
        read = reader?.read(whole.slice(0, at), false);
      }
      expect(read).toEqual({ block: codeOf("ts a.ts", content), end: whole.length });
    }),
  );
});

test("an open fence shows what is there, and not half of its end", () => {
  const reader = FenceReader.open("~~~\na\nb\n~~", 0);
  expect(reader?.read("~~~\na\nb\n~~", false).block).toEqual({
    kind: "code",
    info: "",
    pieces: ["a\nb"],
    closed: false,
  });
  expect(FenceReader.open("```a`b\n", 0)).toBeUndefined();
  expect(FenceReader.open("```ts", 0)).toBeUndefined();
});

test("only the last piece of a long fence changes as it grows", () => {
  const code = Array.from({ length: 2_000 }, (_value, n) => `const value${n} = ${n};\n`).join("");
  const reader = FenceReader.open("```ts\n", 0);
  const before = reader?.read(`\`\`\`ts\n${code}`, false).block.pieces ?? [];
  const after = reader?.read(`\`\`\`ts\n${code}more\n`, false).block.pieces ?? [];
  expect(before.length).toBeGreaterThan(5);
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
});

test("a long list is cut between its items, at places that do not change as it grows", () => {
  const item = (n: number) => `- item ${n}\n\n  - nested ${n}\n\n  \`\`\`\n  - code\n  \`\`\`\n`;
  const list = Array.from({ length: 200 }, (_value, n) => item(n + 1)).join("");
  const cuts = cutList(list).map(({ start }) => start);
  expect(cuts.length).toBeGreaterThan(2);
  for (const start of cuts) expect(list.slice(start)).toMatch(/^- item/);
  const half = cutList(list.slice(0, list.length / 2)).map(({ start }) => start);
  expect(cuts.slice(0, half.length)).toEqual(half);
  expect(cutList("- a\n- b\n")).toHaveLength(1);
});

test("a long table is cut between its rows, and each piece knows the head", () => {
  const head = "| a | b |\n|---|---|\n";
  const table = head + Array.from({ length: 400 }, (_value, n) => `| ${n} | some words |\n`).join("");
  const [, ...rest] = cutTable(table);
  expect(rest.length).toBeGreaterThan(1);
  for (const { start, prefix } of rest) expect([prefix, table.slice(start, start + 2)]).toEqual([head, "| "]);
});

test("an answer is followed in steps, and another text is taken as it is", () => {
  const answer = { role: "assistant", id: "m", at: 1, model: "M" } as const;
  const known = { ...answer, finish: "end" as const, parts: [{ type: "text" as const, text: "abcdef" }] };
  const drawn = { ...answer, finish: null, parts: [{ type: "text" as const, text: "ab" }] };
  const step = catchUp(drawn, known, 3);
  expect([step.parts, step.finish]).toEqual([[{ type: "text", text: "abcde" }], null]);
  expect(catchUp(step, known, 3)).toBe(known);
  expect(catchUp({ ...drawn, parts: [{ type: "text", text: "zz" }] }, known, 1)).toBe(known);
});

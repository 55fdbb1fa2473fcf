// What holds for every completion, whatever the document and the answer.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompletionCache } from "../../extension/pipelines/completion/cache.ts";
import { cleanOutput } from "../../extension/pipelines/completion/finish/clean.ts";
import { finish, finishClean } from "../../extension/pipelines/completion/finish/finish.ts";
import { syntaxOf } from "../../extension/pipelines/completion/syntax.ts";
import { corpus } from "./corpus.ts";

const script = syntaxOf("typescript");

/** Pieces of code that fit together badly. */
const soup = fc
  .array(
    fc.constantFrom(
      ...[
        "foo",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        "`",
        "${",
        ";",
        ",",
        "\n",
        "\n  ",
        "\n    ",
        "\t",
        " ",
        "//",
        "/*",
      ],
      ...[
        "*/",
        "if (x) {",
        "return 1;",
        "```",
        "<think>",
        "</think>",
        "<|endoftext|>",
        "😀",
        "end",
        "def f():",
        "\r\n",
      ],
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(""));

const language = fc.constantFrom("typescript", "python", "ruby", "markdown", "json", undefined);

describe("a completion of anything", () => {
  it("replaces nothing but closing signs after the caret on its line, and nothing before it", () => {
    fc.assert(
      fc.property(soup, soup, soup, language, (before, after, output, lang) => {
        const finished = finish({ text: before + after, offset: before.length, language: lang }, output);
        if ("nothing" in finished) return;
        expect(finished.start).toBe(before.length);
        expect((before + after).slice(finished.start, finished.end)).toMatch(/^[)\]}"'`;, \t]*$/);
        expect(finished.insert.trim()).not.toBe("");
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the same when it is finished twice", () => {
    fc.assert(
      fc.property(soup, soup, soup, (before, after, output) => {
        const place = { text: before + after, offset: before.length, language: "typescript" };
        expect(finish(place, output)).toEqual(finish(place, output));
      }),
    );
  });
});

const name = fc.constantFrom("a", "items", "x", "run");

/** Expressions and statements whose brackets match. */
const { expression, statements } = fc.letrec<{ expression: string; statement: string[]; statements: string[] }>(
  (tie) => ({
    expression: fc.oneof(
      { depthSize: "small" },
      name,
      fc.tuple(name, tie("expression")).map(([callee, argument]) => `${callee}(${argument})`),
      fc.array(tie("expression"), { maxLength: 2 }).map((all) => `[${all.join(", ")}]`),
      fc.tuple(name, tie("expression")).map(([key, value]) => `{ ${key}: ${value} }`),
    ),
    statement: fc.oneof(
      { depthSize: "small" },
      tie("expression").map((one) => [`${one};`]),
      fc.tuple(name, tie("expression")).map(([key, value]) => [`const ${key} = ${value};`]),
      fc
        .tuple(tie("expression"), tie("statements"))
        .map(([test, body]) => [`if (${test}) {`, ...body.map((line) => `  ${line}`), "}"]),
      tie("statements").map((body) => ["run({", ...body.map((line) => `  ${line}`), "});"]),
    ),
    statements: fc.array(tie("statement"), { minLength: 1, maxLength: 3 }).map((all) => all.flat()),
  }),
);

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const sign of text.replaceAll(/[^()[\]{}]/g, ""))
    if ("([{".includes(sign)) open.push(sign);
    else if (`${open.pop() ?? ""}${sign}`.match(/^(?:\(\)|\[\]|\{\})$/) === null) return false;
  return open.length === 0;
}

describe("a balanced answer in a balanced file", () => {
  const amounts = fc.constantFrom(undefined, "line" as const, "block" as const);

  it("leaves it balanced on an empty line", () => {
    fc.assert(
      fc.property(statements, fc.nat(), statements, amounts, fc.boolean(), (lines, at, answer, amount, goesOn) => {
        const line = at % (lines.length + 1);
        const indent = /^ */.exec(lines[line] ?? lines[line - 1] ?? "")?.[0] ?? "";
        const above = lines
          .slice(0, line)
          .map((one) => `${one}\n`)
          .join("");
        const below = lines
          .slice(line)
          .map((one) => `\n${one}`)
          .join("");
        const text = above + indent + below;
        const offset = above.length + indent.length;
        const output = answer.join(`\n${indent}`) + (goesOn ? below : "");
        check(text, offset, output, amount, goesOn);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves it balanced inside brackets that the editor closed", () => {
    fc.assert(
      fc.property(
        statements,
        name,
        expression,
        amounts,
        fc.constantFrom("", ")", ");"),
        (lines, callee, answer, amount, end) => {
          const above = lines.map((one) => `${one}\n`).join("");
          check(`${above}${callee}()\n`, above.length + callee.length + 1, answer + end, amount, true);
          check(`${above}${callee}();\n`, above.length + callee.length + 1, answer + end, amount, true);
          check(`${above}f(${callee}({}))\n`, above.length + callee.length + 4, `a: ${answer} }))`, amount, true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("leaves it balanced after a sign that wants a value", () => {
    fc.assert(
      fc.property(statements, statements, fc.nat(), amounts, (lines, answer, at, amount) => {
        const line = at % lines.length;
        const above = lines
          .slice(0, line)
          .map((one) => `${one}\n`)
          .join("");
        const below = lines
          .slice(line)
          .map((one) => `\n${one}`)
          .join("");
        check(`${above}value = ${below}`, above.length + 8, answer.join("\n"), amount, false);
      }),
      { numRuns: 1_000 },
    );
  });

  function check(
    text: string,
    offset: number,
    output: string,
    amount: "line" | "block" | undefined,
    fits: boolean,
  ): void {
    expect(isBalanced(text)).toBe(true);
    if (!fits) expect(isBalanced(output)).toBe(true);
    const finished = finish({ text, offset, language: "typescript", amount }, output);
    if ("nothing" in finished) return;
    const accepted = text.slice(0, finished.start) + finished.insert + text.slice(finished.end);
    expect({ accepted, isBalanced: isBalanced(accepted) }).toEqual({ accepted, isBalanced: true });
  }
});

describe("a completion that is typed", () => {
  const shown = corpus.filter(({ expected }) => "insert" in expected);

  it.each(shown)(
    "stays while it is typed, and agrees with what was typed: $name",
    ({ text, offset, output, language, amount }) => {
      const clean = cleanOutput(output, { language }) ?? "";
      const cache = new CompletionCache();
      cache.keep(text, offset, clean);
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      for (let count = 0; count < clean.length; count += 1) {
        const typed = clean.slice(0, count).replaceAll("\n", eol);
        const now = text.slice(0, offset) + typed + text.slice(offset);
        const hit = cache.find(now, offset + typed.length, syntaxOf(language));
        expect(`${hit?.typed}${hit?.output}`).toBe(clean);
        const finished = finishClean({ text: now, offset: offset + typed.length, language, amount }, hit?.output ?? "");
        if ("nothing" in finished) continue;
        const accepted = now.slice(0, finished.start) + finished.insert + now.slice(finished.end);
        expect(accepted.startsWith(text.slice(0, offset) + typed)).toBe(true);
      }
    },
  );

  it("is not found where something else was typed", () => {
    fc.assert(
      fc.property(soup, soup, soup, fc.string({ minLength: 1, maxLength: 4 }), (before, after, output, typed) => {
        const cache = new CompletionCache();
        cache.keep(before + after, before.length, output);
        const hit = cache.find(before + typed + after, before.length + typed.length, script);
        if (hit !== undefined) expect((before + typed).endsWith(hit.typed) && output.startsWith(hit.typed)).toBe(true);
        if (!output.startsWith(typed) && !`${before}${typed}`.endsWith(before)) expect(hit).toBeUndefined();
      }),
    );
  });
});

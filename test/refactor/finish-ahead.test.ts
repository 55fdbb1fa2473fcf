// An answer whose code block has ended is finished before its end is known, and once more if more was said.
import { describe, expect, it } from "vitest";
import { FinishAhead } from "../../extension/pipelines/refactor/finish/finish-ahead.ts";

const text = "const a = 1;\nconst b = 2;\n";
const CODE = "```js\nconst a = 10;\nconst b = 2;\n```";
const about = { text, target: { start: 1, end: 2 }, language: "javascript" };
const result = { ok: true, value: { text: text.replace("= 1", "= 10") } };

describe("an answer that is finished ahead", () => {
  it("is the same that the end needs", async () => {
    const ahead = new FinishAhead(about);
    for (let at = 1; at <= CODE.length; at += 1) ahead.said(CODE.slice(0, at));
    const finished = await ahead.finish(CODE, false);
    expect(finished).toMatchObject(result);
    expect(await ahead.finish(CODE, false)).toBe(finished);
  });

  it("is finished again if the model says more, or reached its limit", async () => {
    const ahead = new FinishAhead(about);
    ahead.said(CODE);
    const more = `${CODE}\n\nThe first constant is ten times as large now.`;
    ahead.said(more);
    expect(await ahead.finish(more, false)).toMatchObject(result);
    expect(await ahead.finish(more, false)).not.toBe(await ahead.finish(more, false));
    expect(await ahead.finish(CODE, true)).not.toBe(await ahead.finish(CODE, false));
  });

  it("with many blocks is finished at its end", async () => {
    const ahead = new FinishAhead(about);
    for (let block = 0; block < 5; block += 1) ahead.said(`${"```js\nother();\n```\n".repeat(block)}${CODE}`);
    const all = `${"```js\nother();\n```\n".repeat(4)}${CODE}`;
    expect(await ahead.finish(all, false)).not.toBe(await ahead.finish(all, false));
  });
});

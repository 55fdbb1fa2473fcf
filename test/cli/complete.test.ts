import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { complete, finishCompletion } from "../../extension/cli/complete.ts";
import type { Outcome } from "../../extension/cli/outcome.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const model = { provider: "custom", id: "m", context_window: 8_192, max_output: 1_024, accepts: [], tools: false };
const text = "function sum(a: number, b: number) {\n  \n}\n";
const position = { line: 2, character: 2 };

function workspace(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "ws/src"), { recursive: true });
  for (const [path, content] of Object.entries({ "src/sum.ts": text, ...files }))
    writeFileSync(join(folder, "ws", path), content);
  return folder;
}

const ask = (over: object, folder = workspace()): Promise<Outcome> =>
  complete({ workspace: "ws", model, path: "src/sum.ts", position, ...over }, folder);

const PREFIX = "// File: src/sum.ts (typescript)\nfunction sum(a: number, b: number) {\n  ";
const SUFFIX = "\n}\n";

describe("galley complete", () => {
  it("gives Ollama prompt and suffix", async () => {
    const outcome = await ask({ model: { ...model, provider: "ollama", fim: "ollama-insert" } });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        request: {
          ...{ model: "m", prompt: PREFIX, suffix: SUFFIX, stream: true },
          options: { num_predict: 320, temperature: 0, num_ctx: 8_192, stop: ["\n\n\n"] },
        },
        manifest: {
          model: "ollama/m",
          task: [
            { part: "prefix src/sum.ts", lowered_as: "ollama-insert" },
            { part: "suffix src/sum.ts", lowered_as: "ollama-insert" },
          ],
          dropped: [],
        },
        warnings: [],
      },
    });
  });

  it("gives llama.cpp the fields of its infill", async () => {
    expect(await ask({ format: "llama-infill" })).toMatchObject({
      value: {
        request: {
          ...{ input_prefix: PREFIX, input_suffix: SUFFIX, input_extra: [], prompt: "", n_indent: 2 },
          ...{ n_predict: 320, t_max_predict_ms: 2_500, cache_prompt: true, stream: true },
        },
      },
    });
  });

  it.each(["mistral-fim", "deepseek-fim"])("gives %s prompt and suffix", async (format) => {
    expect(await ask({ format })).toMatchObject({
      value: {
        request: { model: "m", prompt: PREFIX, suffix: SUFFIX, max_tokens: 320, stop: ["\n\n\n"], stream: true },
      },
    });
  });

  it.each([
    ["qwen-coder", `<|fim_prefix|>${PREFIX}<|fim_suffix|>${SUFFIX}<|fim_middle|>`],
    ["codegemma", `<|fim_prefix|>${PREFIX}<|fim_suffix|>${SUFFIX}<|fim_middle|>`],
    ["granite", `<|fim_prefix|>${PREFIX}<|fim_suffix|>${SUFFIX}<|fim_middle|>`],
    ["granite-code", `<fim_prefix>${PREFIX}<fim_suffix>${SUFFIX}<fim_middle>`],
    ["starcoder", `<fim_prefix>${PREFIX}<fim_suffix>${SUFFIX}<fim_middle>`],
    ["starcoder 2", `<fim_prefix>${PREFIX}<fim_suffix>${SUFFIX}<fim_middle>`],
    ["deepseek-coder", `<｜fim▁begin｜>${PREFIX}<｜fim▁hole｜>${SUFFIX}<｜fim▁end｜>`],
    ["codellama", `<PRE> ${PREFIX} <SUF>${SUFFIX} <MID>`],
    ["codestral", `[SUFFIX]${SUFFIX}[PREFIX]${PREFIX}`],
  ])("writes the prompt of %s, with at most four stops", async (family, prompt) => {
    const outcome = await ask({ model: { ...model, fim: "tokens", family } });
    expect(outcome).toMatchObject({ ok: true, value: { request: { prompt } } });
    expect(JSON.stringify(outcome)).toMatch(/"stop":\[(?:"[^"]*",?){1,4}\]/);
  });

  it("does not send a file raw that contains the family's tokens", async () => {
    const own = `const a = "<|fim_suffix|>";\nconst b = 1;\n\nconst c = "<|endoftext|>";\n`;
    const outcome = await ask({
      ...{ text: own, position: { line: 3, character: 0 }, model: { ...model, fim: "tokens", family: "qwen-coder" } },
    });
    expect(outcome).toMatchObject({
      value: {
        request: {
          prompt: `<|fim_prefix|>// File: src/sum.ts (typescript)\n";\nconst b = 1;\n<|fim_suffix|>\nconst c = "<|fim_middle|>`,
        },
        warnings: [{ what: "src/sum.ts" }],
        manifest: { dropped: [{ what: "src/sum.ts" }] },
      },
    });
  });

  it("marks the hole for a model that converses", async () => {
    const outcome = await ask({ format: "chat" });
    const request = JSON.stringify(outcome.ok ? outcome.value : {});
    expect(request).toContain(JSON.stringify("{\n  <FILL_HERE>\n}").slice(1, -1));
    expect(outcome).toMatchObject({ value: { manifest: { layers: [{ id: "completion" }] } } });
  });

  it("puts no comment before the code of a language it does not know", async () => {
    const outcome = await ask({
      format: "mistral-fim",
      path: "a.unknown",
      text: "sum(",
      position: { line: 1, character: 4 },
    });
    expect(outcome).toMatchObject({ value: { request: { prompt: "sum(" } } });
  });

  it("asks for one line inside a line", async () => {
    const place = { text: "const x = sum(\n)", position: { line: 1, character: 9 } };
    expect(await ask({ format: "mistral-fim", ...place })).toMatchObject({
      value: { request: { stop: ["\n"], max_tokens: 96 } },
    });
  });

  it("takes the text that is given in place of the file's", async () => {
    const outcome = await ask({ format: "mistral-fim", text: "sum(", position: { line: 1, character: 4 } });
    expect(outcome).toMatchObject({
      value: { request: { prompt: "// File: src/sum.ts (typescript)\nsum(", suffix: "" } },
    });
  });

  it("adds pieces of recent files that share names, and none that is ignored, secret or outside", async () => {
    const folder = workspace({
      ".galleyignore": "src/hidden.ts\n",
      "src/math.ts": "export function product(a: number, b: number) {\n  return sum(a, b);\n}\n",
      "src/hidden.ts": "export const sum = 1; // number\n",
      ".env": "sum=number\n",
    });
    writeFileSync(join(folder, "secret.ts"), "sum(number)");
    const recent = [
      "src/math.ts",
      { path: "src/hidden.ts" },
      ".env",
      "../secret.ts",
      { path: "src/b.ts", text: "zzz" },
    ];
    const outcome = await ask({ format: "llama-infill", recent }, folder);
    expect(outcome).toMatchObject({
      value: {
        request: { input_extra: [{ filename: "src/math.ts" }] },
        manifest: {
          task: [{ part: "snippet src/math.ts:1-3" }, {}, {}],
          dropped: [{ what: "src/hidden.ts" }, { what: ".env" }, { what: "../secret.ts" }],
        },
      },
    });
  });

  it("fits a small model, and says what stayed out", async () => {
    const long = "const value = compute(1);\n".repeat(2_000);
    const small = { ...model, context_window: 512, max_output: 128 };
    const outcome = await ask({
      model: small,
      format: "mistral-fim",
      text: long,
      position: { line: 1_000, character: 0 },
    });
    expect(outcome).toMatchObject({
      value: { manifest: { dropped: [{ what: "prefix src/sum.ts" }, { what: "suffix src/sum.ts" }] } },
    });
    const { estimate, limit } = (outcome as { value: { manifest: { estimate: number; limit: number } } }).value
      .manifest;
    expect(estimate).toBeLessThanOrEqual(limit);
  });

  it.each([
    ["no-place", { position: { line: 99, character: 0 } }],
    ["unreadable", { path: "src/none.ts" }],
    ["unreadable", { path: "../../x.ts" }],
    ["no-family", { format: "tokens" }],
    ["unknown-family", { model: { ...model, fim: "tokens", family: "gpt" } }],
    ["invalid-scenario", { position: { line: 0, character: 0 } }],
    ["invalid-scenario", { format: "magic" }],
  ])("fails with %s", async (code, over) => {
    expect(await ask(over)).toMatchObject({ ok: false, failure: { code } });
  });
});

describe("galley complete --finish", () => {
  it("tells the text and what it replaces, in positions", () => {
    const input = {
      text: "a\r\nfoo()\r\n",
      position: { line: 2, character: 4 },
      output: "x);",
      language: "typescript",
    };
    expect(finishCompletion(input)).toEqual({
      ok: true,
      value: { insert: "x);", replace: { start: { line: 2, character: 4 }, end: { line: 2, character: 5 } } },
    });
  });

  it("tells why there is nothing", () => {
    const input = { text: "x = ", position: { line: 1, character: 4 }, output: " \n" };
    expect(finishCompletion(input)).toEqual({ ok: true, value: { nothing: "empty" } });
  });

  it("takes a line or a block as it is told", () => {
    const input = { text: "", position: { line: 1, character: 0 }, output: "a();\nb();" };
    expect(finishCompletion(input)).toMatchObject({ value: { insert: "a();\nb();" } });
    expect(finishCompletion({ ...input, multiline: false })).toMatchObject({ value: { insert: "a();" } });
  });

  it("refuses a place that the document does not have", () => {
    const input = { text: "a", position: { line: 1, character: 2 }, output: "" };
    expect(finishCompletion(input)).toMatchObject({ ok: false, failure: { code: "no-place" } });
  });
});

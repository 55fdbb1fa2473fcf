import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fakes/folder.ts";
import { readCases } from "../refactor/read-cases.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

interface Called {
  code: number | null;
  out: unknown;
  error: string;
}

function galley(args: string[], input: unknown): Called {
  const call = [cli, "refactor", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, call, {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  return { code: status, out: stdout === "" ? undefined : (JSON.parse(stdout) as unknown), error: stderr };
}

const model = (provider: string, more: object = {}): object => ({
  provider,
  id: "m",
  context_window: 32_000,
  max_output: 4_000,
  accepts: [],
  tools: true,
  ...more,
});

function workspace(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "src"));
  const lines = Array.from({ length: 400 }, (_, line) => `const value${line + 1} = compute(${line + 1});`);
  writeFileSync(join(folder, "src/a.ts"), ["import { compute } from './compute';", ...lines.slice(1)].join("\n"));
  writeFileSync(join(folder, "notes.md"), "Use names that say what the value is.");
  return folder;
}

const wanted = (more: object = {}): object => ({
  workspace: workspace(),
  model: model("loopback"),
  path: "src/a.ts",
  range: { start: 300, end: 301 },
  instruction: "Give it a better name",
  ...more,
});

describe("galley refactor", () => {
  it("shows the request: the imports, the lines around the marked target, the instruction", () => {
    const { code, out } = galley([], wanted());
    expect(code).toBe(0);
    expect(out).toMatchObject({
      warnings: [],
      manifest: {
        layers: [{ id: "refactor" }],
        history: { messages: 0 },
        task: [{ part: "file-ref src/a.ts:1-1" }, { part: "file-ref src/a.ts:150-400" }, { part: "text" }],
      },
    });
    expect(out).not.toHaveProperty("manifest.tools");
    const sent = JSON.stringify(out);
    expect(sent).toContain(
      "<<selection>>\\nconst value300 = compute(300);\\nconst value301 = compute(301);\\n<</selection>>",
    );
    expect(sent).toContain("Give it a better name");
  });

  it("takes the text of an unsaved document, chips and layers", () => {
    const parts = [{ type: "file-ref", ref: { kind: "path", path: "notes.md" } }];
    const layers = [{ id: "agent.system", text: "Be brief." }];
    const more = { text: "one\ntwo\n", range: { start: 2, end: 2 }, parts, layers };
    const { out } = galley([], wanted(more));
    expect(out).toMatchObject({
      manifest: {
        layers: [{ id: "agent.system" }, { id: "refactor" }],
        task: [{ part: "file-ref notes.md" }, { part: "file-ref src/a.ts:1-3" }, { part: "text" }],
      },
    });
    expect(JSON.stringify(out)).toContain("File: src/a.ts (lines 1-3, unsaved)");
  });

  it("goes over the wire of the model; only chat completions carry what the answer will repeat", () => {
    const request = (provider: string, more: object = {}): unknown =>
      galley([], wanted({ model: model(provider), ...more })).out;
    const content = "const value300 = compute(300);\nconst value301 = compute(301);";
    expect(request("custom")).toMatchObject({ request: { prediction: { type: "content", content } } });
    expect(request("custom", { range: { start: 300, end: 299 } })).not.toHaveProperty("request.prediction");
    expect(request("openai")).toHaveProperty("request.input");
    expect(request("openai")).not.toHaveProperty("request.prediction");
    expect(request("anthropic")).not.toHaveProperty("request.prediction");
    expect(request("anthropic")).toHaveProperty("request.max_tokens");
  });

  it("cuts the lines around the target first, and says so", () => {
    const { code, out } = galley([], wanted({ model: model("loopback", { context_window: 6_000 }) }));
    expect(code).toBe(0);
    expect(out).toMatchObject({ manifest: { elided: [{ what: "lines around the selection in src/a.ts" }] } });
    expect(JSON.stringify(out)).toContain("const value301");
  });

  it("refuses what does not fit even so", () => {
    const more = { model: model("loopback", { context_window: 4_300 }), range: { start: 2, end: 400 } };
    const { code, error } = galley([], wanted(more));
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({ failure: { code: "over-budget" } });
  });

  it.each([
    ["lines that are not there", { range: { start: 900, end: 901 } }, "invalid-target"],
    ["a range that ends before it begins", { range: { start: 5, end: 2 } }, "invalid-scenario"],
    ["no instruction", { instruction: " " }, "invalid-scenario"],
    ["a file that is not there", { path: "src/none.ts" }, "unreadable"],
    ["a file outside the workspace", { path: "../secret.txt" }, "unreadable"],
    ["a part that is none", { parts: [{ type: "text" }] }, "invalid-message"],
  ])("exits 1 for %s", (_, more, code) => {
    const called = galley([], wanted(more));
    expect(called.code).toBe(1);
    expect(JSON.parse(called.error)).toMatchObject({ failure: { code } });
  });
});

describe("galley refactor --finish", () => {
  const text = "function half(x) {\r\n  return x / 2;\r\n}\r\n";

  it("shows the edits and the whole document", () => {
    const output = "Here it is:\n\n```js\nfunction half(x) {\n  return x >> 1;\n}\n```\n";
    expect(galley(["--finish"], { text, range: { start: 1, end: 3 }, language: "javascript", output })).toEqual({
      code: 0,
      out: {
        edits: [{ range: { start: 2, end: 2 }, text: "  return x >> 1;\r\n" }],
        text: text.replace("x / 2", "x >> 1"),
      },
      error: "",
    });
  });

  it("puts text in before a line, without a language too", () => {
    const { out } = galley(["--finish"], { text, range: { start: 1, end: 0 }, output: "```\n// Halves.\n```" });
    expect(out).toEqual({
      edits: [{ range: { start: 1, end: 0 }, text: "// Halves.\r\n" }],
      text: `// Halves.\r\n${text}`,
    });
  });

  it("refuses an answer that leaves out code, keeps it, and exits 1", () => {
    const output = "```js\nfunction half(x) {\n  // ... existing code ...\n}\n```";
    const { code, out, error } = galley(["--finish"], { text, range: { start: 1, end: 3 }, output });
    expect([code, out]).toEqual([1, undefined]);
    expect(JSON.parse(error)).toMatchObject({ failure: { code: "leaves-out", answer: output } });
  });

  const styles = new Map(
    readCases()
      .filter(({ target }) => !("from" in target))
      .map((one) => [one.style.split(/,| in /)[0], one]),
  );

  it.each([...styles.values()])("is right: $name", ({ text: document, target, language, output, expected }) => {
    const { out, error } = galley(["--finish"], { text: document, range: target, language, output });
    if ("text" in expected) expect(out).toMatchObject(expected);
    else expect(JSON.parse(error)).toMatchObject({ failure: expected });
  });

  it("says which lines are not in the document", () => {
    const { code, error } = galley(["--finish"], { text, range: { start: 40, end: 41 }, output: "x" });
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({ failure: { code: "invalid-target" } });
  });
});

it("galley --help shows how it is called", () => {
  const { status, stdout } = spawnSync(process.execPath, [cli, "--help"], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toContain("galley refactor [--finish] [--in FILE]");
});

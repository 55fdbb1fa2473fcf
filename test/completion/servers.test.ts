// Each transport against a server on loopback that behaves as the real one does.
import { describe, expect, it } from "vitest";
import type { InsertFormat } from "../../extension/lower/fim/hole.ts";
import { lowerFim } from "../../extension/lower/fim/lower-fim.ts";
import type { Failure } from "../../extension/message/failure.ts";
import { gather, isEnoughFor } from "../../extension/pipelines/completion/ask.ts";
import { finishClean } from "../../extension/pipelines/completion/finish/finish.ts";
import type { Answer } from "../../extension/pipelines/completion/flight.ts";
import type { Access } from "../../extension/send/access.ts";
import { probeFim } from "../../extension/send/fim/probe.ts";
import { FimProbes } from "../../extension/send/fim/probes.ts";
import { LONGEST_MS, sendFim } from "../../extension/send/fim/send-fim.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import type { FimKind, FimServer } from "../fakes/fim/run-server.ts";
import { fimServer, KEY } from "../fakes/fim/server.ts";

interface Kind {
  format: InsertFormat;
  model: string;
}

const KINDS: Readonly<Record<FimKind, Kind>> = {
  ollama: { format: "ollama-insert", model: "qwen2.5-coder:1.5b" },
  llama: { format: "llama-infill", model: "m" },
  mistral: { format: "mistral-fim", model: "codestral-latest" },
  deepseek: { format: "deepseek-fim", model: "deepseek-chat" },
  vllm: { format: "tokens", model: "coder" },
};

const all = (["ollama", "llama", "mistral", "deepseek", "vllm"] as const).map((kind) => ({ kind, ...KINDS[kind] }));

const text = "function one() {\n  \n}\n";
const offset = text.indexOf("\n}");

const accessTo = (kind: FimKind, { url }: Pick<FimServer, "url">, over: Partial<Access> = {}): Access => ({
  ...{ provider: kind === "ollama" ? "ollama" : "custom", name: "The Server", baseUrl: url, key: KEY, fetch },
  ...over,
});

interface Asking {
  signal?: AbortSignal;
  amount?: "line" | "block";
  longestMs?: number;
  access?: Partial<Access>;
  grown?: (output: string) => void;
}

function ask(kind: FimKind, server: Pick<FimServer, "url">, asking: Asking = {}): Promise<Answer<Failure>> {
  const { format, model } = KINDS[kind];
  const { amount = "block" } = asking;
  const hole = {
    ...{ path: "src/one.ts", language: "typescript", prefix: text.slice(0, offset), suffix: text.slice(offset) },
    ...{ snippets: [{ path: "src/two.ts", text: "two();" }], amount, indent: 2, tokens: 64 },
    comment: { start: "//", end: "" },
  };
  const { request } = lowerFim(hole, { id: model, context_window: 4_096, family: "qwen-coder" }, format);
  const call = { format, model, request, isEnough: isEnoughFor(amount), longestMs: asking.longestMs ?? LONGEST_MS };
  const signal = asking.signal ?? new AbortController().signal;
  const events = sendFim(call, accessTo(kind, server, asking.access), signal);
  return gather(events, { language: "typescript" }, asking.grown ?? (() => undefined));
}

describe.each(all)("$kind", ({ kind, format, model }) => {
  it("is found by asking it once", async () => {
    const server = await fimServer(kind, { pieces: [] });
    const probes = new FimProbes();
    const expected = { ok: true, value: { format, ...(kind === "vllm" && { family: "qwen-coder" }) } };
    // DeepSeek is known by its host or its path.
    expect(await probes.probe(accessTo(kind, server), model)).toEqual(expected);
    const asked = server.requests.length;
    expect(await probes.probe(accessTo(kind, server), model)).toEqual(expected);
    expect(server.requests).toHaveLength(asked);
    expect(server.requests.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
  });

  it("gives its text piece by piece, with the key in its header alone", async () => {
    const server = await fimServer(kind, { pieces: ["return", " 1;", "\n}"] });
    const seen: string[] = [];
    const answer = await ask(kind, server, { grown: (output) => seen.push(output) });
    expect(answer).toEqual({ ok: true, output: "return 1;\n}" });
    expect(seen).toEqual(["return", "return 1;", "return 1;\n}"]);
    expect(finishClean({ text, offset, language: "typescript" }, "return 1;\n}")).toMatchObject({
      insert: "return 1;",
    });
    expect(server.requests).toMatchObject([{ authorization: `Bearer ${KEY}`, body: { stream: true } }]);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("function one()");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("two();");
  });

  it.each(["at once", "later"] as const)("is asked again over an open connection, closes: %s", async (closes) => {
    const server = await fimServer(kind, { pieces: ["return", " 1;"], closes });
    for (let count = 0; count < 6; count += 1) {
      expect(await ask(kind, server)).toEqual({ ok: true, output: "return 1;" });
      await expect.poll(() => server.open, { interval: 5 }).toBe(0);
    }
    // Another would cost a handshake for each key.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it("is not waited for when it says that it ends, and left when it does not end", async () => {
    const server = await fimServer(kind, { pieces: ["return 1;"], closes: "never" });
    expect(await ask(kind, server)).toEqual({ ok: true, output: "return 1;" });
    expect(server.open).toBe(1);
    await server.left;
  });

  it.each([
    [401, "bad-key"],
    [429, "rate-limited"],
    [500, "server-error"],
  ] as const)("fails with a status of %s, asks no second time, and tells no key", async (status, code) => {
    const server = await fimServer(kind, { pieces: [], status });
    const lines: string[] = [];
    const journal = new Journal(undefined, undefined, (entry) => lines.push(JSON.stringify(entry)));
    const answer = await ask(kind, server, { access: { journal } });
    expect(answer).toMatchObject({ ok: false, failure: { stage: "send", code } });
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify([answer, lines])).not.toContain(KEY);
  });

  it("is left within 5 ms when the answer is of no use any more", async () => {
    const took: number[] = [];
    // On a busy machine one of several shows what it takes.
    for (let count = 0; count < 5; count += 1) {
      const server = await fimServer(kind, { pieces: ["x"], never: "begins" });
      const controller = new AbortController();
      const asked = ask(kind, server, { signal: controller.signal });
      await expect.poll(() => server.requests.length, { interval: 5 }).toBe(1);
      const aborted = performance.now();
      controller.abort();
      expect(await asked).toEqual({ ok: true, output: "" });
      took.push(performance.now() - aborted, (await server.left) - aborted);
    }
    const [, ...pairs] = took.map((_, at) => Math.max(took[at - 1] ?? 0, took[at] ?? 0));
    expect(Math.min(...pairs.filter((_, at) => at % 2 === 0))).toBeLessThan(5);
  });

  it("is ended when it streams for ever", async () => {
    const server = await fimServer(kind, { pieces: ["run();\n"], never: "ends" });
    const answer = await ask(kind, server);
    expect(answer).toEqual({ ok: true, output: "run();" });
    await server.left;
  });

  it("is ended at the end of the line when a line is wanted", async () => {
    const server = await fimServer(kind, { pieces: ["a", "();\n", "b();\n"], never: "ends" });
    expect(await ask(kind, server, { amount: "line" })).toEqual({ ok: true, output: "a();\n" });
    await server.left;
  });

  it("is not waited for longer than is useful", async () => {
    const server = await fimServer(kind, { pieces: [], never: "begins" });
    expect(await ask(kind, server, { longestMs: 20 })).toEqual({ ok: true, output: "" });
    const slow = await fimServer(kind, { pieces: [], never: "begins" });
    const patient = await ask(kind, slow, { access: { patience: { firstByteMs: 20 } } });
    expect(patient).toMatchObject({ ok: false, failure: { code: "stalled" } });
  });

  it("may answer with fences, thoughts and the suffix again", async () => {
    const pieces = ["<think>hm</think>\n", "```ts\n", "return 1;\n}\n", "```\nThat is it."];
    const answer = await ask(kind, await fimServer(kind, { pieces }));
    expect(answer).toEqual({ ok: true, output: "return 1;\n}" });
    expect(finishClean({ text, offset, language: "typescript" }, "return 1;\n}")).toMatchObject({
      insert: "return 1;",
    });
  });

  it("may ignore what follows the cursor, and go on to the end of the file", async () => {
    const pieces = ["return 1;\n", "}\n\n", "function two() {\n  return 2;\n}\n"];
    const answer = await ask(kind, await fimServer(kind, { pieces, ignoresSuffix: true }));
    const output = answer.ok ? answer.output : "";
    expect(output).toContain("two()");
    expect(finishClean({ text, offset, language: "typescript" }, output)).toMatchObject({ insert: "return 1;" });
  });

  it("may think for ever, or write blanks for ever", async () => {
    const thinks = await fimServer(kind, { pieces: ["<think>", "hm ".repeat(100)], never: "ends" });
    expect(await ask(kind, thinks)).toEqual({ ok: true, output: "", nothing: "only-reasoning" });
    await thinks.left;
    const blank = await fimServer(kind, { pieces: ["\n"], never: "ends" });
    const answer = await ask(kind, blank, { amount: "line" });
    expect(finishClean({ text, offset, language: "typescript" }, answer.ok ? answer.output : "x")).toEqual({
      nothing: "empty",
    });
    await blank.left;
  });

  it("may have nothing to say", async () => {
    expect(await ask(kind, await fimServer(kind, { pieces: [] }))).toEqual({ ok: true, output: "" });
  });
});

describe("a model that does not fill in", () => {
  it.each(["ollama", "llama", "mistral", "vllm"] as const)("is a chat model for %s", async (kind) => {
    const server = await fimServer(kind, { pieces: [], cannot: true });
    const { model } = KINDS[kind];
    expect(await probeFim(accessTo(kind, server), model, undefined)).toEqual({ ok: true, value: { format: "chat" } });
  });

  it("may be behind a proxy that keeps the name of DeepSeek and leaves out the suffix", async () => {
    const server = await fimServer("deepseek", { pieces: [], ignoresSuffix: true });
    const probed = await probeFim(accessTo("deepseek", server), "deepseek-chat", undefined);
    expect(probed).toEqual({ ok: true, value: { format: "chat" } });
  });

  it("has the family that the user sets", async () => {
    const server = await fimServer("vllm", { pieces: [], cannot: true });
    const probed = await probeFim(accessTo("vllm", server), "coder", "starcoder");
    expect(probed).toEqual({ ok: true, value: { format: "tokens", family: "starcoder" } });
  });

  it("says so when it is asked all the same", async () => {
    const server = await fimServer("ollama", { pieces: [], cannot: true });
    expect(await ask("ollama", server)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining("does not support insert") as string },
    });
  });
});

describe("a server that is not there", () => {
  it("is no chat model: the question stays open", async () => {
    const probes = new FimProbes();
    const access = accessTo("llama", { url: "http://127.0.0.1:9/v1" });
    expect(await probes.probe(access, "m")).toMatchObject({ ok: false });
    const server = await fimServer("llama", { pieces: [] });
    expect(await probes.probe(accessTo("llama", server), "m")).toMatchObject({ ok: true });
  });

  it("is said by a request, too", async () => {
    const answer = await ask("llama", { url: "http://127.0.0.1:9/v1" });
    expect(answer).toMatchObject({ ok: false, failure: { stage: "send", retryable: true } });
  });

  it("has not the model that is asked for", async () => {
    const server = await fimServer("ollama", { pieces: [] });
    expect(await probeFim(accessTo("ollama", server), "none", undefined)).toMatchObject({
      ok: false,
      failure: { code: "unknown-model" },
    });
  });
});

describe("other providers", () => {
  it.each(["anthropic", "openai", "gemini", "vscode-lm"])("%s only converses, and is not asked", async (provider) => {
    const access = { provider, name: provider, fetch: () => Promise.reject(new Error("asked")) };
    expect(await probeFim(access, "m", undefined)).toEqual({ ok: true, value: { format: "chat" } });
  });
});

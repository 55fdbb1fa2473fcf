import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Finish } from "../../extension/message/message.ts";
import { modelKey } from "../../extension/message/model.ts";
import { readCalibration } from "../../extension/persist/calibration.ts";
import { NO_EXTRA } from "../../extension/pipelines/refactor/request.ts";
import type { RefactorRequest, RefactorTarget } from "../../extension/pipelines/refactor/make-refactor.ts";
import { inspectSentAlone } from "../../extension/preview/inspect-alone.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import { type RefactorPorts, runRefactor } from "../../extension/pipelines/refactor/run.ts";
import { modelOf } from "../fakes/context.ts";
import { fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { answers } from "../fakes/wire-answers.ts";
import { wireServer, type WireServer } from "../fakes/wire-server.ts";
import { accessTo, KEY } from "../fakes/wires.ts";

const DOCUMENT = "import { a } from 'a';\n\nfunction half(x) {\n  return x / 2;\n}\n";
const selected: RefactorTarget = {
  path: "src/half.js",
  language: "javascript",
  isUnsaved: false,
  text: DOCUMENT,
  target: { start: 3, end: 5 },
  extra: NO_EXTRA,
};
const CHANGED = DOCUMENT.replace("x / 2", "x >> 1");
const CODE = "```js\nfunction half(x) {\n  return x >> 1;\n}\n```";

interface Progress extends RefactorPorts {
  told: string[];
  gone: RefactorRequest[];
}

function portsWith(options: PortsOptions): Progress {
  const { model, ...ports } = fakePorts(options);
  const told: string[] = [];
  const gone: RefactorRequest[] = [];
  return {
    ...{ ...ports, told, gone },
    model: () => model(""),
    tools: () => Promise.resolve([]),
    runCalls: () => Promise.resolve([]),
    progress: (said) => told.push(said),
    later: (work) => work(),
    sent: (request) => gone.push(request),
  };
}

const going = (): AbortSignal => new AbortController().signal;

async function* pieces(...words: string[]): AsyncGenerator<string> {
  for (const word of words) yield await Promise.resolve(word);
}

describe("a change of code by an instruction", () => {
  it("streams, and ends with the least edits", async () => {
    const ports = portsWith({ answer: () => pieces("```js\nfunction half(x) {\n", "  return x >> 1;\n}\n```") });
    const proposal = await runRefactor(ports, selected, "Shift instead", going());
    expect(proposal).toMatchObject({
      ok: true,
      value: { text: CHANGED, edits: [{ range: { start: 4, end: 4 }, text: "  return x >> 1;\n" }], answer: CODE },
    });
    expect(ports.told).toEqual(["```js\nfunction half(x) {\n", CODE]);
  });

  it("sends the profile's text, its own layer, the file with the selection marked, and the instruction; no tools", async () => {
    const ports = portsWith({ answer: () => pieces(CODE) });
    ports.layers = () =>
      Promise.resolve({
        layers: [
          { id: "agent.system", text: "Be brief." },
          { id: "skills.catalog", text: "Skills" },
        ],
      });
    const proposal = await runRefactor(ports, selected, "Shift instead", going());
    if (!proposal.ok) throw new Error(proposal.failure.message);
    const { manifest, request } = proposal.value;
    expect(manifest.layers.map(({ id }) => id)).toEqual(["agent.system", "refactor"]);
    expect(manifest.task.map(({ part }) => part)).toEqual(["file-ref src/half.js:1-6", "text"]);
    expect(manifest.tools).toBeUndefined();
    const sent = JSON.stringify(request);
    expect(sent).toContain(JSON.stringify("File: src/half.js (lines 1-6)").slice(1, -1));
    expect(sent).toContain("<<selection>>\\nfunction half(x) {\\n  return x / 2;\\n}\\n<</selection>>");
    expect(sent).toContain("Shift instead");
  });

  it("gives nothing when it is stopped while the model speaks", async () => {
    const stop = new AbortController();
    const ports = portsWith({ answer: () => pieces("```js\n", CODE) });
    ports.progress = () => {
      stop.abort();
    };
    const proposal = await runRefactor(ports, selected, "Shift", stop.signal);
    expect(proposal).toMatchObject({ ok: false, failure: { code: "stopped" } });
  });

  it("gives nothing when it was stopped before, and asks no model", async () => {
    let calls = 0;
    const answer = (): AsyncGenerator<string> => {
      calls += 1;
      return pieces(CODE);
    };
    const proposal = await runRefactor(portsWith({ answer }), selected, "Shift", AbortSignal.abort());
    expect([proposal.ok, calls]).toEqual([false, 0]);
  });

  it("tells of a request when it goes, also if its answer is refused, and of none that is not sent", async () => {
    const ports = portsWith({ answer: () => pieces("I cannot do that for you today.") });
    await runRefactor(ports, selected, "Shift", AbortSignal.abort());
    expect(ports.gone).toEqual([]);
    ports.progress = () => expect(ports.gone).toHaveLength(1);
    await runRefactor(ports, selected, "Shift", going());
    expect(ports.gone.map(({ assembled }) => assembled.manifest.id)).toHaveLength(2);
    expect(JSON.stringify(ports.gone[0]?.lowered)).toContain("Shift");
  });

  it("refuses prose and keeps the answer", async () => {
    const said = "You could shift the number instead of dividing it.";
    const proposal = await runRefactor(portsWith({ answer: () => pieces(said) }), selected, "Shift", going());
    expect(proposal).toMatchObject({ ok: false, failure: { code: "no-code", answer: said } });
  });

  it("does not ask an agent, which changes files itself", async () => {
    const model = { ...modelOf("acp"), keeps_session: true };
    const proposal = await runRefactor(portsWith({ model }), selected, "Shift", going());
    expect(proposal).toMatchObject({ ok: false, failure: { code: "agent" } });
  });

  it("says that a target is not in the document", async () => {
    const away = { ...selected, target: { start: 30, end: 31 } };
    const proposal = await runRefactor(portsWith({ answer: () => pieces(CODE) }), away, "Shift", going());
    expect(proposal).toMatchObject({ ok: false, failure: { code: "invalid-target" } });
  });

  it("passes on why a model does not answer", async () => {
    const answer = (): AsyncGenerator<string> => {
      throw new Error("the line was cut");
    };
    const proposal = await runRefactor(portsWith({ answer }), selected, "Shift", going());
    expect(proposal).toMatchObject({ ok: false, failure: { stage: "send" } });
  });
});

describe("over the wire of chat completions", () => {
  let server: WireServer;
  beforeEach(async () => {
    server = await wireServer("openai-chat");
  });
  afterEach(() => server.close());

  const wired = (): Progress => portsWith({ model: modelOf("custom"), access: accessTo("openai-chat", server.url) });
  const says = (words: string, finish: Finish): void => {
    const { piece, plain, length } = answers["openai-chat"];
    server.faults.push({ kind: "says", pieces: [piece(words), ...(finish === "length" ? length : plain)().slice(-3)] });
  };

  it("lets the model go on once when it is cut off", async () => {
    says("```js\nfunction half(x) {\n  return x", "length");
    says(" >> 1;\n}\n```", "end");
    const proposal = await runRefactor(wired(), selected, "Shift", going());
    expect(proposal).toMatchObject({ ok: true, value: { text: CHANGED, manifest: { actual: { output: 14 } } } });
    expect(server.arrived).toHaveLength(2);
    expect(server.arrived[1]?.json).toMatchObject({
      messages: [{ role: "system" }, { role: "user" }, { role: "assistant" }, { role: "user" }],
    });
  });

  it("refuses an answer that is cut off again", async () => {
    says("```js\nfunction half(x) {\n", "length");
    says("  return x", "length");
    const proposal = await runRefactor(wired(), selected, "Shift", going());
    const answer = "```js\nfunction half(x) {\n  return x";
    expect(proposal).toMatchObject({ ok: false, failure: { code: "cut-off", answer } });
    expect(server.arrived).toHaveLength(2);
  });

  it("carries the selection as what the answer will repeat, but not at a caret", async () => {
    says(CODE, "end");
    await runRefactor(wired(), selected, "Shift", going());
    const content = "function half(x) {\n  return x / 2;\n}";
    expect(server.arrived[0]?.json).toMatchObject({ prediction: { type: "content", content } });
    says("```js\nconst b = 1;\n```", "end");
    const caret = { line: 2, character: 0 };
    await runRefactor(wired(), { ...selected, target: { from: caret, to: caret } }, "Add b", going());
    expect(server.arrived[1]?.json).not.toHaveProperty("prediction");
  });

  it("shows in the inspector afterwards what went, its bytes and its answer, and no key", async () => {
    says(CODE, "end");
    const journal = new Journal();
    const ports = portsWith({ model: modelOf("custom"), access: accessTo("openai-chat", server.url, { journal }) });
    await runRefactor(ports, selected, "Shift", going());
    const [, sent] = ports.gone;
    if (sent === undefined) throw new Error("no request was told of");
    const { inspection, request } = inspectSentAlone("Shift", sent, journal);
    expect(inspection).toMatchObject({ which: "alone", title: "Shift", actual: { output: 7 } });
    expect(inspection.parts.map(({ name }) => name)).toContain("file-ref src/half.js:1-6");
    expect(inspection.manifest).toContain('"actual": {');
    expect(request).toEqual(server.arrived[0]?.json);
    expect(inspection.traffic).toMatch(/^POST http.*200 · first byte after/);
    expect(inspection.traffic).toContain("x >> 1");
    expect(JSON.stringify(server.arrived[0]?.headers)).toContain(KEY);
    expect(JSON.stringify(inspection)).not.toContain(KEY);
  });

  it("learns from what the provider counted, but only after the answer", async () => {
    says(CODE, "end");
    const model = modelOf("custom");
    const works: (() => void)[] = [];
    const ports: RefactorPorts = { ...wired(), later: (work) => works.push(work) };
    const known = (): number => readCalibration(ports.store, modelKey(model)).size;
    await runRefactor(ports, selected, "Shift", going());
    expect(known()).toBe(0);
    for (const work of works) work();
    expect(known()).toBeGreaterThan(0);
  });

  it("asks again without it when the server does not take it", async () => {
    const body = { error: { message: "Unsupported parameter: prediction" } };
    server.faults.push({ kind: "status", status: 400, body });
    says(CODE, "end");
    const proposal = await runRefactor(wired(), selected, "Shift", going());
    expect(proposal).toMatchObject({ ok: true, value: { text: CHANGED } });
    expect(server.arrived[1]?.json).not.toHaveProperty("prediction");
  });
});

describe("a document that does not fit", () => {
  const long = Array.from({ length: 400 }, (_, at) => `const value${at} = compute(${at}, "${"x".repeat(40)}");`);
  const big: RefactorTarget = { ...selected, text: long.join("\n"), target: { start: 200, end: 202 } };
  const small = (context_window: number): PortsOptions => ({
    model: { ...modelOf("vscode-lm"), context_window, max_output: 500 },
    answer: () => pieces("```js\nconst none = 0;\n```"),
  });

  it("goes with fewer lines around the selection, and the account says so", async () => {
    const proposal = await runRefactor(portsWith(small(3_000)), big, "Shorten", going());
    if (!proposal.ok) throw new Error(proposal.failure.message);
    const { elided, estimate, limit } = proposal.value.manifest;
    expect(elided).toMatchObject([{ what: "lines around the selection in src/half.js" }]);
    expect(elided[0]?.tokens).toBeGreaterThan(1_000);
    expect(estimate).toBeLessThanOrEqual(limit);
    expect(JSON.stringify(proposal.value.request)).toContain("const value199 =");
  });

  it("is refused before it is sent if the selection alone is too much", async () => {
    const proposal = await runRefactor(
      portsWith(small(700)),
      { ...big, target: { start: 100, end: 300 } },
      "Do",
      going(),
    );
    expect(proposal).toMatchObject({ ok: false, failure: { code: "over-budget" } });
  });
});

// The fault matrix: every fault on every wire ends in the right event with the right words, and is printed as a table.
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Failure } from "../../extension/message/failure.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { answers, type WireName } from "../fakes/wire-answers.ts";
import { type Fault, type WireServer, wireServer } from "../fakes/wire-server.ts";
import { KEY, type Sending, sendOver, WIRES, wordsIn } from "../fakes/wires.ts";

interface Row {
  name: string;
  /** One for each attempt; more than the attempts there are leave no doubt. */
  faults: (wire: WireName) => Fault[] | undefined;
  sending?: Sending;
  /** The failure's code, or how it ends. */
  ends: string;
  words?: RegExp;
  action?: Failure["action"];
  /** How many requests arrive. */
  requests?: number;
  /** What is kept of the answer. */
  kept?: RegExp;
}

const status = (code: number, body?: unknown, headers?: Record<string, string>): (() => Fault[]) => {
  const fault: Fault = {
    kind: "status",
    status: code,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  };
  return () => [fault, fault, fault];
};
const said = (message: string, type = "invalid_request_error"): unknown => ({
  type: "error",
  error: { type, message },
});
const after = (kind: "cut" | "ends" | "stalls") => (wire: WireName) => [
  {
    kind,
    after:
      answers[wire].plain().length -
      { anthropic: 2, "openai-responses": 2, "openai-chat": 3, gemini: 1, ollama: 1 }[wire],
  } as const,
];

const rows: Row[] = [
  {
    name: "400 too long",
    faults: status(400, said("prompt is too long: 210000 tokens > 200000 maximum")),
    ends: "over-budget",
    words: /start a new conversation/,
    action: "new",
    requests: 1,
  },
  {
    name: "400 context length (OpenAI's words)",
    faults: status(400, {
      error: { message: "Your input exceeds the context window of this model.", code: "context_length_exceeded" },
    }),
    ends: "over-budget",
    requests: 1,
  },
  {
    name: "400 bad image",
    faults: status(400, said("messages.0.content.1.image.source.base64: could not process image")),
    ends: "bad-attachment",
    words: /Remove or convert/,
    requests: 1,
  },
  {
    name: "400 bad key",
    faults: status(400, {
      error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" },
    }),
    ends: "bad-key",
    words: /Set the key again/,
    action: "setApiKey",
    requests: 1,
  },
  {
    name: "400 credit",
    faults: status(400, said("Your credit balance is too low to access the API.")),
    ends: "no-credit",
    words: /Add credit/,
    action: "selectModel",
    requests: 1,
  },
  {
    name: "401",
    faults: status(401, said(`invalid x-api-key ${KEY}`, "authentication_error")),
    ends: "bad-key",
    action: "setApiKey",
    requests: 1,
  },
  {
    name: "403",
    faults: status(403, said("no access", "permission_error")),
    ends: "no-access",
    words: /another key/,
    action: "setApiKey",
    requests: 1,
  },
  {
    name: "404",
    faults: status(404, said("model: m-1", "not_found_error")),
    ends: "unknown-model",
    words: /does not have the model m-1/,
    action: "selectModel",
    requests: 1,
  },
  {
    name: "413",
    faults: status(413, "<html><body>Request Entity Too Large</body></html>"),
    ends: "too-large",
    words: /Remove an attachment/,
    requests: 1,
  },
  {
    name: "429 without Retry-After",
    faults: status(429, said("slow down", "rate_limit_error")),
    ends: "rate-limited",
    words: /rate limit reached/,
    requests: 3,
  },
  {
    name: "429 with Retry-After",
    faults: status(429, said("slow down", "rate_limit_error"), { "retry-after": "0" }),
    ends: "rate-limited",
    requests: 3,
  },
  {
    name: "429 with a long Retry-After",
    faults: status(429, said("slow down"), { "retry-after": "3600" }),
    ends: "rate-limited",
    words: /in 60 minutes/,
    requests: 1,
  },
  {
    name: "429 once, then answered",
    faults: () => [{ kind: "status", status: 429 }],
    ends: "end",
    requests: 2,
    kept: /^Hello world$/,
  },
  { name: "500", faults: status(500, "<html>boom</html>"), ends: "server-error", requests: 3 },
  { name: "529", faults: status(529, said("Overloaded", "overloaded_error")), ends: "overloaded", requests: 3 },
  {
    name: "503 once, then answered",
    faults: () => [{ kind: "status", status: 503 }],
    ends: "end",
    requests: 2,
    kept: /^Hello world$/,
  },
  {
    name: "reset before the first byte",
    faults: () => [{ kind: "reset" }, { kind: "reset" }, { kind: "reset" }],
    ends: "connection-lost",
    words: /was lost/,
    requests: 3,
  },
  {
    name: "reset once, then answered",
    faults: () => [{ kind: "reset" }],
    ends: "end",
    requests: 2,
    kept: /^Hello world$/,
  },
  {
    name: "cut in mid-stream",
    faults: after("cut"),
    ends: "cut",
    words: /The partial answer is kept/,
    requests: 1,
    kept: /^Hello/,
  },
  { name: "ends without an end", faults: after("ends"), ends: "cut", requests: 1, kept: /^Hello/ },
  {
    name: "stalls in mid-stream",
    faults: after("stalls"),
    sending: { access: { patience: { stallMs: 500, firstByteMs: 5000 } } },
    ends: "stalled",
    words: /sent no data for/,
    requests: 1,
    kept: /^Hello/,
  },
  {
    name: "stalls before the first byte",
    faults: () => [{ kind: "stalls", after: 0 }],
    sending: { access: { patience: { stallMs: 5000, firstByteMs: 1000 } } },
    ends: "stalled",
    words: /Try again, or select/,
    requests: 1,
  },
  {
    name: "malformed stream",
    faults: () => [{ kind: "malformed" }],
    ends: "garbled",
    words: /returned an invalid response/,
    requests: 1,
  },
  {
    name: "an error in the stream",
    faults: (wire) => [{ kind: "says", pieces: answers[wire].error() }],
    ends: "overloaded|server-error|provider-error",
    words: /Provider message: /,
    requests: 1,
    kept: /^Hello$/,
  },
  {
    name: "invalid JSON in tool arguments",
    faults: (wire) => says(answers[wire].brokenArguments()),
    ends: "tool|provider-error",
    requests: 1,
  },
  {
    name: "an empty answer",
    faults: (wire) => says(answers[wire].empty()),
    ends: "empty",
    words: /returned an empty answer/,
    requests: 1,
  },
  {
    name: "an answer that is too long",
    faults: (wire) => [{ kind: "says", pieces: endless(wire) }],
    sending: { access: { patience: { longestAnswer: 2 << 20 } } },
    ends: "answer-too-long",
    words: /cut off after 2 MB/,
    requests: 1,
    kept: /^x{1000}/,
  },
];

function says(pieces: string[] | undefined): Fault[] | undefined {
  return pieces === undefined ? undefined : [{ kind: "says", pieces }];
}

function endless(wire: WireName): string[] {
  const plain = answers[wire].plain();
  const first = plain.findIndex((piece) => piece.includes("Hello"));
  const words = answers[wire].piece("x".repeat(1 << 18));
  return [...plain.slice(0, first), ...Array.from({ length: 12 }, () => words), ...plain.slice(first)];
}

const table = new Map<string, Map<string, string>>();
function note(row: string, wire: string, result: string): void {
  const line = table.get(row) ?? new Map<string, string>();
  table.set(row, line.set(wire, result));
}

afterAll(() => {
  const columns = ["fault", ...WIRES];
  const lines = [...table].map(([name, cells]) => [name, ...WIRES.map((wire) => cells.get(wire) ?? "–")]);
  const widths = columns.map((title, index) =>
    Math.max(title.length, ...lines.map((line) => line[index]?.length ?? 0)),
  );
  const print = (cells: string[]): string => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ");
  console.log(`\nThe fault matrix:\n${[columns, ...lines].map(print).join("\n")}\n`);
});

function endOf(events: readonly StreamEvent[]): { code: string; failure?: Failure } {
  const last = events.at(-1);
  if (last?.type === "failed") return { code: last.failure.code, failure: last.failure };
  return { code: last?.type === "end" ? last.finish : "none" };
}

describe.each(WIRES)("on %s", (wire) => {
  let server: WireServer;
  beforeEach(async () => {
    server = await wireServer(wire);
  });
  afterEach(() => server.close());

  // Not every wire can carry every fault; the table then has a dash.
  const possible = rows.filter(({ faults }) => faults(wire) !== undefined);
  it.each(possible)("$name ends as $ends", async ({ name, faults, sending, ends, words, action, requests, kept }) => {
    server.faults.push(...(faults(wire) ?? []));
    const events = await sendOver(wire, server.url, sending);
    const { code, failure } = endOf(events);
    note(name, wire, `${code}${server.arrived.length > 1 ? ` ×${server.arrived.length}` : ""}`);
    expect(code).toMatch(new RegExp(`^(${ends})$`));
    expect(events.filter(({ type }) => type === "end" || type === "failed")).toHaveLength(1);
    if (words !== undefined) expect(failure?.message).toMatch(words);
    if (action !== undefined) expect(failure?.action).toBe(action);
    if (requests !== undefined) expect(server.arrived).toHaveLength(requests);
    if (kept !== undefined) expect(wordsIn(events)).toMatch(kept);
    expect(JSON.stringify(events)).not.toContain(KEY);
    // At once usable again.
    server.faults.length = 0;
    expect(endOf(await sendOver(wire, server.url)).code).toBe("end");
  });

  it("a connection refused is tried again, and says where nobody answers", async () => {
    await server.close();
    const events = await sendOver(wire, server.url);
    const { code, failure } = endOf(events);
    note("connection refused", wire, `${code} ×${events.length}`);
    expect(code).toBe("refused-connection");
    expect(failure?.message).toContain(server.url);
    expect(events.map(({ type }) => type)).toEqual(["retrying", "retrying", "failed"]);
  });

  it("a retry tells which attempt comes and when: as long as the provider asks, else longer each time", async () => {
    server.faults.push(
      { kind: "status", status: 429, headers: { "retry-after": "0" } },
      { kind: "status", status: 500 },
    );
    const events = await sendOver(wire, server.url, { access: { patience: { backoffMs: 7, attempts: 5 } } });
    expect(events.filter(({ type }) => type === "retrying")).toEqual([
      { type: "retrying", attempt: 2, of: 5, in_ms: 0 },
      { type: "retrying", attempt: 3, of: 5, in_ms: 14 },
    ]);
  });

  it("a wait for a retry ends at once when it is stopped", async () => {
    server.faults.push({ kind: "status", status: 429, headers: { "retry-after": "60" } });
    const abort = new AbortController();
    const events = await sendOver(wire, server.url, {
      signal: abort.signal,
      seen: ({ type }) => {
        if (type === "retrying") abort.abort();
      },
    });
    expect(events.map(({ type }) => type)).toEqual(["retrying", "end"]);
    expect(events.at(-1)).toEqual({ type: "end", finish: "stopped" });
  });

  it("an abort at every event ends as stopped, with what had arrived", async () => {
    server.answer = answers[wire].rich();
    const all = await sendOver(wire, server.url);
    for (let at = 1; at < all.length; at += 1) {
      const abort = new AbortController();
      const events = await sendOver(wire, server.url, {
        signal: abort.signal,
        seen: (_, count) => {
          if (count === at) abort.abort();
        },
      });
      expect(events).toHaveLength(at + 1);
      expect(events.at(-1)).toEqual({ type: "end", finish: "stopped" });
    }
    const abort = new AbortController();
    abort.abort();
    expect(await sendOver(wire, server.url, { signal: abort.signal })).toEqual([{ type: "end", finish: "stopped" }]);
    note("abort at every event", wire, `stopped ×${all.length}`);
  });

  it("an abort while nothing comes ends as stopped", async () => {
    server.faults.push({ kind: "stalls", after: 0 });
    const abort = new AbortController();
    const sending = sendOver(wire, server.url, { signal: abort.signal });
    await expect.poll(() => server.arrived.length).toBe(1);
    abort.abort();
    expect(await sending).toEqual([{ type: "end", finish: "stopped" }]);
  });
});

describe("broken arguments", () => {
  it.each(["anthropic", "openai-responses", "openai-chat"] as const)(
    "of %s are kept as the text they are",
    async (wire) => {
      const server = await wireServer(wire);
      server.answer = answers[wire].brokenArguments() ?? [];
      const events = await sendOver(wire, server.url);
      expect(events.find(({ type }) => type === "tool-call")).toMatchObject({
        id: "call_1",
        name: "read",
        input: '{"path":',
      });
      await server.close();
    },
  );
});

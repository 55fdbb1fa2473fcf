// A turn over every wire: what is stored of the answer, what is shown while it is tried again, and that no key gets out.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AssistantMessage } from "../../extension/message/message.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import { inspectTurn } from "../../extension/preview/inspect.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { requestLine } from "../../extension/send/line/request-line.ts";
import { readCalibration } from "../../extension/persist/calibration.ts";
import { modelKey } from "../../extension/message/model.ts";
import { modelOf } from "../fakes/context.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { withTools } from "../fakes/tools.ts";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { accessTo, KEY, providerOf, WIRES } from "../fakes/wires.ts";

const say = (text: string): [{ type: "text"; text: string }] => [{ type: "text", text }];

describe.each(WIRES)("a turn over %s", (wire) => {
  let server: WireServer;
  let ports: FakePorts;
  let conversation: Conversation;
  let journal: Journal;
  const log: string[] = [];

  beforeEach(async () => {
    server = await wireServer(wire);
    journal = new Journal(undefined, undefined, (entry) => log.push(requestLine(entry)));
    const model = modelOf(providerOf[wire]);
    ports = fakePorts({ model, access: accessTo(wire, server.url, { journal }) });
    ports.journal = journal;
    conversation = new Conversation(ports, "ses_1");
  });
  afterEach(async () => {
    conversation.close();
    ports.store.close();
    await server.close();
  });

  async function ask(text: string): Promise<AssistantMessage> {
    await conversation.runner.submit(say(text));
    await conversation.runner.settled();
    const last = readMessages(ports.store, "ses_1", ALL).at(-1)?.message;
    if (last?.role !== "assistant") throw new Error("no answer");
    return last;
  }

  it("stores thoughts with their proof, calls with their arguments, and what was counted", async () => {
    server.answer = answers[wire].rich();
    const { parts, metadata } = await ask("read both");
    expect(metadata).toMatchObject({ finish: "tool", usage: { input: 115, output: 7 } });
    expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([
      { name: "read", input: { path: "a.ts" } },
      { name: "read", input: { path: "b.ts" } },
    ]);
    expect(parts.find(({ type }) => type === "reasoning")).toMatchObject({ text: "Let me see." });
    expect(parts.find(({ type }) => type === "text")).toMatchObject({ text: "Reading." });
    if (wire === "anthropic")
      expect(parts.slice(0, 2)).toEqual([
        { type: "reasoning", text: "Let me see.", signature: "c2ln" },
        { type: "reasoning", text: "", redacted: "aGlkZGVu" },
      ]);
  });

  it("teaches the estimator with every response, not with the first only", async () => {
    server.answer = answers[wire].rich();
    const run = (): { ok: true; output: string } => {
      server.answer = answers[wire].plain();
      return { ok: true, output: "x" };
    };
    withTools(ports, [{ name: "read", run }]);
    expect((await ask("read both")).metadata.finish).toBe("end");
    const learned = readCalibration(ports.store, modelKey(ports.model("ses_1")));
    expect(Math.max(...[...learned.values()].map(({ samples }) => samples))).toBe(2);
  });

  it("shows which attempt comes and when, and goes on when it is answered", async () => {
    server.faults.push({ kind: "status", status: 529 });
    const { parts } = await ask("hi");
    const runs = ports.events.flatMap((event) => (event.type === "run" ? [event.run] : []));
    expect(runs.map(({ state }) => state)).toEqual(["busy", "busy", "retrying", "busy", "idle"]);
    expect(runs[2]?.retry).toEqual({ attempt: 2, of: 3, in_ms: 1 });
    expect(parts).toEqual([{ type: "text", text: "Hello world" }]);
  });

  it("that is stopped while it waits to try again ends at once", async () => {
    server.faults.push({ kind: "status", status: 429, headers: { "retry-after": "60" } });
    const asked = ask("hi");
    await expect.poll(() => conversation.runner.run.state).toBe("retrying");
    conversation.stop();
    expect((await asked).metadata.finish).toBe("stopped");
    expect(conversation.runner.run.state).toBe("idle");
  });

  it("that fails says what to do with a button, keeps what arrived, and the next one is answered", async () => {
    server.faults.push({ kind: "status", status: 401, body: { error: { message: `bad key ${KEY}` } } });
    expect((await ask("one")).metadata).toMatchObject({ finish: "error", error_action: "setApiKey" });
    server.faults.push({ kind: "cut", after: answers[wire].plain().length - 1 });
    const cut = await ask("two");
    expect(cut.metadata.finish === "error" || wire === "openai-chat").toBe(true);
    expect(cut.parts[0]).toMatchObject({ type: "text", text: expect.stringMatching(/^Hello/) as string });
    expect((await ask("three")).metadata.finish).toBe("end");
  });

  it("leaves the key in no log, journal, export, manifest, database, inspector or word to the panel", async () => {
    log.length = 0;
    server.faults.push({ kind: "status", status: 400, body: { error: { message: `what is ${KEY}?` } } });
    await ask("one");
    await ask("two");
    expect(server.arrived).toHaveLength(2);
    expect(JSON.stringify(server.arrived[1]?.headers)).toContain(KEY);
    const [question] = readMessages(ports.store, "ses_1", ALL);
    const places = {
      log: log.join("\n"),
      journal: JSON.stringify(journal.entries()),
      export: JSON.stringify(toExport(ports.store, "ses_1", { blobs: true })),
      panel: JSON.stringify(ports.events),
      inspector: JSON.stringify(inspectTurn(ports, "ses_1", question?.message.id ?? "")),
    };
    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).toBeGreaterThan(10);
      expect(text, place).not.toContain(KEY);
    }
    const folder = dirname(ports.path);
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()))
      expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false);
  });

  it("shows in the inspector what went over the network and when it came", async () => {
    await ask("where are my bytes");
    const [question] = readMessages(ports.store, "ses_1", ALL);
    const traffic = inspectTurn(ports, "ses_1", question?.message.id ?? "")?.inspection.traffic ?? "";
    expect(traffic).toContain("where are my bytes");
    expect(traffic).toMatch(/^POST http.*200 · first byte after \d+ ms · end after \d+ ms/);
    expect(traffic).toContain("Hello");
  });

  it("costs ten lines and a text no more than themselves and 200 bytes", async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `const value${index} = compute(${index});`);
    ports.files.set("src/long.ts", lines.join("\n"));
    const part = {
      type: "file-ref",
      ref: { kind: "path", path: "src/long.ts", range: { start: 101, end: 110 } },
    } as const;
    const text = "Why is this slow?";
    await conversation.runner.submit([part, ...say(text)]);
    await conversation.runner.settled();
    const request = server.arrived[0];
    const selected = lines.slice(100, 110).join("\n");
    const message = lastMessage(request?.json);
    expect(message).toContain("value100");
    expect(message).not.toContain("value110");
    expect(message.length - JSON.stringify(selected).length - text.length).toBeLessThanOrEqual(200);
    expect(request?.body.length).toBeLessThan(12_000);
  });
});

function lastMessage(body: unknown): string {
  const list = Object.entries(body as Record<string, unknown>).find(([name]) =>
    /^(messages|input|contents)$/.test(name),
  );
  return JSON.stringify((list?.[1] as unknown[]).at(-1));
}

describe("the journal", () => {
  it("keeps the last 200 requests, fewer when they are large, and none when it is off", () => {
    const begin = (journal: Journal, body = ""): void => {
      journal.begin({ provider: "p", method: "POST", url: "u", headers: {}, body });
    };
    const journal = new Journal();
    for (let n = 0; n < 250; n += 1) begin(journal);
    expect(journal.entries().map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => index + 51));
    for (let n = 0; n < 5; n += 1) begin(journal, "x".repeat(10 << 20));
    expect(journal.entries()).toHaveLength(3);
    const off = new Journal(() => false);
    begin(off);
    expect(off.entries()).toEqual([]);
  });
});

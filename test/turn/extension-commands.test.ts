// Commands of other extensions that return parts: run when the message is sent, checked, bounded, and refused with words.
import { describe, expect, it } from "vitest";
import { parseContributed, type RunForParts } from "../../extension/compose/contributed.ts";
import { NO_ARGUMENTS, type ResultPart } from "../../extension/message/command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { expansionOf } from "../../extension/preview/expansion.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { preview } from "../../extension/preview/preview.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { runForParts } from "../../extension/turn/request/command/extension-parts.ts";
import { fakePorts } from "../fakes/ports.ts";

const text = (words: string): ResultPart => ({ type: "text", text: words });
const chip = (id: string): KnownPart => ({ type: "command", id, args: NO_ARGUMENTS });
const file: ResultPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 1, end: 1 } } };

/** `run` may return anything: other extensions are not checked by our compiler. */
function withCommand(run: (...given: Parameters<RunForParts>) => unknown, late?: () => AbortSignal) {
  const parsed = parseContributed(
    { id: "/forecast", description: "Forecasts.", arguments: [{ name: "day", required: false }], run },
    (id, given) => runForParts(id, given, late),
  );
  if (!parsed.ok) throw new Error(parsed.failure);
  const ports = fakePorts({ commands: [parsed.value] });
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

describe("a command of another extension that returns parts", () => {
  it("gets the arguments once, at sending, and its parts are what the message holds", async () => {
    const asked: unknown[] = [];
    const { ports, conversation } = withCommand((args) => {
      asked.push(args);
      return Promise.resolve([text("Sunny."), file]);
    });
    const draft = [text("/forecast Sunday")] as KnownPart[];
    await measureDraft(ports, "ses_1", draft);
    await preview(ports, "ses_1", draft);
    expect(asked).toEqual([]);
    await conversation.runner.submit(draft);
    await conversation.runner.settled();
    expect(asked).toEqual([{ raw: "Sunday", positional: ["Sunday"], named: {} }]);
    expect(conversation.snapshot().messages[0]?.parts).toMatchObject([
      { type: "command", id: "/forecast", outcome: "input", made: 2, result_parts: [text("Sunny."), file] },
    ]);
    const { assembled } = await preview(ports, "ses_1", [text("and?")] as KnownPart[]);
    expect(assembled.context.messages[0]?.blocks.map((block) => block.text)).toEqual([
      "Sunny.",
      "File: src/a.ts (lines 1-1)\n```typescript\none\n```",
    ]);
  });

  it("says before it is sent that another extension adds its parts", () => {
    const { ports } = withCommand(() => []);
    expect(expansionOf([chip("/forecast")], ports.catalog())).toMatchObject({
      kind: "action",
      text: "Forecasts. Another extension adds its parts when you send.",
      open: ["day"],
    });
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  it.each<[string, (...given: Parameters<RunForParts>) => unknown, RegExp]>([
    [
      "throws",
      () => {
        throw new Error("no network");
      },
      /failed: no network\. Try again/,
    ],
    ["rejects", () => Promise.reject(new Error("no network")), /failed: no network/],
    ["returns no list", () => "Sunny.", /cannot send: .*Report it to the extension's author/],
    ["returns nothing", () => undefined, /cannot send/],
    ["returns an empty list", () => [], /returned nothing to send/],
    ["returns a part of another shape", () => [{ type: "text", text: 7 }], /"0\.text" must be a string/],
    ["returns a command", () => [chip("/compact")], /a command or a skill is not allowed/],
    [
      "returns data that has no end",
      () => [{ type: "editor-context", kind: "x", payload: cyclic, emitted_at: 1 }],
      /of another extension/,
    ],
    ["returns too many parts", () => Array.from({ length: 51 }, () => text("x")), /cannot send/],
    ["returns too much text", () => [text("x".repeat(200_001))], /more than a message can hold/],
  ])("that %s is named in the refusal, and the draft comes back", async (_how, run, why) => {
    const { conversation } = withCommand(run);
    const draft = { parts: [chip("/forecast"), text(" Sunday")] as KnownPart[] };
    const result = await conversation.input.submit(draft);
    const message = result.ok ? "" : result.failure.message;
    expect(message).toMatch(/^\/forecast of another extension /);
    expect(message).toMatch(why);
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.snapshot().messages).toEqual([]);
  });

  it("that never answers is given up, and told so", async () => {
    const late = new AbortController();
    const { conversation } = withCommand(
      (_, signal) => {
        queueMicrotask(() => late.abort());
        return new Promise(() => expect(signal.aborted).toBe(false));
      },
      () => late.signal,
    );
    const result = await conversation.input.submit({ parts: [chip("/forecast")] });
    expect(result.ok ? "" : result.failure.message).toMatch(/did not answer within 30 seconds/);
  });

  it("has either a template or a run, which is a function or the id of a command", () => {
    const parse = (more: object) => parseContributed({ id: "/a", description: "", ...more }, runForParts);
    expect(parse({ run: "some.command" })).toMatchObject({ ok: true, value: { body: { kind: "action" } } });
    expect(parse({ run: 7 }).ok).toBe(false);
    expect(parse({ run: () => [], template: "x" }).ok).toBe(false);
  });
});

// Symbol mentions: looked up when the message goes, stored with it, replayed byte for byte.
import { describe, expect, it } from "vitest";
import type { SymbolsRead } from "../../extension/acquire/symbols/find-symbol.ts";
import type { Part } from "../../extension/message/part.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { KnownMeasures } from "../../extension/preview/known-measures.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { preview } from "../../extension/preview/preview.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";

const text = (words: string): Part => ({ type: "text", text: words });
const target = { kind: "symbol", name: "send", path: "src/a.ts", range: { start: 3, end: 9 } } as const;
const send = { type: "mention", target } as const;
const at = (start: number, end: number): SymbolsRead => ({
  state: "read",
  symbols: [{ name: "send", kind: "function", range: { start, end }, children: [] }],
});
const gone: SymbolsRead = { state: "read", symbols: [] };

function symbolPorts(now: SymbolsRead, options: PortsOptions = {}): FakePorts & { symbols: SymbolsRead } {
  const ports = { ...fakePorts(options), symbols: now, readSymbols: () => Promise.resolve(ports.symbols) };
  return ports;
}

const requestOf = async (ports: FakePorts, parts: Part[]): Promise<string> =>
  JSON.stringify((await preview(ports, "ses_1", parts)).prepared.request);

describe("a symbol mention", () => {
  it("goes with the lines the symbol has now, and the account says that they changed", async () => {
    const ports = symbolPorts(at(20, 26));
    const { prepared, assembled } = await preview(ports, "ses_1", [text("why "), send]);
    expect(JSON.stringify(prepared.request)).toContain("lines: 20-26");
    expect(assembled.manifest.task.map(({ lowered_as }) => lowered_as)).toContain(
      "editor_context, moved from lines 3-9",
    );
    expect(assembled.manifest.dropped).toEqual([]);
  });

  it("of a symbol that is gone is left out, recorded and badged; the badge leaves when the symbol returns", async () => {
    const ports = symbolPorts(gone);
    const { prepared, assembled } = await preview(ports, "ses_1", [text("why "), send]);
    expect(JSON.stringify(prepared.request)).not.toContain("editor_context");
    expect(assembled.manifest.dropped).toEqual([
      { what: "mention send", why: "the symbol is not in its file anymore" },
    ]);
    const known = new KnownMeasures();
    const badge = async (): Promise<string | undefined> =>
      (await measureDraft(ports, "ses_1", [send], known)).measures[0]?.problem;
    expect(await badge()).toBe("send will not be sent: the symbol is not in its file anymore.");
    ports.symbols = at(3, 9);
    known.forgetFiles(new Set(["src/a.ts"]));
    expect(await badge()).toBeUndefined();
  });

  it("whose symbols cannot be read keeps its lines, and the account says that they were not checked", async () => {
    const ports = symbolPorts({ state: "unchecked", reason: "too slow" });
    const { prepared, assembled } = await preview(ports, "ses_1", [text("why "), send]);
    expect(JSON.stringify(prepared.request)).toContain("lines: 3-9");
    expect(assembled.manifest.dropped).toEqual([
      { what: "mention send", why: "sent with the lines of the mention, which were not checked: too slow" },
    ]);
  });

  it("stays as composed in what is stored, and later turns repeat the lines that were sent", async () => {
    const ports = symbolPorts(at(20, 26));
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("why "), send]);
    await conversation.runner.settled();
    const before = await requestOf(ports, [text("next")]);
    expect(before).toContain("lines: 20-26");
    ports.symbols = gone;
    expect(await requestOf(ports, [text("next")])).toBe(before);
    const [stored] = readMessages(ports.store, "ses_1", ALL);
    expect(stored?.message.parts).toEqual([text("why "), send]);
    expect(stored?.message.metadata).toMatchObject({
      symbols: { 1: { state: "found", range: { start: 20, end: 26 } } },
    });
  });

  it("of a message that waits is looked up when the message goes", async () => {
    const gate = Promise.withResolvers<void>();
    async function* answer(): AsyncGenerator<string> {
      await gate.promise;
      yield "ok";
    }
    const ports = symbolPorts(at(3, 9), { answer });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("first")]);
    expect(await conversation.runner.submit([text("second "), send])).toMatchObject({ value: { queued: true } });
    ports.symbols = at(40, 46);
    gate.resolve();
    await conversation.runner.settled();
    const request = await requestOf(ports, [text("x")]);
    expect(request).toContain("lines: 40-46");
    expect(request).not.toContain("lines: 3-9");
  });
});

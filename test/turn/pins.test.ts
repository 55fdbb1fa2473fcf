import { describe, expect, it } from "vitest";
import { type Pin, openEditorPin } from "../../extension/message/pin.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { addPins } from "../../extension/persist/pins.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import type { MeasuredPin } from "../../extension/preview/measured-pin.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const pin: Pin = { id: "file:src/a.ts", part: { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } } };

function pinned(...pins: Pin[]): { ports: FakePorts; conversation: Conversation } {
  const ports = fakePorts();
  createConversation(ports.store, newConversation("ses_1", 1));
  addPins(ports.store, "ses_1", pins);
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

async function send(conversation: Conversation, text: string): Promise<string> {
  await conversation.runner.submit([{ type: "text", text }]);
  await conversation.runner.settled();
  return JSON.stringify(conversation.snapshot().messages.at(-1));
}

const states = async (ports: FakePorts): Promise<MeasuredPin["state"][]> =>
  (await measureDraft(ports, "ses_1", [])).pins.map(({ state }) => state);

const requestOf = async (ports: FakePorts): Promise<string> =>
  JSON.stringify((await preview(ports, "ses_1", [{ type: "text", text: "x" }])).prepared.request);

describe("what is pinned in a conversation", () => {
  it("is named by Loopback, is read anew at every send, and is stored in no message", async () => {
    const { ports, conversation } = pinned(pin);
    expect(await send(conversation, "one")).toMatch(/`pinned` `src\/a\.ts` whole file, as of this turn/);
    ports.files.set("src/a.ts", "something else entirely");
    expect(await requestOf(ports)).toContain("something else entirely");
    ports.pinsPlacement = () => "turn";
    expect(await requestOf(ports)).not.toContain("three");
    await send(conversation, "two");
    expect(JSON.stringify(ports.store.all("SELECT data_json FROM chat_parts WHERE idx = 0"))).not.toContain("else");
    const [manifest] = ports.store.all("SELECT data_json FROM manifests ORDER BY id DESC LIMIT 1");
    expect(JSON.stringify(manifest)).toContain("file:src/a.ts");
  });

  it("is sent once: later requests repeat it as it was, carry only what changed, and say that the rest did not", async () => {
    const note: Pin = { id: "text:1", title: "Note", part: { type: "text", text: "remember" } };
    const { ports, conversation } = pinned(pin, note);
    await send(conversation, "one");
    const first = JSON.stringify(
      await preview(ports, "ses_1", []).then(({ assembled }) => assembled.texts.slice(0, 4)),
    );
    expect(first).toContain("three");
    ports.files.set("src/a.ts", "something else entirely");
    await send(conversation, "two");
    ports.files.delete("src/a.ts");
    const { assembled } = await preview(ports, "ses_1", [{ type: "text", text: "x" }]);
    expect(JSON.stringify(assembled.texts.slice(0, 4))).toBe(first);
    const all = assembled.texts.map(({ text }) => text);
    expect(all.filter((text) => text.includes("something else entirely"))).toHaveLength(1);
    expect(all.filter((text) => text.includes("remember"))).toHaveLength(1);
    expect(all).toContain("Pinned and unchanged since shown above: Note.");
    expect(assembled.manifest.prefix.diverges_at).toBeNull();
    expect(assembled.manifest.prefix.same_bytes).toBeGreaterThan(100);
    expect(assembled.manifest.pinned.map(({ state }) => state)).toEqual(["failed", "unchanged"]);
  });

  it("is measured against the last request in a new process too, and diverges there when only the turn carries pins", async () => {
    const { ports, conversation } = pinned(pin);
    await send(conversation, "one");
    const again = fakePorts({ path: ports.path });
    const look = async (): Promise<unknown> => (await preview(again, "ses_1", [])).assembled.manifest.prefix;
    const warm = (await preview(ports, "ses_1", [])).assembled.manifest.prefix;
    expect(await look()).toEqual(warm);
    expect(warm.diverges_at).toBeNull();
    again.pinsPlacement = () => "turn";
    expect(await look()).toMatchObject({ diverges_at: expect.stringMatching(/^text in msg_/) as string });
  });

  it("is live until it was sent and became something else, and live again when that is sent", async () => {
    const { ports, conversation } = pinned(pin);
    expect(await states(ports)).toEqual(["live"]);
    ports.files.set("src/a.ts", "before anything was sent");
    expect(await states(ports)).toEqual(["live"]);
    await send(conversation, "one");
    expect(await states(ports)).toEqual(["live"]);
    ports.files.set("src/a.ts", "changed");
    expect(await states(ports)).toEqual(["changed"]);
    await send(conversation, "two");
    expect(await states(ports)).toEqual(["live"]);
  });

  it("does not hold the turn back when it is gone", async () => {
    const { ports, conversation } = pinned(pin);
    ports.files.clear();
    const answer = await send(conversation, "go");
    expect(answer).toContain('"finish":"end"');
    expect(answer).toMatch(/`pinned` `src\/a\.ts` nothing: [^`]*, as of this turn/);
    expect(await requestOf(ports)).toContain("[attachment unavailable: src/a.ts]");
    expect(await states(ports)).toEqual(["gone"]);
  });

  it("counts in the meter as a segment of its own", async () => {
    const { ports } = pinned(pin);
    const { meter, pins } = await measureDraft(ports, "ses_1", []);
    const segment = meter.segments.find(({ id }) => id === "pinned");
    expect(segment?.tokens).toBe(pins[0]?.tokens);
    expect(segment?.tokens).toBeGreaterThan(0);
  });

  it("comes before what is live in the window, and an editor that is pinned as well goes once", async () => {
    const note: Pin = { id: "text:1", title: "Note", part: { type: "text", text: "remember" } };
    const { ports } = pinned(pin, note);
    ports.files.set("b.ts", "bee");
    ports.livePins = () => Promise.resolve([openEditorPin("b.ts"), openEditorPin("src/a.ts")]);
    const { pins } = await measureDraft(ports, "ses_1", []);
    expect(pins.map(({ id }) => id)).toEqual(["file:src/a.ts", "text:1", "open:b.ts"]);
  });
});

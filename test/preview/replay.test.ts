// Replay: what was sent for a message beside what would be sent now.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { agentModel } from "../../extension/message/agents/acp-model.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { readManifest, saveManifest } from "../../extension/persist/manifests.ts";
import { requestLines } from "../../extension/preview/request-text.ts";
import { type Replay, replayTurn } from "../../extension/preview/replay.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { modelOf, png } from "../fakes/context.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { withTools } from "../fakes/tools.ts";

const file: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } };
const text = (words: string): KnownPart => ({ type: "text", text: words });

function opened(): { ports: FakePorts; conversation: Conversation } {
  const ports = fakePorts();
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

/** Returns the message it was sent as. */
async function send(conversation: Conversation, ...parts: KnownPart[]): Promise<string> {
  await conversation.runner.submit(parts);
  await conversation.runner.settled();
  return conversation.snapshot().messages.findLast(({ role }) => role === "user")?.id ?? "";
}

async function replayed(ports: FakePorts, id: string): Promise<Replay> {
  const result = await replayTurn(ports, "ses_1", id);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const refusal = async (ports: FakePorts, id: string): Promise<string> => {
  const result = await replayTurn(ports, "ses_1", id);
  return result.ok ? "shown" : result.failure.message;
};

const bodyOf = (side: string): string => side.slice(side.indexOf("\n\n"));

describe("replay of a turn", () => {
  it("shows two equal requests if nothing has changed since", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("why "), file);
    await send(conversation, text("and then?"));
    const { sent, now, title } = await replayed(ports, id);
    expect(title).toContain("why");
    expect(bodyOf(now.text)).toBe(bodyOf(sent.text));
    // Its place in the conversation is the old one.
    expect(now.text).not.toContain("and then?");
  });

  it("shows the file and the instructions as they were, and as they are now", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("why "), file);
    ports.files.set("src/a.ts", "one\nTWO\nthree\nfour");
    ports.layers = () => Promise.resolve({ layers: [{ id: "agent.system", text: "Be long." }] });
    const { sent, now } = await replayed(ports, id);
    expect(sent.text).toMatch(/\| two$/m);
    expect(sent.text).toContain("Be brief.");
    expect(now.text).toMatch(/\| TWO$/m);
    expect(now.text).toContain("Be long.");
    expect(now.name).toBe("Would be sent now");
  });

  it("says that what was sent is rebuilt, or that it is recorded if the journal has the bytes", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("why"));
    expect((await replayed(ports, id)).sent.name).toBe("Sent then (rebuilt from what is stored)");
    const journal = new Journal();
    const body = JSON.stringify({ messages: ["as it went"] });
    journal.begin({ about: id, provider: "custom", method: "POST", url: "http://localhost/v1", headers: {}, body });
    ports.journal = journal;
    const { sent } = await replayed(ports, id);
    expect(sent.name).toBe("Sent then (recorded)");
    expect(sent.text).toContain("as it went");
  });

  it("stores and sends nothing", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("why"));
    const rows = (): unknown => ports.store.all("SELECT id FROM chat_messages UNION ALL SELECT id FROM manifests");
    const [before, events] = [rows(), ports.events.length];
    ports.access = () => Promise.reject(new Error("the network was asked"));
    await replayed(ports, id);
    expect(rows()).toEqual(before);
    expect(ports.events).toHaveLength(events);
  });

  it("names the model of then if another answers now, also one that is not set up any more", async () => {
    const { ports, conversation } = opened();
    ports.model = () => modelOf("vscode-lm", { id: "gone/model", name: "Gone" });
    ports.languageModel = {
      send: () =>
        Promise.resolve(
          (async function* () {
            yield await Promise.resolve("so");
          })(),
        ),
    };
    const id = await send(conversation, text("why"));
    ports.model = () => modelOf("anthropic");
    const { sent, now } = await replayed(ports, id);
    expect(sent.text).toMatch(/^Model: Gone/);
    expect(now.text).toContain("The message was sent to Gone");
  });

  it("says what is no longer stored", async () => {
    const { ports, conversation } = opened();
    ports.model = () => modelOf("anthropic");
    const picture = {
      type: "file-attachment",
      name: "shot.png",
      mime: "image/png",
      size: 33,
      data: png(5, 6),
    } as const;
    ports.attachmentLimits = () => ({ inlineBytes: 1, sessionInlineBytes: 1 });
    const id = await send(conversation, text("look"), picture);
    ports.store.run("DELETE FROM blobs");
    const { sent } = await replayed(ports, id);
    expect(sent.text).toContain("No longer stored, so not shown: file-attachment shot.png");
    expect(sent.text).toContain("[attachment unavailable: shot.png]");
  });

  it("of a turn with tool calls says that it shows the first request", async () => {
    const { ports, conversation } = opened();
    withTools(ports, [{ name: "look", run: () => ({ ok: true, output: "seen" }) }]);
    const id = await send(conversation, text("call look {}"));
    expect((await replayed(ports, id)).sent.text).toContain("This is its first request");
    const plain = await send(conversation, text("why"));
    expect((await replayed(ports, plain)).sent.text).not.toContain("This is its first request");
  });

  it("without a stored manifest says what is missing", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("why"));
    ports.store.run("DELETE FROM manifests");
    expect((await replayed(ports, id)).sent.text).toContain("No manifest is stored for this request");
  });

  it("is refused for a turn that a rewind hid, one that is unknown, and those of an agent", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("why"));
    const own = ports.model;
    ports.model = () => agentModel(modelOf("acp", { id: "helper", name: "Helper" }));
    expect(await refusal(ports, id)).toMatch(/^Helper \(acp\/helper\) answers in this conversation now/);
    ports.model = own;
    const { id: account } = z.object({ id: z.string() }).parse(ports.store.get("SELECT id FROM manifests"));
    const manifest = readManifest(ports.store, account);
    if (manifest !== undefined) saveManifest(ports.store, { ...manifest, model: "acp/helper" });
    expect(await refusal(ports, id)).toMatch(/keeps its own conversation, so Galley cannot tell/);
    conversation.hide(id);
    expect(await refusal(ports, id)).toMatch(/Undo Rewind/);
    expect(await refusal(ports, "msg_unknown")).toMatch(/^No request was sent/);
  });
});

describe("a request as text", () => {
  const lines = (value: unknown): string[] => [...requestLines(value, { digest: (all) => `sha256-${all.length}` })];

  it("is JSON with texts of several lines written out", () => {
    expect(lines({ model: "m", none: [], messages: [{ role: "user", content: "a\nb" }], n: 1, x: null })).toEqual([
      "{",
      '  "model": "m",',
      '  "none": [],',
      '  "messages": [',
      "    {",
      '      "role": "user",',
      '      "content":',
      "        | a",
      "        | b",
      "    }",
      "  ],",
      '  "n": 1,',
      '  "x": null',
      "}",
    ]);
  });

  it("folds a picture to its beginning, its length and a digest", () => {
    const [line = ""] = lines("A".repeat(5_000));
    expect(line.length).toBeLessThan(200);
    expect(line).toContain("5k characters, digest sha256-5000");
  });
});

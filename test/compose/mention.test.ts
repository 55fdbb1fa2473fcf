// Context mentions: resolved when the message is given, stored with it, replayed byte for byte.
import { describe, expect, it } from "vitest";
import { preview } from "../../extension/preview/preview.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import type { Part } from "../../extension/message/part.ts";
import type { ContextPart } from "../../extension/message/resolved.ts";
import { readMessages, ALL } from "../../extension/persist/messages.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { fakePorts } from "../fakes/ports.ts";

const text = (words: string): Part => ({ type: "text", text: words });
const at = (name: string) => ({ type: "mention", target: { kind: "context", name } }) as const;
const lines = (start: number, end: number) =>
  ({ type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start, end } } }) as const;
const problems: ContextPart = {
  type: "editor-context",
  kind: "problems",
  source: "src/a.ts",
  payload: { problems: ["error src/a.ts:2 no"] },
  emitted_at: 7,
};

describe("a context mention", () => {
  it("goes as what it stands for, in its place", async () => {
    const ports = fakePorts({
      contexts: { selection: { parts: [lines(2, 3), lines(4, 4)] }, problems: { parts: [problems] } },
    });
    const { prepared, assembled } = await preview(ports, "ses_1", [
      text("why "),
      at("selection"),
      text(" and "),
      at("problems"),
    ]);
    const request = JSON.stringify(prepared.request);
    expect(request).toMatch(
      /why .*File: src\/a\.ts \(lines 2-3\).*lines 4-4.* and .*<editor_context kind=\\"problems\\"/,
    );
    expect(request).not.toContain("@selection");
    expect(assembled.manifest.dropped).toEqual([]);
    expect(assembled.manifest.task.map(({ part }) => part)).toContain("file-ref src/a.ts:2-3 (@selection)");
  });

  it("stays a mention in what is stored, and later turns repeat what it stood for whatever the editor shows by then", async () => {
    const contexts = { selection: { parts: [lines(2, 3)] }, problems: { parts: [problems] } };
    const ports = fakePorts({ contexts });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("look at "), at("selection"), at("problems")]);
    await conversation.runner.settled();
    const before = JSON.stringify((await preview(ports, "ses_1", [text("next")])).prepared.request);
    contexts.selection = { parts: [lines(1, 1)] };
    ports.files.set("src/a.ts", "changed\nchanged\nchanged");
    expect(JSON.stringify((await preview(ports, "ses_1", [text("next")])).prepared.request)).toBe(before);
    expect(before).toContain("two\\nthree");
    const [stored] = readMessages(ports.store, "ses_1", ALL);
    expect(stored?.message.parts).toEqual([text("look at "), at("selection"), at("problems")]);
  });

  it("that stands for nothing is left out, recorded and badged; the message still goes", async () => {
    const ports = fakePorts({ contexts: { selection: { parts: [], reason: "nothing is selected" } } });
    const conversation = new Conversation(ports, "ses_1");
    expect(await conversation.runner.submit([text("this: "), at("selection")])).toMatchObject({ ok: true });
    await conversation.runner.settled();
    const { assembled, prepared } = await preview(ports, "ses_1", [text("this: "), at("selection")]);
    expect(assembled.manifest.dropped).toContainEqual({ what: "mention @selection", why: "nothing is selected" });
    expect(JSON.stringify(prepared.request)).not.toContain("nothing is selected");
    const { measures } = await measureDraft(ports, "ses_1", [at("selection")]);
    expect(measures[0]?.problem).toBe("@selection will not be sent: nothing is selected.");
  });

  it("a provider that throws is such a one", async () => {
    const ports = { ...fakePorts(), readContext: () => Promise.reject(new Error("it broke")) };
    const { assembled } = await preview(ports, "ses_1", [text("x"), at("theirs")]);
    expect(assembled.manifest.dropped).toEqual([{ what: "mention @theirs", why: "it broke" }]);
  });

  it("of one name and two ids is two contexts", async () => {
    const said = (what: string): ContextPart => ({ ...problems, kind: "ref", payload: what });
    const ports = {
      ...fakePorts(),
      readContext: (name: string, id?: string) => Promise.resolve({ parts: [said(`${name} is ${id ?? "any"}`)] }),
    };
    const one = { type: "mention", target: { kind: "context", name: "talk", id: "ses_8" } } as const;
    const other = { type: "mention", target: { kind: "context", name: "talk", id: "ses_9" } } as const;
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("x"), one, other, at("talk")]);
    await conversation.runner.settled();
    const { prepared } = await preview(ports, "ses_1", [text("next")]);
    expect(JSON.stringify(prepared.request)).toMatch(/talk is ses_8.*talk is ses_9.*talk is any/);
  });

  it("costs what all of it costs", async () => {
    const ports = fakePorts({ contexts: { selection: { parts: [lines(1, 2), lines(3, 4)] } } });
    const { measures, meter } = await measureDraft(ports, "ses_1", [at("selection"), lines(1, 2), lines(3, 4)]);
    const [mention, one, other] = measures.map(({ tokens }) => tokens);
    expect(mention).toBe((one ?? 0) + (other ?? 0));
    expect(meter.segments.find(({ id }) => id === "task")?.tokens).toBe(2 * (mention ?? 0));
  });

  it("given to a command follows its text", async () => {
    const review = {
      id: "/review",
      description: "",
      source: "project",
      origin: "",
      arguments: [],
      body: { kind: "template", text: "Review this." },
    } as const;
    const ports = fakePorts({
      commands: [{ ...review, arguments: [] }],
      contexts: { selection: { parts: [lines(2, 2)] } },
    });
    const { prepared } = await preview(ports, "ses_1", [text("/review "), at("selection")]);
    expect(JSON.stringify(prepared.request)).toMatch(/Review this\..*File: src\/a\.ts \(lines 2-2\)/);
  });

  it("of a message that waits is what it was when it was given; its file is read when it goes", async () => {
    const contexts = { selection: { parts: [lines(2, 2)] } };
    const gate = Promise.withResolvers<void>();
    async function* answer(): AsyncGenerator<string> {
      await gate.promise;
      yield "ok";
    }
    const ports = fakePorts({ contexts, answer });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("first")]);
    expect(await conversation.runner.submit([text("second "), at("selection")])).toMatchObject({
      value: { queued: true },
    });
    contexts.selection = { parts: [lines(4, 4)] };
    ports.files.set("src/a.ts", "one\nsaved\nthree\nfour");
    gate.resolve();
    await conversation.runner.settled();
    const request = JSON.stringify((await preview(ports, "ses_1", [text("x")])).prepared.request);
    expect(request).toContain("saved");
    expect(request).not.toContain("four");
  });
});

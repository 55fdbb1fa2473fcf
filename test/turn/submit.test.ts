// Messages that no input shows: what other extensions and Send with Selection submit, and what they preview.
import { describe, expect, it } from "vitest";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import { type ApiNeeds, type Registries, toApi } from "../../extension/host/api/to-api.ts";
import { type Submit, submitting } from "../../extension/host/turns/submit.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { readMessages } from "../../extension/persist/messages.ts";
import { preview } from "../../extension/preview/preview.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { modelOf } from "../fakes/context.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const open: KnownPart = { type: "editor-context", kind: "open", payload: "src/a.ts", emitted_at: 5 };
const selected: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };
const say = (text: string): KnownPart => ({ type: "text", text });

type AutomaticFor = (parts: readonly KnownPart[]) => Promise<KnownPart[]>;

function started(automaticFor: AutomaticFor): { ports: FakePorts; conversation: Conversation; submit: Submit } {
  const ports = fakePorts();
  const conversation = new Conversation(ports, "ses_1");
  const carryOutFor = (_: string, parts: readonly KnownPart[]): Promise<boolean> =>
    Promise.resolve(parts.some((part) => part.type === "text" && part.text === "/compact"));
  return { ports, conversation, submit: submitting({ conversation: () => conversation, carryOutFor, automaticFor }) };
}

const questions = ({ store }: FakePorts): string[] =>
  readMessages(store, "ses_1", 100).flatMap(({ message }) =>
    message.role === "user" ? [JSON.stringify(message.parts)] : [],
  );

describe("a submitted message", () => {
  it("carries its automatic context behind what was given, to the model too", async () => {
    const { ports, conversation, submit } = started(() => Promise.resolve([open]));
    await submit([selected, say(" why?")], "ses_1");
    await conversation.runner.settled();
    expect(questions(ports)).toEqual([JSON.stringify([selected, say(" why?"), open])]);
    ports.model = () => modelOf("anthropic");
    const { prepared } = await preview(ports, "ses_1", [say("and?")]);
    const wire = JSON.stringify(prepared.request);
    expect(wire).toContain('<editor_context kind=\\"open\\">');
    expect(wire.indexOf("File: src/a.ts (lines 2-3)")).toBeLessThan(wire.indexOf("<editor_context"));
  });

  it("keeps its place before one that came later, however long its context takes", async () => {
    const slow = Promise.withResolvers<KnownPart[]>();
    const { ports, conversation, submit } = started((parts) =>
      JSON.stringify(parts).includes("first") ? slow.promise : Promise.resolve([]),
    );
    const both = Promise.all([submit([say("first")], "ses_1"), submit([say("second")], "ses_1")]);
    slow.resolve([open]);
    await both;
    await conversation.runner.settled();
    expect(questions(ports)[0]).toContain("first");
  });

  it("that is an action of Galley gets no context and leaves no message", async () => {
    const { ports, submit } = started(() => Promise.reject(new Error("not asked for")));
    expect(await submit([say("/compact")], "ses_1")).toEqual({ messageId: "", queued: false });
    expect(questions(ports)).toEqual([]);
  });
});

describe("preview of the API", () => {
  const api = (ports: FakePorts, conversation: Conversation): GalleyApi => {
    ports.model = () => modelOf("anthropic");
    const needs: Partial<ApiNeeds> = {
      conversation: () => conversation,
      mainConversation: () => "ses_1",
      preview: (id, parts) => preview(ports, id, parts),
      automaticFor: () => Promise.resolve([open]),
      automaticOfMain: () => Promise.resolve([selected]),
    };
    return toApi(() => Promise.resolve(needs as ApiNeeds), { events: {} } as Registries);
  };

  it("shows the context that goes with given parts, in the request and in the manifest", async () => {
    const { ports, conversation } = started(() => Promise.resolve([]));
    const { request, manifest } = await api(ports, conversation).preview([say("why?")]);
    expect(JSON.stringify(request)).toContain('<editor_context kind=\\"open\\">');
    expect(manifest.task).toHaveLength(2);
  });

  it("shows of the draft what the input would send", async () => {
    const { ports, conversation } = started(() => Promise.resolve([]));
    conversation.input.save({ parts: [say("why?")] });
    const { request } = await api(ports, conversation).preview();
    expect(JSON.stringify(request)).toContain("File: src/a.ts (lines 2-3)");
    expect(JSON.stringify(request)).not.toContain("<editor_context");
  });
});

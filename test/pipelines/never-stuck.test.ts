// Whatever was said and whichever model reads it, there is a way on that is not to begin anew.
import fc from "fast-check";
import { expect, it } from "vitest";
import { seedEstimator } from "../../extension/assemble/tokens/estimate.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import type { Offer } from "../../extension/message/failure.ts";
import type { Model } from "../../extension/message/model.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { VscodeLmRequest } from "../../extension/lower/vscode-lm.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { addPins, removePins } from "../../extension/persist/pins.ts";
import type { LanguageModelPiece } from "../../extension/send/vscode-lm.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { VSCODE_LM } from "../../extension/turn/wire.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const WINDOWS = [8_000, 16_000, 32_000, 128_000, 1_000_000];

const modelWith = (window: number): Model => ({
  provider: VSCODE_LM,
  id: `v/${window}`,
  context_window: window,
  max_output: window / 8,
  accepts: ["image/png"],
  tools: false,
});

/** So many words, each another one for the estimator. */
const prose = (words: number): string =>
  Array.from({ length: words }, (_, at) => `word${at % 97}${at % 13 === 0 ? "\n" : ""}`).join(" ");

const part: fc.Arbitrary<KnownPart> = fc.oneof(
  fc.integer({ min: 1, max: 12_000 }).map((words): KnownPart => ({ type: "text", text: prose(words) })),
  fc.constantFrom("src/a.ts", "src/large.ts", "src/missing.ts").map((path): KnownPart => ({
    type: "file-ref",
    ref: { kind: "path", path },
  })),
  fc.integer({ min: 1, max: 30_000 }).map((bytes): KnownPart => ({
    type: "file-attachment",
    name: "log.txt",
    mime: "text/plain",
    size: bytes,
    data: Buffer.from(prose(bytes / 6)).toString("base64"),
  })),
  fc.integer({ min: 10, max: 400_000 }).map((size): KnownPart => ({
    type: "file-attachment",
    name: "shot.png",
    mime: "image/png",
    size,
    data: Buffer.alloc(64, 7).toString("base64"),
  })),
);

const turn = fc.record({
  window: fc.constantFrom(...WINDOWS),
  parts: fc.array(part, { minLength: 1, maxLength: 4 }),
  pins: fc.boolean(),
});

it("a conversation never ends where the only way is a new one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 30, maxLength: 30 }), async (turns) => {
      const { ports, conversation, use } = opened();
      for (const { window, parts, pins } of turns) {
        use(modelWith(window));
        if (pins)
          addPins(ports.store, "ses_1", [
            { id: "pin_1", part: { type: "file-ref", ref: { kind: "path", path: "src/large.ts" } } },
          ]);
        let offers = await say(ports, conversation, parts);
        // A first message that is too large becomes history, which the second refusal offers to compact.
        for (let tries = 0; offers !== undefined && tries < 3; tries += 1) {
          expect(offers.map(({ offer }) => offer)).toContain("larger-model");
          await makeRoom(ports, conversation, offers);
          offers = await say(ports, conversation, [{ type: "text", text: "Go on." }]);
        }
        expect(offers).toBeUndefined();
      }
      conversation.close();
    }),
    { numRuns: 3 },
  );
}, 120_000);

/** As a user does who takes what is offered. */
async function makeRoom(ports: FakePorts, conversation: Conversation, offers: readonly Offer[]): Promise<void> {
  for (const offer of offers) {
    if (offer.offer === "unpin") removePins(ports.store, "ses_1", [offer.pin]);
    if (offer.offer !== "compact") continue;
    const failure = await conversation.runner.compact();
    expect([undefined, "nothing-to-compact"]).toContain(failure?.code);
  }
}

/** The offers of a message that does not go; `undefined` if it is answered. */
async function say({ store }: FakePorts, conversation: Conversation, parts: KnownPart[]): Promise<Offer[] | undefined> {
  await conversation.runner.submit(parts);
  await conversation.runner.settled();
  const answers = readMessages(store, "ses_1", ALL).flatMap(({ message }) =>
    message.role === "assistant" && message.parts[0]?.type !== "data-compaction" ? [message.metadata] : [],
  );
  const last = answers.at(-1);
  if (last?.finish !== "error") expect(last).toMatchObject({ finish: "end" });
  return last?.finish === "error" ? (last.error_offers ?? []) : undefined;
}

function opened(): { ports: FakePorts; conversation: Conversation; use: (model: Model) => void } {
  let model = modelWith(8_000);
  const ports = fakePorts();
  ports.files.set("src/large.ts", prose(4_000));
  ports.model = () => model;
  ports.languageModel = {
    send: (request) => {
      const tokens = seedEstimator.tokensIn(wordsIn(request));
      const { context_window: window } = model;
      if (tokens > window)
        return Promise.reject(new Error(`prompt token count of ${tokens} exceeds the limit of ${window}`));
      return Promise.resolve(answer());
    },
  };
  createConversation(ports.store, newConversation("ses_1", 1));
  return {
    ports,
    conversation: new Conversation(ports, "ses_1"),
    use: (next) => {
      model = next;
    },
  };
}

async function* answer(): AsyncGenerator<LanguageModelPiece> {
  yield await Promise.resolve("An answer.");
}

function wordsIn({ messages }: VscodeLmRequest): string {
  return messages.flatMap(({ content }) => content.map((one) => (one.type === "text" ? one.text : ""))).join("\n");
}

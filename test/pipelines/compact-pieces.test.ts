import { describe, expect, it } from "vitest";
import { seedEstimator } from "../../extension/assemble/tokens/estimate.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import type { Model } from "../../extension/message/model.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import type { LanguageModelPiece } from "../../extension/send/vscode-lm.ts";
import { beginningOf } from "../../extension/pipelines/pieces.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { VSCODE_LM } from "../../extension/turn/wire.ts";
import { fakePorts } from "../fakes/ports.ts";

const LARGE: Model = {
  provider: VSCODE_LM,
  id: "v/large",
  context_window: 200_000,
  max_output: 4_000,
  accepts: [],
  tools: false,
};
const SMALL: Model = {
  provider: VSCODE_LM,
  id: "v/small",
  context_window: 8_000,
  max_output: 1_000,
  accepts: [],
  tools: false,
};

/** About 5,000 tokens, each line once. */
const story = (turn: number): string =>
  Array.from({ length: 500 }, (_, line) => `Turn ${turn}, line ${line}: the upload tries again after a pause.`).join(
    "\n",
  );

/** What each request said, and a model that can be changed and refuses what `isTooLong` says. */
function conversationWith(isTooLong: (text: string) => boolean = () => false) {
  const state = { model: LARGE, requests: [] as string[] };
  const ports = fakePorts();
  ports.model = () => state.model;
  ports.compactsAlone = () => false;
  ports.languageModel = {
    send: (request) => {
      const text = request.messages
        .flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")))
        .join("\n");
      if (isTooLong(text)) return Promise.reject(new Error("prompt token count of 9999 exceeds the limit of 8000"));
      state.requests.push(text);
      return Promise.resolve(said(`Summary ${state.requests.length}.`));
    },
  };
  createConversation(ports.store, newConversation("ses_1", 1));
  return { state, conversation: new Conversation(ports, "ses_1") };
}

async function* said(words: string): AsyncGenerator<LanguageModelPiece> {
  yield await Promise.resolve(words);
}

async function say(conversation: Conversation, text: string): Promise<unknown> {
  const submitted = await conversation.runner.submit([{ type: "text", text }]);
  await conversation.runner.settled();
  return submitted;
}

async function sixLongTurns(conversation: Conversation): Promise<void> {
  for (let turn = 1; turn <= 6; turn += 1) await say(conversation, story(turn));
}

describe("compaction of a conversation that does not fit any more", () => {
  it("asks in pieces that fit, each with the summary so far, and the conversation goes on", async () => {
    const { state, conversation } = conversationWith();
    await sixLongTurns(conversation);
    state.model = SMALL;
    state.requests = [];
    expect(await conversation.runner.compact()).toBeUndefined();
    expect(state.requests.length).toBeGreaterThan(4);
    for (const request of state.requests) expect(seedEstimator.tokensIn(request)).toBeLessThanOrEqual(7_000);
    const all = state.requests.join("\n");
    for (let turn = 1; turn <= 6; turn += 1) for (const line of story(turn).split("\n")) expect(all).toContain(line);
    for (const [at, request] of state.requests.entries()) if (at > 0) expect(request).toContain(`Summary ${at}.`);
    const last = state.requests.length;
    await say(conversation, "And now?");
    expect(state.requests.at(-1)).toContain(`Summary ${last}.`);
    expect(state.requests.at(-1)).toContain("And now?");
  });

  it("takes smaller pieces when the model counts more tokens than Galley does", async () => {
    const { state, conversation } = conversationWith((text) => text.length > 12_000 && state.model === SMALL);
    await sixLongTurns(conversation);
    state.model = SMALL;
    state.requests = [];
    expect(await conversation.runner.compact()).toBeUndefined();
    for (const request of state.requests) expect(request.length).toBeLessThanOrEqual(12_000);
    const all = state.requests.join("\n");
    for (const line of story(6).split("\n")) expect(all).toContain(line);
  });

  it("stops between two pieces, and the conversation is as it was", async () => {
    const { state, conversation } = conversationWith(() => {
      if (state.model === SMALL && state.requests.length === 2) conversation.stop();
      return false;
    });
    await sixLongTurns(conversation);
    state.model = SMALL;
    state.requests = [];
    expect(await conversation.runner.compact()).toMatchObject({ code: "stopped" });
    expect(state.requests.length).toBeLessThanOrEqual(3);
    state.model = LARGE;
    await say(conversation, "And now?");
    expect(state.requests.at(-1)).toContain("Turn 1, line 0:");
  });

  it("ends with the model's words when even a small piece is refused", async () => {
    const { state, conversation } = conversationWith(() => state.model === SMALL);
    await sixLongTurns(conversation);
    state.model = SMALL;
    expect(await conversation.runner.compact()).toMatchObject({ code: "over-budget" });
  });
});

describe("the beginning of a text", () => {
  const estimator = { tokensIn: (text: string) => Math.ceil(text.length / 4) };

  it("is all of it when it fits", () => {
    expect(beginningOf("short", 100, estimator)).toBe("short");
    expect(beginningOf("", 100, estimator)).toBe("");
  });

  it("ends with a line where it can", () => {
    expect(beginningOf("one two three four\nfive six", 5, estimator)).toBe("one two three four\n");
  });

  it("is never nothing, and never half of a character", () => {
    expect(beginningOf("word", 0, estimator)).toBe("w");
    expect(beginningOf("😀😀", 0, estimator)).toBe("😀");
  });
});

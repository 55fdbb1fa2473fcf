// The messages that an agent replays when it loads one of its sessions.
import type { ContentChunk, SessionUpdate } from "@agentclientprotocol/sdk";
import type { StreamEvent } from "../../send/event.ts";
import { addJoined, weightOf } from "./join-events.ts";
import { wordsOf } from "./tool-face.ts";
import { TurnUpdates } from "./updates.ts";
import * as words from "../words.ts";

export type Replayed = { role: "user"; text: string } | { role: "assistant"; events: StreamEvent[] };

/** The most characters of all messages. Of a longer session, the end is kept. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

interface Held {
  message: Replayed;
  characters: number;
}

export class Replay {
  readonly #shownPath: (path: string) => string;
  readonly #most: number;
  readonly #held: Held[] = [];
  #updates: TurnUpdates;
  /** The id of the user message that is being replayed, if the agent sends ids. */
  #messageId: string | undefined;
  #characters = 0;
  #isCut = false;

  constructor(shownPath: (path: string) => string, most = MOST_CHARACTERS) {
    this.#shownPath = shownPath;
    this.#most = most;
    this.#updates = this.#fresh();
  }

  /** Whether the beginning was omitted. */
  get isCut(): boolean {
    return this.#isCut;
  }

  hear(update: SessionUpdate): void {
    if (update.sessionUpdate === "user_message_chunk") this.#hearUser(update);
    else for (const event of this.#updates.read(update)) this.#hearAgent(event);
  }

  /** All messages. Closes the calls that have no result. */
  end(): Replayed[] {
    this.#close();
    return this.#held.map(({ message }) => message);
  }

  #hearUser({ content, messageId }: ContentChunk): void {
    const last = this.#held.at(-1)?.message;
    const isSame = messageId === undefined || messageId === null || messageId === this.#messageId;
    this.#messageId = messageId ?? undefined;
    const text = wordsOf(content);
    if (last?.role === "user" && isSame) last.text += text;
    else {
      this.#close();
      this.#held.push({ message: { role: "user", text }, characters: 0 });
    }
    this.#weigh(text.length);
  }

  #hearAgent(event: StreamEvent): void {
    if (event.type === "usage" || event.type === "notice") return;
    let last = this.#held.at(-1)?.message;
    if (last?.role !== "assistant") {
      last = { role: "assistant", events: [] };
      this.#held.push({ message: last, characters: 0 });
    }
    addJoined(last.events, event);
    this.#weigh(weightOf(event));
  }

  #weigh(characters: number): void {
    const last = this.#held.at(-1);
    if (last !== undefined) last.characters += characters;
    this.#characters += characters;
    while (this.#characters > this.#most && this.#held.length > 1) {
      this.#characters -= this.#held.shift()?.characters ?? 0;
      this.#isCut = true;
    }
  }

  #close(): void {
    const last = this.#held.at(-1)?.message;
    if (last?.role !== "assistant") return;
    for (const event of this.#updates.close(words.noResult)) addJoined(last.events, event);
    this.#updates = this.#fresh();
  }

  /** Reports no changed files, because replayed edits were made earlier, and has no text of the old terminals. */
  #fresh(): TurnUpdates {
    return new TurnUpdates({ shownPath: this.#shownPath, terminalText: () => "", changed: () => undefined });
  }
}

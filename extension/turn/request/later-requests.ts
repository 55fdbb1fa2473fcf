// The requests of a turn after its first: the same again, and behind it all that was said and done since.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Context } from "../../assemble/context.ts";
import { type Continued, Onward } from "../../assemble/continued.ts";
import type { Failure } from "../../message/failure.ts";
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import { loadContent } from "../../persist/contents/blobs.ts";
import type { Tool } from "../../tools/tool.ts";
import { attachmentRules } from "./assemble-turn.ts";
import { estimatorOf } from "./estimator.ts";
import { memoryOf } from "./memory.ts";
import { specsOf } from "./offered-tools.ts";
import type { Rooms } from "../rooms.ts";

/** What a request says that is more than the first of its turn. */
export interface Since extends Pick<Continued, "elided"> {
  context: Context;
  failure: Failure | undefined;
  /** It omits more than the one before. */
  omits: boolean;
}

export class LaterRequests {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #model: Model;
  /** What was said in this turn before the answer that streams, and has not gone to the model yet. */
  #said: Message[] = [];
  /** How many parts of the answer have. */
  #viewed = 0;
  #onward: Onward | undefined;
  #continued: Continued | undefined;

  constructor(rooms: Rooms, sessionId: string, model: Model) {
    this.#rooms = rooms;
    this.#id = sessionId;
    this.#model = model;
  }

  /** Whether a request has gone that was more than the first. */
  get isBegun(): boolean {
    return this.#continued !== undefined;
  }

  /** Of the last request; nothing when there was only the first. */
  texts(): readonly string[] | undefined {
    return this.#continued?.texts();
  }

  /** The answer ends here, and the user says this before the next. */
  steered(answer: AssistantMessage, steering: readonly UserMessage[]): void {
    this.#said.push({ ...answer, parts: answer.parts.slice(this.#viewed) }, ...steering);
    this.#viewed = 0;
  }

  /** The first request with all that was said and done since; `undefined` while that is nothing. */
  assemble(assembled: Assembled, tools: readonly Tool[], answer: AssistantMessage): Since | undefined {
    const news = [...this.#said, { ...answer, parts: answer.parts.slice(this.#viewed) }].filter(
      ({ parts }) => parts.length > 0,
    );
    if (news.length === 0) return undefined;
    this.#onward ??= this.#begin(assembled);
    this.#onward.add(news);
    this.#said = [];
    this.#viewed = answer.parts.length;
    const continued = this.#onward.request();
    const omits = continued.elided.length > (this.#continued?.elided.length ?? 0);
    this.#continued = continued;
    const { elided, failure } = continued;
    return { context: { ...continued.context, tools: specsOf(tools) }, failure, elided, omits };
  }

  #begin(assembled: Assembled): Onward {
    const { store } = this.#rooms;
    return new Onward(assembled, {
      to: this.#model,
      load: (id) => loadContent(store, id),
      rules: attachmentRules(this.#rooms, this.#model),
      estimator: estimatorOf(store, this.#model),
      known: memoryOf(store, this.#id).known,
    });
  }
}

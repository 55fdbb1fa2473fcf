// The requests of a turn after its first: the first again, followed by everything added since.
import type { Prepared } from "../prepared.ts";
import type { CountedRequest } from "./estimator.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import type { Context } from "../../assemble/context.ts";
import { type Continued, Onward } from "../../assemble/continued.ts";
import type { Failure } from "../../message/failure.ts";
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import { loadContent } from "../../persist/contents/blobs.ts";
import type { Tool } from "../../tools/tool.ts";
import { type AttachmentPorts, attachmentRules } from "./assemble-turn.ts";
import { estimatorOf } from "./estimator.ts";
import { cacheOf } from "./conversation-cache.ts";
import type { AssembledRequest } from "./make-request.ts";
import { specsOf } from "./offered-tools.ts";

/** A request in the shape of its wire, with what the estimator learns from its answer. */
export interface BuiltRequest extends CountedRequest {
  prepared: Prepared;
}

/** The next request of a turn, before it is lowered. */
export interface NextRequest {
  /** The first of the turn. */
  first: AssembledRequest;
  /** What the model and the user added since the first. */
  since: Continuation | undefined;
}

/** A later request of a turn: the first, continued. */
interface Continuation extends Pick<Continued, "elided" | "estimate"> {
  context: Context;
  failure: Failure | undefined;
}

export class LaterRequests {
  readonly #ports: AttachmentPorts;
  readonly #id: string;
  readonly #model: Model;
  /** Messages of this turn before the streaming answer that were not sent to the model yet. */
  #said: Message[] = [];
  /** How many parts of the streaming answer were sent. */
  #viewed = 0;
  #onward: Onward | undefined;
  #continued: Continued | undefined;

  constructor(ports: AttachmentPorts, conversationId: string, model: Model) {
    this.#ports = ports;
    this.#id = conversationId;
    this.#model = model;
  }

  /** The texts of the last request; `undefined` if there was only the first. */
  texts(): readonly string[] | undefined {
    return this.#continued?.texts();
  }

  /** The answer ends here; these messages of the user come before the next one. */
  steered(answer: AssistantMessage, steering: readonly UserMessage[]): void {
    this.#said.push({ ...answer, parts: answer.parts.slice(this.#viewed) }, ...steering);
    this.#viewed = 0;
  }

  /** `undefined` if nothing was added since the first request. */
  assemble(assembled: Assembled, tools: readonly Tool[], answer: AssistantMessage): Continuation | undefined {
    const news = [...this.#said, { ...answer, parts: answer.parts.slice(this.#viewed) }].filter(
      ({ parts }) => parts.length > 0,
    );
    if (news.length === 0) return undefined;
    this.#onward ??= this.#begin(assembled);
    this.#onward.add(news);
    this.#said = [];
    this.#viewed = answer.parts.length;
    const continued = this.#onward.request(answer.metadata.agent_session?.id);
    this.#continued = continued;
    const { elided, estimate, failure } = continued;
    return { context: { ...continued.context, tools: specsOf(tools) }, failure, elided, estimate };
  }

  #begin(assembled: Assembled): Onward {
    const { store } = this.#ports;
    return new Onward(assembled, {
      to: this.#model,
      load: (id) => loadContent(store, id),
      rules: attachmentRules(this.#ports, this.#model),
      estimator: estimatorOf(store, this.#model),
      known: cacheOf(store, this.#id).known,
    });
  }
}

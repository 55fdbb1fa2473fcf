// The rounds of a request that offers tools: runs what the model calls, and makes the request that goes on.
import type { Context } from "../../../assemble/context.ts";
import type { AssistantMessage, AssistantPart, ToolCall } from "../../../message/message.ts";
import type { Result } from "../../../message/result.ts";
import type { Tool } from "../../../tools/tool.ts";
import { blankAnswer } from "../../../turn/blank-answer.ts";
import type { NewId } from "../../../turn/new-id.ts";
import type { AttachmentPorts } from "../../../turn/request/assemble-turn.ts";
import { LaterRequests } from "../../../turn/request/later-requests.ts";
import { failureOf, type RefactorRequest, SESSION } from "../make-refactor.ts";
import * as words from "../words.ts";

/** A model that still reads after so many rounds does not answer. */
const MOST = 12;

type ToolResult = Extract<AssistantPart, { type: "tool-result" }>;

export interface ToolRoundPorts extends AttachmentPorts {
  newId: NewId;
  /** Runs the calls, as far as rules and the user allow. Never rejects, and every call has its result. */
  runCalls: (tools: readonly Tool[], calls: readonly ToolCall[], signal: AbortSignal) => Promise<ToolResult[]>;
}

export class ToolRounds {
  readonly #ports: ToolRoundPorts;
  readonly #request: RefactorRequest;
  readonly #later: LaterRequests;
  /** Everything said and done so far; stored nowhere. */
  #answer: AssistantMessage;
  #count = 0;

  constructor(ports: ToolRoundPorts, request: RefactorRequest) {
    this.#ports = ports;
    this.#request = request;
    this.#later = new LaterRequests(ports, SESSION, request.model);
    this.#answer = blankAnswer({ newId: ports.newId, profile: () => undefined }, SESSION, request.model, {});
  }

  get parts(): readonly AssistantPart[] {
    return this.#answer.parts;
  }

  /** The request after these calls. */
  async next(
    said: readonly AssistantPart[],
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<Result<Context>> {
    this.#count += 1;
    if (this.#count > MOST) return { ok: false, failure: failureOf("many-calls", words.manyCalls(MOST)) };
    const { tools, assembled } = this.#request;
    const results = await this.#ports.runCalls(tools, calls, signal);
    this.#answer = { ...this.#answer, parts: [...this.#answer.parts, ...said, ...results] };
    const since = this.#later.assemble(assembled, tools, this.#answer);
    if (since === undefined || since.failure !== undefined)
      return { ok: false, failure: failureOf("over-budget", words.readTooMuch) };
    return { ok: true, value: since.context };
  }
}

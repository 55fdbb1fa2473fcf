// Records an answer while it streams: tells the panel at once, saves at the end of each part and every 250 ms.
import * as z from "zod/mini";
import type { Failure } from "../message/failure.ts";
import type { Notice } from "../message/notice.ts";
import { reasonOf } from "../text/reason.ts";
import type {
  AnswerPhase,
  AssistantMessage,
  AssistantMetadata,
  AssistantPart,
  Finish,
  ToolCall,
  Usage,
} from "../message/message.ts";
import type { ReasoningProof } from "../send/event.ts";
import { TurnLost } from "../persist/ownership/fence.ts";
import { saveAnswer } from "../persist/messages.ts";
import type { Store } from "../persist/database/store.ts";
import * as words from "./words.ts";

const SAVE_EVERY_MS = 250;

export interface RecorderEvents {
  delta: (part: number, kind: "text" | "reasoning", text: string) => void;
  /** A part other than text is new or has changed. */
  part: (index: number, part: AssistantPart) => void;
  /** The answer cannot be stored. Called once; the answer goes on in memory. */
  failure: (failure: Failure) => void;
  notice: (notice: Notice) => void;
}

export class Recorder {
  readonly #store: Store;
  readonly #conversationId: string;
  readonly #events: RecorderEvents;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #saveFailed = false;
  /** The ids of the calls of this request: the provider's, and ours. */
  readonly #ids = new Map<string, string>();
  /** Calls that have begun and are not complete. */
  readonly #unfinished = new Set<string>();
  /** The output tokens of the requests before this one. */
  #earlierOutput = 0;
  message: AssistantMessage;

  constructor(store: Store, conversationId: string, message: AssistantMessage, events: RecorderEvents) {
    this.#store = store;
    this.#conversationId = conversationId;
    this.#events = events;
    this.message = message;
  }

  append(kind: "text" | "reasoning", text: string): void {
    const last = this.message.parts.length - 1;
    const open = this.message.parts[last];
    const isOpen = open?.type === kind && !isClosed(open);
    if (isOpen) this.#replace(last, { ...open, text: open.text + text });
    else {
      this.#save();
      this.#replace(last + 1, { type: kind, text });
    }
    this.#events.delta(this.message.parts.length - 1, kind, text);
    this.#timer ??= setTimeout(() => {
      this.#save();
    }, SAVE_EVERY_MS);
  }

  /** Closes the streaming reasoning with its signature; redacted reasoning becomes a separate part. */
  endReasoning({ signature, redacted, field, details }: ReasoningProof): void {
    const last = this.message.parts.length - 1;
    const open = this.message.parts[last];
    const opaque = z.array(Json).safeParse(details);
    const proof = {
      ...(signature !== undefined && { signature }),
      ...(redacted !== undefined && { redacted }),
      ...(field !== undefined && { field }),
      ...(opaque.success && { details: opaque.data }),
    };
    if (Object.keys(proof).length === 0) return;
    if (open?.type === "reasoning" && !isClosed(open) && redacted === undefined)
      this.#replace(last, { ...open, ...proof });
    else this.#replace(last + 1, { type: "reasoning", text: "", ...proof });
    this.#save();
    this.#tell(this.message.parts.length - 1);
  }

  /** Records whether the last text is a comment on the work or the answer itself. */
  endText(phase: AnswerPhase): void {
    const last = this.message.parts.findLastIndex(({ type }) => type === "text");
    const open = this.message.parts[last];
    if (open?.type === "text") this.#replace(last, { ...open, phase });
  }

  /** Shows the call as soon as its name is known; its arguments follow. */
  beginCall(given: string, name: string): void {
    const id = this.#ownId(given);
    const known = this.message.parts.findIndex((part) => part.type === "tool-call" && part.id === id);
    const before = this.message.parts[known];
    if (before?.type === "tool-call" && before.name === name) return;
    this.#unfinished.add(id);
    this.#putCall(known, { type: "tool-call", id, name, input: {} });
  }

  /** The call is complete. */
  call(given: string, name: string, input: unknown, extra?: unknown): void {
    const id = this.#ownId(given);
    const known = this.message.parts.findIndex((part) => part.type === "tool-call" && part.id === id);
    const json = Json.safeParse(input);
    const attached = Json.safeParse(extra);
    this.#unfinished.delete(id);
    this.#putCall(known, {
      type: "tool-call",
      id,
      name,
      input: json.success ? json.data : {},
      ...(extra !== undefined && attached.success && { extra: attached.data }),
    });
  }

  /** Galley asks the user by itself. */
  ask(given: string, name: string, input: Record<string, string>): void {
    this.#putCall(-1, { type: "tool-call", id: this.#ownId(given), name, input, by_host: true });
  }

  #putCall(known: number, call: ToolCall): void {
    const index = known < 0 ? this.message.parts.length : known;
    this.#replace(index, call);
    this.#save();
    this.#tell(index);
  }

  /** Whether the call is complete: one that broke off in the middle never runs. */
  isWhole({ id }: ToolCall): boolean {
    return !this.#unfinished.has(id);
  }

  /** Some providers number their calls from the start in every request, so a repeated id gets a suffix. */
  #ownId(given: string): string {
    const known = this.#ids.get(given);
    if (known !== undefined) return known;
    const isTaken = this.message.parts.some((part) => part.type === "tool-call" && part.id === given);
    const own = isTaken ? `${given}_${this.message.parts.length}` : given;
    this.#ids.set(given, own);
    return own;
  }

  /** Adds a step of a skill. */
  step(step: Extract<AssistantPart, { type: "skill-step" }>): void {
    this.#replace(this.message.parts.length, step);
    this.#save();
    this.#tell(this.message.parts.length - 1);
  }

  result(result: Extract<AssistantPart, { type: "tool-result" }>): void {
    this.#replace(this.message.parts.length, result);
    this.#save();
    this.#tell(this.message.parts.length - 1);
  }

  #tell(index: number): void {
    const part = this.message.parts[index];
    if (part !== undefined) this.#events.part(index, part);
  }

  /** The same answer continues with another request. */
  nextRequest(): void {
    this.#ids.clear();
    this.#earlierOutput = this.message.metadata.usage?.output ?? 0;
  }

  about(about: Partial<AssistantMetadata>): void {
    this.message = { ...this.message, metadata: { ...this.message.metadata, ...about } };
  }

  notice(notice: Notice): void {
    this.#events.notice(notice);
  }

  fail({ message, action, breakdown, offers }: Failure): void {
    if (action !== undefined) this.about({ error_action: action });
    if (breakdown !== undefined) this.about({ error_breakdown: breakdown });
    if (offers !== undefined) this.about({ error_offers: offers });
    this.finish("error", message);
  }

  /** Keeps the input of the last request, which contains the earlier ones, and the output of all. */
  usage({ output, ...input }: Usage): void {
    this.about({ usage: { ...input, output: output + this.#earlierOutput } });
  }

  finish(finish: Finish, error?: string): void {
    const metadata = { ...this.message.metadata, finish, ...(error !== undefined && { error }) };
    this.message = { ...this.message, metadata };
    this.#save();
  }

  #replace(index: number, part: AssistantPart): void {
    this.message = { ...this.message, parts: [...this.message.parts].toSpliced(index, 1, part) };
    this.#changed.add(index);
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      saveAnswer(this.#store, this.#conversationId, this.message, this.#changed);
      this.#changed.clear();
    } catch (error) {
      // The runner of a lost turn tells the user.
      if (error instanceof TurnLost) return;
      if (!this.#saveFailed) this.#events.failure(saveFailure(error));
      this.#saveFailed = true;
    }
  }
}

const Json = z.json();

/** What the server has said of a part holds for no word after it. */
function isClosed(part: Extract<AssistantPart, { type: "text" | "reasoning" }>): boolean {
  if (part.type === "text") return part.phase !== undefined;
  return [part.signature, part.redacted, part.field, part.details].some((proof) => proof !== undefined);
}

/** The failure of a turn that another window has taken over. */
export const TAKEN_OVER: Failure = {
  stage: "turn",
  code: "taken-over",
  message: words.takenOver,
  retryable: true,
};

export function saveFailure(error: unknown): Failure {
  if (error instanceof TurnLost) return TAKEN_OVER;
  return {
    stage: "persist",
    code: "not-saved",
    message: words.notSaved(reasonOf(error)),
    retryable: true,
    action: "export",
  };
}

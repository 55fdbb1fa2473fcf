// What a model says in one request, as parts that the next request repeats: its thoughts, its words and its calls.
import * as z from "zod/mini";
import type { AssistantPart, ToolCall } from "../../../message/message.ts";
import type { ReasoningProof, StreamEvent } from "../../../send/event.ts";

const Json = z.json();
const Details = z.array(Json);

export class AnswerParts {
  readonly #earlier: readonly AssistantPart[];
  readonly all: AssistantPart[] = [];

  /** `earlier`: the parts of the requests before this one. */
  constructor(earlier: readonly AssistantPart[]) {
    this.#earlier = earlier;
  }

  get calls(): ToolCall[] {
    return this.all.filter((part) => part.type === "tool-call");
  }

  add(event: StreamEvent): void {
    switch (event.type) {
      case "text":
      case "reasoning":
        this.#append(event.type, event.text);
        break;
      case "reasoning-end":
        this.#close(event);
        break;
      case "tool-call":
        this.#call(event);
        break;
      default:
      // Nothing that the next request repeats.
    }
  }

  #append(type: "text" | "reasoning", text: string): void {
    const last = this.all.at(-1);
    if (last?.type === type && !("signature" in last)) last.text += text;
    else this.all.push({ type, text });
  }

  #close({ signature, redacted, field, details }: ReasoningProof): void {
    const opaque = Details.safeParse(details).data;
    const proof = {
      ...(signature !== undefined && { signature }),
      ...(redacted !== undefined && { redacted }),
      ...(field !== undefined && { field }),
      ...(opaque !== undefined && { details: opaque }),
    };
    const last = this.all.at(-1);
    if (last?.type === "reasoning" && redacted === undefined) Object.assign(last, proof);
    else if (Object.keys(proof).length > 0) this.all.push({ type: "reasoning", text: "", ...proof });
  }

  /** Some providers number their calls from the start in every request, so a repeated id gets a suffix. */
  #call({ id, name, input, extra }: Extract<StreamEvent, { type: "tool-call" }>): void {
    const parts = [...this.#earlier, ...this.all];
    const isTaken = parts.some((part) => part.type === "tool-call" && part.id === id);
    const attached = Json.safeParse(extra);
    this.all.push({
      type: "tool-call",
      id: isTaken ? `${id}_${parts.length}` : id,
      name,
      input: Json.safeParse(input).data ?? {},
      ...(extra !== undefined && attached.success && { extra: attached.data }),
    });
  }
}

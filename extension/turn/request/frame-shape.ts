// What stands around a conversation in a request, and what it is made for.
import type { Layer } from "../../assemble/context.ts";
import type { Failure } from "../../message/failure.ts";
import type { Message } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import type { Pin } from "../../message/pin.ts";

export interface Frame {
  layers: Layer[];
  /** What the agent says of the request itself. */
  body?: Record<string, unknown>;
  /** The files each layer was made of, by its id. */
  sources?: Readonly<Partial<Record<string, readonly string[]>>>;
  /** The files of the project's instructions, and what each costs. */
  instructions?: readonly { path: string; tokens: number }[];
  left_out?: readonly { what: string; why: string }[];
  /** Set when the turn must not be sent. */
  failure?: Failure;
}

/** What a frame is wanted for. */
export interface FrameWanted {
  session_id: string;
  model: Model;
  /** Oldest first, with the turn. */
  messages: readonly Message[];
  pins: readonly Pick<Pin, "part">[];
}

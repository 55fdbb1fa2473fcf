// The layers of a request: its system text in pieces, and what comes with them.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Layer } from "../../assemble/context.ts";
import type { Failure } from "../../message/failure.ts";
import type { Message } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import type { Pin } from "../../message/pin.ts";

export interface LayerSet {
  layers: Layer[];
  /** What the profile adds to the request body. */
  body?: Record<string, unknown>;
  /** The files each layer was made of, by its id. */
  sources?: Readonly<Partial<Record<string, readonly string[]>>>;
  /** The files of the project's instructions, and what each costs. */
  instructions?: readonly { path: string; tokens: number }[];
  left_out?: readonly { what: string; why: string }[];
  /** Set when the turn must not be sent. */
  failure?: Failure;
}

/** The turn that layers are read for. */
export interface LayersWanted {
  session_id: string;
  model: Model;
  /** Oldest first, with the turn. */
  messages: readonly Message[];
  pins: readonly Pick<Pin, "part">[];
}

/** Adds the body, the omissions and the failure that came with the layers. */
export function withLayerSet(assembled: Assembled, { body, left_out = [], failure }: LayerSet): Assembled {
  const { context, manifest } = assembled;
  return {
    ...assembled,
    context: body === undefined ? context : { ...context, body },
    manifest: left_out.length === 0 ? manifest : { ...manifest, dropped: [...left_out, ...manifest.dropped] },
    failure: failure ?? assembled.failure,
  };
}

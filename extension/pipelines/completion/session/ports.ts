// What the completer needs from outside: time, the model, the files that may go, and those who are told.
import type { Failure } from "../../../message/failure.ts";
import type { Model } from "../../../message/model.ts";
import type { Result } from "../../../message/result.ts";
import type { Answer } from "../flight.ts";
import type { Wanted } from "../hole.ts";
import type { Fim } from "../request.ts";
import type { Source } from "../snippets/choose.ts";
import type { Answerer, Status } from "./status.ts";

export interface CompleterPorts {
  now: () => number;
  /** Calls after so long, unless it is cancelled. */
  after: (ms: number, call: () => void) => () => void;
  /** Whether the document is neither ignored nor secret. Never rejects. */
  isKept: (document: string) => Promise<boolean>;
  /** How the model fills in: asked once, then known. Never rejects. */
  probe: (model: Model) => Promise<Result<Fim>>;
  /** Whether a model that only converses is asked with every key. */
  isChatAsked: (model: Model) => boolean;
  /** Open and lately changed files, none of them ignored or secret. Never rejects. */
  sources: (document: string) => Promise<readonly Source[]>;
  /** Never rejects. */
  ask: (
    wanted: Wanted,
    model: Model,
    fim: Fim,
    signal: AbortSignal,
    grown: (output: string) => void,
  ) => Promise<Answer<Failure>>;
  status: (status: Status, by: Answerer) => void;
  /** A failure of a kind that was not told yet. */
  fail: (failure: Failure) => void;
  /** A text is shown that was not shown before. `provider/model`. */
  shown: (model: string) => void;
}

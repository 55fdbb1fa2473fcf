// The ports of a turn: those of each stage that it runs.
import type { BlankAnswerPorts } from "./blank-answer.ts";
import type { Ownership } from "./ownership.ts";
import type { AccountPorts } from "./request/account.ts";
import type { RequestPorts } from "./request/make-request.ts";
import type { SteeringPorts } from "./sources.ts";
import type { StartPorts } from "./start-model.ts";
import type { RoundPorts } from "./tools/tool-round.ts";
import type { WirePorts } from "./wire.ts";

export interface AnswerPorts
  extends RequestPorts, WirePorts, StartPorts, AccountPorts, RoundPorts, BlankAnswerPorts, SteeringPorts {
  /** Resolves when everything that a turn reads at its start is loaded. */
  ready: () => Promise<unknown>;
}

/** The ports of a turn that runs in this window. */
export type TurnPorts = AnswerPorts & Ownership;

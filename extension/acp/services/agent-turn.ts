// The turn that an agent answers in: it judges what the agent asks for meanwhile. The turn fills this port.
import type { CallAbout, ReadyCall } from "../../tools/tool.ts";

export type CallVerdict = { allowed: true } | { allowed: false; why: string };

export interface AgentTurn {
  /** The answer that the agent writes. */
  message_id: string;
  /** Whether the turn is still this window's. A turn that another window took over allows nothing. */
  isOurs: () => boolean;
  /** Whether a rule denies the call. */
  isDenied: (call: ReadyCall) => boolean;
  /** Decides by the rules, else asks the user. */
  isAllowed: (about: CallAbout, tool: string, call: ReadyCall, signal: AbortSignal) => Promise<CallVerdict>;
}

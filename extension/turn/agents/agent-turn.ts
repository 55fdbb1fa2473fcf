// What a turn offers to the agent that answers in it: the rules and the user decide what the agent may do.
import type { AgentTurn } from "../../acp/services/agent-turn.ts";
import { TurnLost } from "../../persist/ownership/fence.ts";
import { decide } from "../../tools/rules/rules.ts";
import { type AllowPorts, isAllowed, rulesOf } from "../tools/allowed.ts";
import type { Ownership } from "../ownership.ts";
import { TAKEN_OVER } from "../recorder.ts";
import type { PendingAsks } from "../tools/pending-asks.ts";

export function agentTurn(
  ports: AllowPorts & Ownership,
  conversation: string,
  message_id: string,
  asks: PendingAsks,
): AgentTurn {
  return {
    message_id,
    isOurs: () => ports.isOurs(),
    isDenied: ({ needs }) => {
      const rules = rulesOf(ports, conversation);
      return needs.some((need) => decide(rules, need) === "deny");
    },
    isAllowed: async (about, tool, call, signal) => {
      try {
        return await isAllowed(ports, about, tool, call, asks, signal);
      } catch (error) {
        // A turn that another window took over stores no rule, and allows nothing.
        if (error instanceof TurnLost) return { allowed: false, why: TAKEN_OVER.message };
        throw error;
      }
    },
  };
}

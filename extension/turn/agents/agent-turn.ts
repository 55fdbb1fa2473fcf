// A turn as the agent that answers in it sees it: the rules and the user judge what the agent asks for.
import type { AgentTurn } from "../../acp/services/agent-turn.ts";
import { TurnLost } from "../../persist/fence.ts";
import { decide } from "../../tools/rules/rules.ts";
import { isAllowed, rulesOf } from "../allowed.ts";
import { TAKEN_OVER } from "../recorder.ts";
import type { Rooms } from "../rooms.ts";
import type { Waits } from "../waits.ts";

export function agentTurn(rooms: Rooms, conversation: string, message_id: string, waits: Waits): AgentTurn {
  return {
    message_id,
    isOurs: () => rooms.isOurs?.() !== false,
    isDenied: ({ needs }) => {
      const rules = rulesOf(rooms, conversation);
      return needs.some((need) => decide(rules, need) === "deny");
    },
    isAllowed: async (about, tool, call, signal) => {
      try {
        return await isAllowed(rooms, about, tool, call, waits, signal);
      } catch (error) {
        // A turn that another window took over stores no rule, and allows nothing.
        if (error instanceof TurnLost) return { allowed: false, why: TAKEN_OVER.message };
        throw error;
      }
    },
  };
}

// Fills the records that agents need from the database: their sessions, the user's choices and replayed messages.
import type { AgentRecords } from "../../acp/window/agent-records.ts";
import { newConversation } from "../../message/conversation.ts";
import { readAgentChoices, saveAgentChoices } from "../../persist/agents/agent-choices.ts";
import { agentSessionOf, wasAnswered } from "../../persist/agents/agent-session.ts";
import { writeConversation } from "../../persist/conversation.ts";
import type { Store } from "../../persist/database/store.ts";
import { countMessages } from "../../persist/messages.ts";
import { readSummary } from "../../persist/conversations.ts";

interface RecordPorts {
  store: Store;
  now: () => number;
  newMessageId: () => string;
}

export function agentRecords({ store, now, newMessageId }: RecordPorts): AgentRecords {
  return {
    sessionOf: (conversation, model) => agentSessionOf(store, conversation, model),
    wasAnswered: (conversation, model) => wasAnswered(store, conversation, model),
    choices: (conversation, agent) => readAgentChoices(store, conversation, agent),
    saveChoices: (conversation, agent, choices) => {
      if (store.readOnly || readSummary(store, conversation) === undefined) return false;
      try {
        saveAgentChoices(store, conversation, agent, choices);
        return true;
      } catch {
        // If the disk refuses, the turn that stores the next message reports it.
        return false;
      }
    },
    saveReplayed: (conversation, rows) => {
      const at = now();
      const messages = rows.map(({ parts, ...about }, index) => ({
        message: { id: newMessageId(), created_at: at + index, ...about },
        parts,
      }));
      return store.transaction(() => {
        if (countMessages(store, conversation) > 0) return false;
        if (messages.length === 0) return true;
        const summary = readSummary(store, conversation) ?? newConversation(conversation, at);
        writeConversation(store, summary, { messages, manifests: [], skill_invocations: [] });
        return true;
      });
    },
  };
}

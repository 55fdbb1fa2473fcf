// What was chosen of an ACP agent's modes and options in a conversation, by agent.
import * as z from "zod/mini";
import { AgentChoices } from "../../message/agents/agent-choices.ts";
import { readJson } from "../database/read-json.ts";
import type { Store } from "../database/store.ts";

const ByAgent = z.record(z.string(), AgentChoices);
const Row = z.object({ agent_choices: z.nullable(z.string()) });

/** A read-only database of an earlier version may lack the column. */
function hasChoices(store: Store): boolean {
  const sql = "SELECT 1 FROM pragma_table_info('chat_sessions') WHERE name = 'agent_choices'";
  return !store.readOnly || store.get(sql) !== undefined;
}

function readAll(store: Store, conversationId: string): z.infer<typeof ByAgent> {
  if (!hasChoices(store)) return {};
  const row = store.get("SELECT agent_choices FROM chat_sessions WHERE id = ?", conversationId);
  const text = row === undefined ? null : Row.parse(row).agent_choices;
  return ByAgent.safeParse(text === null ? {} : readJson(text)).data ?? {};
}

export function readAgentChoices(store: Store, conversationId: string, agent: string): AgentChoices {
  return readAll(store, conversationId)[agent] ?? {};
}

/** The conversation must be stored. */
export function saveAgentChoices(store: Store, conversationId: string, agent: string, choices: AgentChoices): void {
  store.transaction(() => {
    const all = JSON.stringify({ ...readAll(store, conversationId), [agent]: choices });
    store.run("UPDATE chat_sessions SET agent_choices = ? WHERE id = ?", all, conversationId);
  });
}

/** To a conversation that is stored. The caller holds the transaction. */
export function copyAgentChoices(store: Store, from: string, to: string): void {
  store.run(
    "UPDATE chat_sessions SET agent_choices = (SELECT agent_choices FROM chat_sessions WHERE id = ?) WHERE id = ?",
    from,
    to,
  );
}

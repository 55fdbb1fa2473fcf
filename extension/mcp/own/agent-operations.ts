// Tools for an agent, as operations of Galley's own server. It cannot ask the user: it does what the rules allow, and says how to allow the rest.
import { decide, type Rule } from "../../tools/rules/rules.ts";
import type { CallAbout, Tool } from "../../tools/tool.ts";
import type { OwnOperation } from "./own-server.ts";
import * as words from "../words.ts";

export interface AgentTools {
  tools: readonly Tool[];
  rules: readonly Rule[];
}

/** No conversation of Galley's makes these calls. */
const ABOUT: CallAbout = { session_id: "", message_id: "", call_id: "" };

/** `now` gives the tools as they are at a call; `offered` only names and describes them. */
export function agentOperations(offered: readonly Tool[], now: () => Promise<AgentTools>): OwnOperation[] {
  return offered.map(({ name, description, input_schema }) => ({
    name,
    description,
    input_schema,
    run: async (input) => {
      const { tools, rules } = await now();
      const tool = tools.find((one) => one.name === name);
      return tool === undefined ? { ok: false, output: words.unknownTool(name) } : call(tool, input, rules);
    },
  }));
}

async function call(tool: Tool, input: unknown, rules: readonly Rule[]): Promise<{ ok: boolean; output: string }> {
  const prepared = await tool.prepare(input, ABOUT);
  if (!prepared.ok) return { ok: false, output: prepared.output };
  const { needs, changes, run } = prepared.call;
  const held = changes ? rules.filter(isForWrites) : rules;
  const unmet = needs.find((need) => decide(held, need) !== "allow");
  if (unmet !== undefined || (changes && needs.length === 0))
    return { ok: false, output: words.notForAgents(tool.name, unmet?.permission ?? "", unmet?.pattern ?? "") };
  const { ok, output } = await run(new AbortController().signal);
  return { ok, output };
}

/** The window follows the settings. A permission that was given in a conversation may be gone before the server hears of it. */
function isForWrites({ from, action }: Rule): boolean {
  return action !== "allow" || from === "settings";
}

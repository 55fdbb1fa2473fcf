// Tools that only read, as operations of Galley's own server. A program that cannot ask the user does only what needs no question.
import { decide, type Rule } from "../../tools/rules/rules.ts";
import type { CallAbout, Tool } from "../../tools/tool.ts";
import type { OwnOperation } from "./own-server.ts";
import * as words from "../words.ts";

export interface ReadingTools {
  tools: readonly Tool[];
  rules: readonly Rule[];
}

/** No conversation of Galley's makes these calls. */
const ABOUT: CallAbout = { session_id: "", message_id: "", call_id: "" };

/** `now` gives the tools as they are at a call; `offered` only names and describes them. */
export function readingOperations(offered: readonly Tool[], now: () => Promise<ReadingTools>): OwnOperation[] {
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
  if (changes || needs.some((need) => decide(rules, need) !== "allow"))
    return { ok: false, output: words.notForAgents(tool.name) };
  const { ok, output } = await run(new AbortController().signal);
  return { ok, output };
}

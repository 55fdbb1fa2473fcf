// find_tools: lets the model search when servers offer more tools than a request should list.
import * as z from "zod/mini";
import type { Outcome, Tool } from "../tools/tool.ts";
import { counted } from "../text/counted.ts";
import * as words from "./words.ts";

/** With more tools than this, the model searches the tools of servers instead of reading a list of all. */
export const MOST_LISTED = 40;

const MOST_FOUND = 8;

export const FIND_TOOLS = "find_tools";

const Query = z.object({ query: z.string() });

/**
 * `found` remembers the tools for the later turns of the conversation; in this turn they go with the result. See
 * `withFound` for what a search does to the beginning of the request.
 */
export function findTools(
  all: readonly Tool[],
  servers: readonly string[],
  found: (tools: readonly Tool[]) => void,
): Tool {
  return {
    name: FIND_TOOLS,
    description: `Search MCP server tools by purpose. You can call the tools it returns. ${counted(all.length, "tool")} of: ${servers.join(", ")}.`,
    input_schema: {
      type: "object",
      properties: { query: { type: "string", description: "Keywords that describe the task" } },
      required: ["query"],
    },
    harmless: false,
    prepare: (input) => {
      const given = Query.safeParse(input);
      if (!given.success) return Promise.resolve({ ok: false, output: words.queryMissing });
      const { query } = given.data;
      const run = (): Promise<Outcome> => {
        const matching = search(all, query);
        found(matching);
        return Promise.resolve({ ok: true, output: describe(matching, query), offers: matching });
      };
      return Promise.resolve({ ok: true, call: { title: words.searchTools(query), needs: [], changes: false, run } });
    },
  };
}

/** The best match first: a word of the name counts more than one of the description. */
export function search(all: readonly Tool[], query: string): Tool[] {
  const wanted = wordsOf(query);
  const scored = all.map((tool) => ({ tool, score: scoreOf(tool, wanted) })).filter(({ score }) => score > 0);
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ tool }) => tool);
}

function scoreOf({ name, description }: Tool, wanted: readonly string[]): number {
  const named = wordsOf(name);
  const described = new Set(wordsOf(description));
  return wanted.reduce((total, word) => {
    if (named.includes(word)) return total + 10;
    if (named.some((part) => part.startsWith(word) || word.startsWith(part))) return total + 5;
    return total + (described.has(word) ? 2 : 0);
  }, 0);
}

/** Words and numbers: `getIssue` and `get-issue` are two words each. */
function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/\p{L}{2,}|\p{N}+/gu) ?? []
  );
}

function describe(tools: readonly Tool[], query: string): string {
  if (tools.length === 0) return words.noneFound(query);
  const specs = tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
  return words.found(JSON.stringify(specs, null, 1));
}

/** The tool names in a result of find_tools, even if it was cut. */
export function namesFound(output: string): string[] {
  return [...output.matchAll(/^ {2}"name": "([\w-]+)",$/gm)].map(([, name = ""]) => name);
}

// The tools that the command of a turn asks for: some of those that the turn has anyway, never others.
import * as z from "zod/mini";
import type { UserMessage } from "../../../message/message.ts";
import type { Tool } from "../../../tools/tool.ts";

const Metadata = z.looseObject({ command: z.looseObject({ tools: z.array(z.string()) }) });

/** What command files written for other programs call the tools of Galley, without signs and in lower case. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  askuserquestion: ["question"],
  codebase: ["grep", "glob", "read"],
  editfiles: ["edit", "write"],
  fetch: ["webfetch"],
  ls: ["glob"],
  multiedit: ["edit"],
  runcommands: ["bash"],
  search: ["grep", "glob"],
  todowrite: ["todo"],
};

/** All tools if the command names none, or none that Galley has. A pattern such as `bash(git *)` counts as its tool. */
export function commandTools({ metadata }: UserMessage, all: readonly Tool[]): readonly Tool[] {
  const named = Metadata.safeParse(metadata).data?.command.tools;
  if (named === undefined) return all;
  return namesNoTool(named, all) ? all : toolsNamed(named, all);
}

/** None of the names is a tool at hand: the list then narrows nothing. An empty list takes all tools away. */
export function namesNoTool(named: readonly string[], all: readonly Tool[]): boolean {
  return named.length > 0 && toolsNamed(named, all).length === 0;
}

function toolsNamed(named: readonly string[], all: readonly Tool[]): readonly Tool[] {
  const wanted = new Set(named.map((name) => plain(name)).flatMap((name) => OTHERS[name] ?? [name]));
  return all.filter(({ name }) => wanted.has(plain(name)));
}

/** `Bash(git add:*)`, `WebFetch` and `mcp__server__tool` are bash, web_fetch and server_tool. */
function plain(name: string): string {
  return name
    .replace(/\(.*$/s, "")
    .replace(/^mcp__/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

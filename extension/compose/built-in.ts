// Galley's built-in commands, one line each.
import type { Command, PartOf, RestGoes } from "./catalog.ts";
import type { Argument } from "./expand.ts";
import * as words from "./words.ts";

export const BUILT_INS: readonly Command[] = [
  action("/new", words.builtIns.new, "galley.new", "text"),
  action("/branch", words.builtIns.branch, "galley.branch"),
  action("/sidecar", words.builtIns.sidecar, "galley.sidecar", "text", "in"),
  action("/inspect", words.builtIns.inspect, "galley.inspectNext"),
  action("/rewind", words.builtIns.rewind, "galley.rewind"),
  action("/compact", words.builtIns.compact, "galley.compact"),
  action("/queue", words.builtIns.queue, "galley.queue.add", "text", "in"),
  action("/archive", words.builtIns.archive, "galley.archive"),
  action("/model", words.builtIns.model, "galley.selectModel"),
  action("/memory", words.builtIns.memory, "galley.memory.show", "text", "in"),
  action("/export", words.builtIns.export, "galley.export"),
  action("/help", words.builtIns.help, "galley.listCommands"),
  part("/read", words.builtIns.read, "place", [{ name: "path", required: true, isPath: true }]),
  part("/diff", words.builtIns.diff, "diff"),
  part("/problems", words.builtIns.problems, "problems"),
  input("/search", words.builtIns.search, "query", words.searchPrompt, "search"),
];

export const BUILT_IN_IDS: ReadonlySet<string> = new Set(BUILT_INS.map(({ id }) => id));

/** `takes` names the rest of the message if the action takes it. */
function action(id: string, description: string, run: string, takes?: string, goes: RestGoes = "along"): Command {
  const wanted: Argument[] = takes === undefined ? [] : [{ name: takes, required: false }];
  const restGoes = takes === undefined ? "back" : goes;
  return { ...builtIn(id, description, wanted), body: { kind: "action", run, restGoes } };
}

function input(id: string, description: string, argument: string, text: string, intent: string): Command {
  const wanted = [{ name: argument, required: true }];
  return { ...builtIn(id, description, wanted), body: { kind: "template", text, intent } };
}

/** What else is written goes behind the part. */
function part(id: string, description: string, of: PartOf, wanted: Argument[] = []): Command {
  return { ...builtIn(id, description, wanted), body: { kind: "part", of } };
}

function builtIn(id: string, description: string, wanted: Argument[]): Omit<Command, "body"> {
  return { id, description, source: "built-in", origin: words.builtIn, arguments: wanted };
}

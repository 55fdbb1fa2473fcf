// Galley's built-in commands, one line each.
import type { Command, RestGoes } from "./catalog.ts";
import type { Argument } from "./expand.ts";

export const BUILT_INS: readonly Command[] = [
  action("/new", "Start a new conversation. Text after the command becomes the draft", "galley.new", "text"),
  action("/branch", "Branch from an earlier message into a new conversation", "galley.branch"),
  action("/sidecar", "Open a sidecar. Text after the command is sent immediately", "galley.sidecar", "text", "in"),
  action("/inspect", "Preview the request", "galley.inspectNext"),
  action("/rewind", "Rewind to an earlier message and edit it", "galley.rewind"),
  action("/compact", "Compact the conversation into a summary", "galley.compact"),
  action("/queue", "Add the text to the queue. Without text, resume the queue", "galley.queue.add", "text", "in"),
  action("/archive", "Archive this conversation", "galley.archive"),
  action("/model", "Select a model", "galley.selectModel"),
  action("/memory", "Save the text as a memory. Without text, show memories", "galley.memory.show", "text", "in"),
  action("/export", "Export this conversation", "galley.export"),
  action("/help", "List slash commands", "galley.listCommands"),
  input("/search", "Search the workspace", "query", "Search the workspace for: $ARGUMENTS", "search"),
];

export const BUILT_IN_IDS: ReadonlySet<string> = new Set(BUILT_INS.map(({ id }) => id));

/** `takes` names the rest of the message where the action takes it. */
function action(id: string, description: string, run: string, takes?: string, goes: RestGoes = "along"): Command {
  const wanted: Argument[] = takes === undefined ? [] : [{ name: takes, required: false }];
  const restGoes = takes === undefined ? "back" : goes;
  return { ...builtIn(id, description, wanted), body: { kind: "action", run, restGoes } };
}

function input(id: string, description: string, argument: string, text: string, intent: string): Command {
  const wanted = [{ name: argument, required: true }];
  return { ...builtIn(id, description, wanted), body: { kind: "template", text, intent } };
}

function builtIn(id: string, description: string, wanted: Argument[]): Omit<Command, "body"> {
  return { id, description, source: "built-in", origin: "built in", arguments: wanted };
}

// The commands Galley brings itself, one line each. One whose feature is not there yet has no line yet.
import type { Command, RestGoes } from "./catalog.ts";
import type { Argument } from "./expand.ts";

export const BUILT_INS: readonly Command[] = [
  action("/new", "Start a new conversation; text behind it becomes its draft", "galley.new", "text"),
  action("/branch", "Go on from an earlier point in a conversation of its own", "galley.branch"),
  action(
    "/sidecar",
    "Ask something aside, in a pane of its own; text behind it is sent at once",
    "galley.sidecar",
    "text",
    "in",
  ),
  action("/inspect", "Show what the model would see now", "galley.inspectNext"),
  action("/rewind", "Take a message and all that followed back into the draft", "galley.rewind"),
  action("/compact", "Let a summary stand for the conversation so far", "galley.compact"),
  action("/queue", "Keep what is behind it for later; alone, send what waits", "galley.queue.add", "text", "in"),
  action("/archive", "Put this conversation out of the list", "galley.archive"),
  action("/model", "Choose the model that answers", "galley.selectModel"),
  action("/memory", "Show what is remembered; text behind it is kept for later", "galley.memory.show", "text", "in"),
  action("/export", "Save this conversation as a file", "galley.export"),
  action("/help", "List every command", "galley.listCommands"),
  input("/search", "Search the project", "query", "Search the project for: $ARGUMENTS", "search"),
];

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

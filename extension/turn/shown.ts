// A stored message as the panel shows it.
import { DEFAULT_PROFILE } from "../assemble/profiles/resolve-profiles.ts";
import { actionsOf } from "../message/action-record.ts";
import type { AssistantPart } from "../message/message.ts";
import { type Part, partToJson } from "../message/part.ts";
import { readEdits } from "../persist/edited/edits.ts";
import type { StoredMessage } from "../persist/messages.ts";
import type { Store } from "../persist/database/store.ts";
import type { ShownEdit, ShownMessage } from "../protocol/conversation.ts";

/** The panel shows what an attachment is; its bytes stay in the host. */
function withoutBytes(part: Part): Part {
  if (part.type !== "file-attachment") return part;
  const { data, ...descriptor } = part;
  return descriptor;
}

/** The panel shows only this much of a tool's output. */
const SHOWN_OUTPUT = 10_000;

export function shownPart(part: AssistantPart): AssistantPart {
  if (part.type !== "tool-result" || part.output.length <= SHOWN_OUTPUT) return part;
  return { ...part, output: part.output.slice(0, SHOWN_OUTPUT), truncated: true };
}

const CHANGES: ReadonlySet<string> = new Set([
  ...["edit", "write"],
  ...["create_skill", "update_skill", "add_artifact"],
]);

/** The message with the files that its tools changed. */
export function shownAnswer(store: Store, stored: StoredMessage): ShownMessage {
  const shown = shownMessage(stored);
  const { message } = stored;
  // An agent may write files without a call of such a name.
  const isAgents = message.role === "assistant" && message.metadata.agent_session !== undefined;
  const mayHave = isAgents || message.parts.some((part) => part.type === "tool-call" && CHANGES.has(part.name));
  const edits = mayHave ? shownEdits(store, message.id) : [];
  return edits.length === 0 || shown.role !== "assistant" ? shown : { ...shown, edits };
}

export function shownEdits(store: Store, messageId: string): ShownEdit[] {
  return readEdits(store, messageId).map(({ path, added, removed, state }) => ({ path, added, removed, state }));
}

export function shownMessage({ at, message }: StoredMessage): ShownMessage {
  if (message.role === "user") {
    const parts = message.parts.map((part) => partToJson(withoutBytes(part)));
    const actions = actionsOf(message.metadata);
    return { role: "user", id: message.id, at, parts, ...(actions.length > 0 && { actions }) };
  }
  const { model, model_name, agent = DEFAULT_PROFILE, finish, error, usage } = message.metadata;
  const { error_action, error_breakdown, error_offers } = message.metadata;
  return {
    role: "assistant",
    id: message.id,
    at,
    model: model_name ?? model,
    ...(agent !== DEFAULT_PROFILE && { agent }),
    parts: message.parts.map(shownPart),
    finish,
    ...(error !== undefined && { error }),
    ...(error_action !== undefined && { action: error_action }),
    ...(error_breakdown !== undefined && { breakdown: error_breakdown }),
    ...(error_offers !== undefined && { offers: error_offers }),
    ...(usage !== undefined && { usage }),
  };
}

// Queues the message of a schedule in a conversation of its own. It is sent like any queued message.
import type { Catalog } from "../../compose/catalog.ts";
import { givenCommand } from "../../message/given-command.ts";
import type { Part } from "../../message/part.ts";
import type { Result } from "../../message/result.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { Schedule } from "./schedules.ts";
import * as words from "../words.ts";

export interface SchedulePorts {
  conversation: (id: string) => Pick<Conversation, "rename"> & { runner: Pick<Conversation["runner"], "keep"> };
  newConversationId: () => string;
  catalog: () => Catalog;
}

/** Returns the id of the conversation, or why nothing was queued. */
export async function queueScheduled(
  { conversation, newConversationId, catalog }: SchedulePorts,
  { name, message }: Pick<Schedule, "name" | "message">,
): Promise<Result<string, string>> {
  const parts: Part[] = [{ type: "text", text: message }];
  const { byId } = catalog();
  const command = givenCommand(parts, (id) => byId.has(id));
  if (command !== undefined && byId.get(command.id)?.body.kind === "action")
    return { ok: false, failure: words.scheduledAction(name, command.id) };
  const id = newConversationId();
  const made = conversation(id);
  const kept = await made.runner.keep(parts, { endsDraft: false, holds: null, from: { kind: "schedule", name } });
  if (!kept.ok) return { ok: false, failure: words.notQueued(name, kept.failure.message) };
  made.rename(name);
  return { ok: true, value: id };
}

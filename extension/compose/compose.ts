// Draft and facts become one message: parts in the user's order, with what each reference stood for.
import type { FileFact, Facts } from "../acquire/facts.ts";
import type { Failure } from "../message/failure.ts";
import { fileTargetOf, targetKey } from "../message/file-target.ts";
import { isBlank, SCHEMA_VERSION, type UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import type { Snapshot } from "../message/snapshot.ts";

export interface Composed {
  message: UserMessage;
  /** The texts the snapshots name, to be stored with the message. */
  contents: ReadonlyMap<string, string>;
  /** Why the message must not be sent as it is. A preview shows it all the same. */
  failures: Failure[];
}

export function compose(parts: readonly Part[], facts: Facts, newId: () => string): Composed {
  const contents = new Map<string, string>();
  const snapshots: Record<string, Snapshot> = {};
  for (const [index, part] of parts.entries()) {
    const target = fileTargetOf(part);
    const fact = target && facts.files.get(targetKey(target));
    if (fact === undefined) continue;
    snapshots[index] = toSnapshot(fact);
    if (fact.state === "text") contents.set(fact.content_id, fact.text);
  }
  const message: UserMessage = {
    id: newId(),
    role: "user",
    parts: [...parts],
    metadata: { schema_version: SCHEMA_VERSION, snapshots },
  };
  return { message, contents, failures: isBlank(parts) ? [blankFailure] : [] };
}

const blankFailure: Failure = {
  stage: "compose",
  code: "blank",
  message: "There is nothing to send yet. Type a message or add a selection.",
  retryable: false,
};

export function toSnapshot(fact: FileFact): Snapshot {
  if (fact.state !== "text") return fact;
  const { state, content_id, language, range, unsaved, clamped, folder } = fact;
  return {
    state,
    content_id,
    language,
    unsaved,
    clamped,
    ...(range !== undefined && { range }),
    ...(folder !== undefined && { folder }),
  };
}

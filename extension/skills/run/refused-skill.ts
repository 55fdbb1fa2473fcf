// Records a skill that could not be composed, so that its message was not sent.
import type { Invoked } from "../../compose/catalog.ts";
import { recordIn } from "../../message/invocation.ts";
import type { SkillRecords } from "./run-ports.ts";

export function keepRefusal(
  records: Pick<SkillRecords, "add">,
  session_id: string,
  invoked: Invoked | undefined,
): void {
  if (invoked === undefined || invoked.ok) return;
  const record = recordIn(invoked.failure.record ?? "");
  if (record === undefined) return;
  const outcome = { kind: "refused" as const, words: invoked.failure.problem };
  records.add({ session_id, message_id: "", record, outcome });
}

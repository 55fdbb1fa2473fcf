// What the inspector shows of a request that belongs to no conversation: one that would be sent, or one that was sent.
import type { Assembled } from "../assemble/assemble.ts";
import type { Model } from "../message/model.ts";
import type { Journal } from "../send/line/journal.ts";
import { type Inspected, inspected } from "./inspect.ts";
import { trafficText } from "./traffic.ts";

export interface LoneRequest {
  model: Model;
  assembled: Assembled;
  /** In the shape of its wire. */
  lowered: unknown;
}

export function inspectAlone(title: string, { model, assembled, lowered }: LoneRequest): Inspected {
  return inspected("next", title, model.name ?? model.id, assembled, { request: lowered }, undefined);
}

/** With its bytes and those of the answer, as long as the journal has them. */
export function inspectSentAlone(
  title: string,
  { model, assembled, lowered }: LoneRequest,
  journal: Pick<Journal, "entries">,
): Inspected {
  const { message_id, actual } = assembled.manifest;
  const name = model.name ?? model.id;
  const seen = inspected("alone", title, name, assembled, { request: lowered }, undefined, actual ?? undefined);
  const traffic = trafficText(journal.entries(message_id));
  return { ...seen, inspection: { ...seen.inspection, ...(traffic !== "" && { traffic }) } };
}

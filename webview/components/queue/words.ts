// What the tray of queued messages says.
import type { Origin } from "../../../extension/message/message.ts";
import type { QueueAction } from "../../../extension/protocol/queue.ts";
import { counted } from "../../../extension/text/counted.ts";

export const onHold = "Queue on hold";
export const resume = "Resume";
export const queuedMessages = "Queued messages";
export const steers = "steers";
const origins = {
  link: "from a link",
  extension: "from an extension",
  schedule: "scheduled",
} as const satisfies Record<Origin["kind"], string>;
export const from = (kind: Origin["kind"], name: string): string =>
  name === "" ? origins[kind] : `${origins[kind]}: ${name}`;
export const chipCount = (count: number): string => counted(count, "chip");
export const actions = {
  edit: "Edit",
  "move-up": "Move up",
  "move-down": "Move down",
  "send-now": "Send now",
  cancel: "Cancel",
} as const satisfies Record<QueueAction, string>;
export const actionOn = (action: string, message: string): string => `${action}: ${message}`;
export const canceled = "Message canceled";
export const undo = "Undo";

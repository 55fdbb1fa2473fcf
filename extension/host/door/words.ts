// What Galley says about messages from other programs.
import type { Origin } from "../../message/message.ts";

const senders = {
  link: "A link",
  extension: "An extension",
  schedule: "A schedule",
} as const satisfies Record<Origin["kind"], string>;
export const received = (kind: Origin["kind"], name: string): string =>
  `${senders[kind]}${name === "" ? "" : ` (${name})`} put a message into a queue. Galley sends it only when you resume the queue.`;
export const show = "Show";

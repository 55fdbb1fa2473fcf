// Joins consecutive events that belong together into one.
import type { StreamEvent } from "../../send/event.ts";

/** Appends the event, or joins it to the last one. It may change events of the list, so they must not be shared. */
export function addJoined(events: StreamEvent[], event: StreamEvent): void {
  const last = events.at(-1);
  if (last?.type === "text" && event.type === "text") last.text += event.text;
  else if (last?.type === "reasoning" && event.type === "reasoning") last.text += event.text;
  else if (last?.type === "tool-call" && event.type === "tool-call" && last.id === event.id)
    events.splice(-1, 1, event);
  else if (event.type === "usage" && events.some(isUsage)) events[events.findLastIndex(isUsage)] = event;
  else events.push(event.type === "text" || event.type === "reasoning" ? { ...event } : event);
}

function isUsage({ type }: StreamEvent): boolean {
  return type === "usage";
}

/** About how many characters it holds. */
export function weightOf(event: StreamEvent): number {
  if (event.type === "text" || event.type === "reasoning") return event.text.length;
  if (event.type === "tool-result") return 100 + event.output.length;
  return event.type === "tool-call" ? 100 + JSON.stringify(event.input).length : 100;
}

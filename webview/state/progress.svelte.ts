// The progress of each running call, by call id, in the words of the tool or server that runs it.
import { SvelteMap } from "svelte/reactivity";
import { forgetCallStarts } from "./answer/call-start.ts";

export const progressOf = new SvelteMap<string, string>();

/** Call when nothing runs or another conversation is shown: call ids are unique only within a conversation. */
export function forgetCalls(): void {
  progressOf.clear();
  forgetCallStarts();
}

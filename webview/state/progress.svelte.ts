// How far each running call is, in the words of whoever runs it: by call, as the host tells it.
import { SvelteMap } from "svelte/reactivity";
import { forgetBegun } from "./begun.ts";

export const progressOf = new SvelteMap<string, string>();

/** Nothing runs any more, or what does is of another conversation: there the same id is another call. */
export function forgetCalls(): void {
  progressOf.clear();
  forgetBegun();
}

// How far each running call is, in the words of whoever runs it: by call, as the host tells it.
import { SvelteMap } from "svelte/reactivity";

export const progressOf = new SvelteMap<string, string>();

// What a sender needs: the provider's URL, the key, the network and the journal.
import type { Journal } from "./line/journal.ts";

/** Time, the network and chance are arguments. */
export interface Access {
  provider: string;
  /** As people call it, in sentences: "Anthropic". */
  name: string;
  /** Without it the provider's own address. */
  baseUrl?: string;
  key?: string;
  fetch: typeof fetch;
  journal?: Journal;
  /** The message that is answered: the journal's entries are found by it. */
  about?: string;
  patience?: Partial<Patience>;
  /** What servers have demanded so far, by URL and model: what one has refused once does not go to it again. */
  demands?: Map<string, Set<object>>;
}

export interface Patience {
  /** From the request to the first byte of its answer. */
  firstByteMs: number;
  /** Between two pieces of an answer. */
  stallMs: number;
  /** Of an answer, in bytes. */
  longestAnswer: number;
  attempts: number;
  /** Before the second attempt; doubled for each further one. */
  backoffMs: number;
  /** A provider that wants a longer wait is not waited for. */
  longestWaitMs: number;
}

export const PATIENCE: Patience = {
  firstByteMs: 120_000,
  stallMs: 60_000,
  longestAnswer: 16 * 1024 * 1024,
  attempts: 5,
  backoffMs: 1_000,
  longestWaitMs: 120_000,
};

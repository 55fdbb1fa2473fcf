// How long Galley waits for an agent.

export interface Patience {
  /** For the start: some agents are downloaded first. */
  startMs: number;
  sessionMs: number;
  /** For the user to sign in, in a browser. */
  signInMs: number;
  /** From Stop to the end of the turn. */
  stopMs: number;
}

export const PATIENCE: Patience = { startMs: 60_000, sessionMs: 60_000, signInMs: 15 * 60_000, stopMs: 5_000 };

// How long an agent is waited for.

export interface Patience {
  /** Until it has said what it can: some are downloaded first. */
  startMs: number;
  sessionMs: number;
  /** For the user to sign in, in a browser. */
  signInMs: number;
  /** From Stop to the end of the turn. */
  stopMs: number;
}

export const PATIENCE: Patience = { startMs: 60_000, sessionMs: 60_000, signInMs: 15 * 60_000, stopMs: 5_000 };

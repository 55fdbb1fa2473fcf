// One attempt to break a promise of Galley's: what an attacker does, and what must be true afterwards.

/** The promises, in the order in which the drill prints them. */
export const PROMISES = {
  keys: "A key goes to the host it was given for and to no other",
  acts: "Nothing is sent, run or read without the user's act",
  folder: "A folder is a stranger until trusted, and even then it can only narrow",
  files: "A file is whole before and after",
  permission: "Permission is asked for what will happen",
  peers: "A peer cannot exhaust us",
  secrets: "Secrets are in no log, journal, export, manifest or panel",
  lease: "Two windows, sleep and a wrong clock never give two turns",
  data: "Unreachable data is removed, reachable data never is",
} as const;
export type PromiseName = keyof typeof PROMISES;

export interface Setting {
  /** Empty and the attack's own. The drill removes it. */
  folder: string;
  /** `npm run drill` tries everything; `npm test` tries a few of each kind. */
  isFull: boolean;
}

export interface Attack {
  promise: PromiseName;
  /** Who attacks: "hostile workspace", "hostile MCP server", "full disk". */
  attacker: string;
  /** What is tried, in one short sentence. */
  tries: string;
  /**
   * Runs Galley's own modules on the event loop that the drill watches; the attacker's side runs in another process or
   * thread, or costs next to nothing. Throws, for example by an assertion, when the promise does not hold.
   * Returns how many things were tried when it is more than one.
   */
  run: (setting: Setting) => Promise<number | undefined>;
  /** The work that is measured runs in VS Code in another thread or process: its stalls are not the host's. */
  isElsewhere?: boolean;
  /** The attacker uses links, modes, signals or `/bin/sh`: it is not tried on Windows. */
  needsPosix?: boolean;
}

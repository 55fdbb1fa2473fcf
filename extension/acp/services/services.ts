// What an agent may ask of Galley while it answers. The turn fills this port.
import type { Diff, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import type { Result } from "../../message/result.ts";

/** Decided by a rule or the user; `stopped` if the turn was stopped. */
export type Verdict = "allowed" | "denied" | "stopped";

export interface CommandWanted {
  /** A line for a shell. With a program: as the user and the rules read it. */
  line: string;
  /** Runs without a shell. */
  program?: { command: string; args: readonly string[] };
  /** Absolute. Default: the first workspace folder. */
  cwd?: string;
  /** In addition to the variables of the window. */
  env: Readonly<Record<string, string>>;
}

/** The agent reads the failures. */
export interface AgentServices {
  permission: (asked: RequestPermissionRequest) => Promise<Verdict>;
  /** The editor's text where it differs from the disk. */
  read: (path: string) => Promise<Result<{ text: string }, string>>;
  write: (path: string, content: string) => Promise<Result<undefined, string>>;
  /** Resolves when the command is allowed and runs. */
  run: (command: CommandWanted) => Promise<Result<RunningCommand, string>>;
  shownPath: (path: string) => string;
  /** The agent reports that it has changed files. */
  changed: (diffs: readonly Diff[]) => void;
}

export interface Exit {
  exitCode: number | null;
  signal: string | null;
}

export interface RunningCommand {
  /** The output so far; of a long output, the end. */
  output: () => string;
  exited: Promise<Exit>;
  kill: () => void;
}

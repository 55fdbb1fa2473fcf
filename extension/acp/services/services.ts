// What an agent may ask of Galley while it answers. Owned here, filled by the turn it answers in.
import type { Diff, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import type { Result } from "../../message/result.ts";

/** By the user's word, or a rule; `stopped` when the turn was. */
export type Verdict = "allowed" | "denied" | "stopped";

export interface CommandWanted {
  /** As a shell would be given it. */
  line: string;
  /** Absolute. Default: the first workspace folder. */
  cwd?: string;
  /** Variables besides those of the window. */
  env: Readonly<Record<string, string>>;
}

/** The agent reads why something is refused. */
export interface AgentServices {
  permission: (asked: RequestPermissionRequest) => Promise<Verdict>;
  /** The editor's text where it differs from the disk. */
  read: (path: string) => Promise<Result<{ text: string }, string>>;
  write: (path: string, content: string) => Promise<Result<undefined, string>>;
  /** Resolves when it may run and does. */
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
  /** Whatever it put out so far, from its beginning. */
  output: () => string;
  exited: Promise<Exit>;
  kill: () => void;
}

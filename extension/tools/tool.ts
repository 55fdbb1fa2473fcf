// A tool as the loop sees it: a name for the model to call, arguments that are parsed, and a call that is ready to run.
import type { Permission } from "../message/permission.ts";
import type { ShellKind } from "./shell-kind.ts";

/** A permission that a call needs. */
export interface Need {
  permission: Permission;
  /** A path as messages write it, a command line, a host, `user/name` of a memory, the name of a skill or of a tool that is not Galley's. */
  pattern: string;
  /** Applies when no rule fits, instead of the permission's default. */
  fallback?: "allow";
  /** Only a rule without wildcards can allow it. */
  exact?: true;
  /** Of a command line: what reads it. Default: any shell that the system usually has. */
  shell?: ShellKind;
}

/** The user sees it before they allow the call. */
export type Preview =
  | { type: "text"; text: string; about?: readonly Circumstance[] }
  | { type: "diff"; path: string; before: string; after: string };

/** A detail of a call beside its text: the folder it runs in, a variable it is given. */
export interface Circumstance {
  name: string;
  value: string;
  /** A warning for the user: "outside the workspace". */
  note?: string;
}

/** A picture or a document that the model asked to see. Sent as bytes if the provider accepts them. */
interface Media {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** Not a `Result`: both cases carry text for the model. A failure says what to do instead. */
export type Outcome =
  /** `offers`: tools that can be called from the next request on. */
  | { ok: true; output: string; media?: Media; offers?: readonly Tool[] }
  | { ok: false; output: string; denied?: string; denied_by_rule?: boolean; not_run?: boolean };

export interface ReadyCall {
  /** What the call does, in a few words: "Edit src/a.ts". */
  title: string;
  needs: readonly Need[];
  preview?: Preview;
  /** Calls of one answer that change something run one after the other, in their order. */
  changes: boolean;
  /** The caller is told that the call was denied, but not why. */
  unheard?: true;
  /** Never rejects. Ends at once on abort. Calls `tell` with its progress in a few words. */
  run: (signal: AbortSignal, tell?: (progress: string) => void) => Promise<Outcome>;
}

/** A call that is ready to run, or the outcome if it cannot run. */
export type Prepared = { ok: true; call: ReadyCall } | Extract<Outcome, { ok: false }>;

export interface Tool {
  name: string;
  /** Short: all of them together go with every request. */
  description: string;
  /** JSON Schema of an object. */
  input_schema: Record<string, unknown>;
  /** The tool neither writes, runs nor fetches, so that it is offered in an untrusted workspace. */
  harmless: boolean;
  /** The tool writes skills, so that it is not offered while a skill is applied. */
  authors?: true;
  /** Parses the arguments and reads what the call is about, but changes nothing. Never rejects. */
  prepare: (input: unknown, about: CallAbout) => Promise<Prepared>;
}

/** The conversation, the answer and the call. */
export interface CallAbout {
  session_id: string;
  /** The answer that makes the call. */
  message_id: string;
  call_id: string;
}

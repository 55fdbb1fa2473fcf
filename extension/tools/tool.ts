// What a tool is to the loop: a name the model may call, arguments that are parsed, and a call that is ready to run.
import type { Permission } from "../message/permission.ts";

/** What a call must be allowed to do. */
export interface Need {
  permission: Permission;
  /** What exactly: a path as messages write it, a command line, a host, `user/name` of a memory, the name of a skill or of a tool that is not ours. */
  pattern: string;
  /** What holds when no rule says otherwise, where that is not the permission's own default. */
  fallback?: "allow";
  /** Only a rule without wildcards allows it. */
  exact?: true;
}

/** What the user sees of a call before it is allowed. */
export type Preview =
  | { type: "text"; text: string; about?: readonly Circumstance[] }
  | { type: "diff"; path: string; before: string; after: string };

/** What belongs to a call beside its text: the folder it runs in, a variable it is given. */
export interface Circumstance {
  name: string;
  value: string;
  /** What the user should know of it: "outside the workspace". */
  note?: string;
}

/** A picture or a document the model asked to see: it reads the bytes where its wire takes them. */
interface Media {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** No `Result`: it has words for the model either way. A failure says what to do otherwise. */
export type Outcome =
  /** `offers`: tools that can be called from the next request on. */
  | { ok: true; output: string; media?: Media; offers?: readonly Tool[] }
  | { ok: false; output: string; denied?: string; not_run?: boolean };

export interface ReadyCall {
  /** What it is about to do, in a few words: "Edit src/a.ts". */
  title: string;
  needs: readonly Need[];
  preview?: Preview;
  /** It changes something: calls of one answer that do run one after the other, in their order. */
  changes: boolean;
  /** The caller is told that the call was denied, but not why. */
  unheard?: true;
  /** Never rejects. Ends at once on abort. Calls `tell` with its progress in a few words. */
  run: (signal: AbortSignal, tell?: (progress: string) => void) => Promise<Outcome>;
}

/** Ready to run, or the outcome already. */
export type Prepared = { ok: true; call: ReadyCall } | Extract<Outcome, { ok: false }>;

export interface Tool {
  name: string;
  /** Short: all of them together go with every request. */
  description: string;
  /** JSON Schema of an object. */
  input_schema: Record<string, unknown>;
  /** Whether an untrusted workspace may be offered it: it neither writes, runs nor fetches. */
  harmless: boolean;
  /** It writes skills: no skill that is applied has it. */
  authors?: true;
  /** Parses the arguments and looks at the world, without changing it. Never rejects. */
  prepare: (input: unknown, about: CallAbout) => Promise<Prepared>;
}

/** Whose call it is. */
export interface CallAbout {
  session_id: string;
  /** The answer it stands in. */
  message_id: string;
  call_id: string;
}

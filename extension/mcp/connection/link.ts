// An open connection to a server, and what opening one needs. The library behind it is loaded on first use (open-link.ts).
import type { Client, ClientCapabilities } from "@modelcontextprotocol/client";
import type { ServerSpec } from "../config/config.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { Result } from "../../message/result.ts";
import type { Patience } from "./patience.ts";

interface Root {
  uri: string;
  name: string;
}

export type ListKind = "tools" | "prompts" | "resources";

export interface Progress {
  done: number;
  total?: number | undefined;
  words?: string | undefined;
}

export interface CallOptions {
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export type Question =
  | { method: "prompts/get"; params: { name: string; arguments: Record<string, string> } }
  | { method: "resources/read"; params: { uri: string } };

export interface Link {
  /** The library's client, for prompts, resources and other requests. */
  readonly client: Client;
  /** The name and version that the server reports, for the log. */
  readonly about: string;
  /** All tools; one that cannot be used is ignored, and the reason logged. */
  tools: () => Promise<ListedTool[]>;
  /** The server's result, unchecked. Rejects with a reason for the user. */
  call: (tool: string, input: Record<string, unknown>, options: CallOptions) => Promise<unknown>;
  /** The same for prompts and resources. */
  ask: (question: Question, signal: AbortSignal) => Promise<unknown>;
  /** The workspace folders have changed. */
  rootsChanged: () => void;
  /** Resolves when the connection and the process have ended. */
  close: () => Promise<void>;
  /** The same, without waiting. */
  kill: () => void;
}

/** Answers requests of a server other than for roots. `register` is called before the connection opens. */
export interface Answering {
  capabilities: ClientCapabilities;
  register: (client: Client, server: string, patience: Patience) => void;
  /** Shows the pages that a refused call needs. Resolves with why the call cannot be repeated; `undefined` if it can. */
  visit: (server: string, wanted: unknown, signal: AbortSignal) => Promise<string | undefined>;
}

export interface Secrets {
  get: (key: string) => Promise<string | undefined>;
  /** `undefined` deletes the secret. */
  set: (key: string, value: string | undefined) => Promise<void>;
}

export interface LinkPorts {
  /** Writes a line of the server or the connection to the log. */
  log: (line: string) => void;
  roots: () => Root[];
  /** The server ended the connection. Called at most once, after it was open. `signedOut`: the tokens were refused. */
  closed: (reason: string, signedOut?: boolean) => void;
  changed: (kind: ListKind) => void;
  /** VS Code's own, because it knows the proxy. */
  fetch: typeof fetch;
  secrets: Secrets;
  /** The URL at which the user's browser reaches this local address: the window may be on another machine. */
  reachable: (address: string) => Promise<string>;
  /** Opens the sign-in page and waits for `answer`. Rejects with a reason for the user, also if the user cancels. */
  browse: (server: string, page: string, answer: () => Promise<URLSearchParams>) => Promise<URLSearchParams>;
  version: string;
  answering?: Answering | undefined;
  limits: Limits;
}

export interface Limits {
  /** For the connection and its first list of tools. */
  startMs: number;
  /** For a call that reports no progress and asks nothing. */
  callMs: number;
}

export const LIMITS: Limits = { startMs: 30_000, callMs: 5 * 60_000 };

/** `signIn`: the server requires a sign-in; `failed` says why the user's attempt failed, if there was one. */
export type Opened = Result<Link, { reason: string } | { signIn: { failed?: string } }>;

export interface OpenOptions {
  /** All variables filled in. */
  spec: ServerSpec;
  /** The user has started the server: the browser may open for a sign-in. */
  mayAsk: boolean;
  signal: AbortSignal;
}

/** Never rejects. */
export type OpenLink = (name: string, options: OpenOptions, ports: LinkPorts) => Promise<Opened>;

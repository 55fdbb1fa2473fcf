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
  /** The library's client, for prompts, resources and whatever else a server offers. */
  readonly client: Client;
  /** What the server says of itself: for the log and the list of servers. */
  readonly about: string;
  /** All tools; one that cannot be used is ignored, and the reason logged. */
  tools: () => Promise<ListedTool[]>;
  /** As the server answered; nothing of it is checked. Rejects with words. */
  call: (tool: string, input: Record<string, unknown>, options: CallOptions) => Promise<unknown>;
  /** The same for what is not a tool. */
  ask: (question: Question, signal: AbortSignal) => Promise<unknown>;
  /** The workspace folders have changed. */
  rootsChanged: () => void;
  /** Resolves when nothing of it is left. */
  close: () => Promise<void>;
  /** The same, without waiting. */
  kill: () => void;
}

/** What a server may ask of us beyond roots; the one who answers registers handlers before the connection is made. */
export interface Answering {
  capabilities: ClientCapabilities;
  register: (client: Client, server: string, patience: Patience) => void;
  /** The pages a call was refused for. Why it cannot be made again; nothing when it can. */
  visit: (server: string, wanted: unknown, signal: AbortSignal) => Promise<string | undefined>;
}

export interface Secrets {
  get: (key: string) => Promise<string | undefined>;
  /** `undefined` takes it away. */
  set: (key: string, value: string | undefined) => Promise<void>;
}

export interface LinkPorts {
  /** What the server, or the connection, has to say. */
  log: (line: string) => void;
  roots: () => Root[];
  /** The server ended the connection. Called at most once, after it was open. `signedOut`: the tokens were refused. */
  closed: (reason: string, signedOut?: boolean) => void;
  changed: (kind: ListKind) => void;
  /** VS Code's knows the proxy. */
  fetch: typeof fetch;
  secrets: Secrets;
  /** Where the user's browser reaches this address of the machine we run on: the window may be on another one. */
  reachable: (address: string) => Promise<string>;
  /** Opens the page to sign in at and waits for the answer. Rejects with words, also when the user does not want to. */
  browse: (server: string, page: string, answer: () => Promise<URLSearchParams>) => Promise<URLSearchParams>;
  version: string;
  answering?: Answering | undefined;
  limits: Limits;
}

export interface Limits {
  /** For the connection and its first lists. */
  startMs: number;
  /** For a call that says nothing of its progress, and asks nothing. */
  callMs: number;
}

export const LIMITS: Limits = { startMs: 30_000, callMs: 5 * 60_000 };

/** `signIn`: the server requires a sign-in; `failed` says why the user's attempt failed, if there was one. */
export type Opened = Result<Link, { reason: string } | { signIn: { failed?: string } }>;

export interface OpenOptions {
  /** All variables filled in. */
  spec: ServerSpec;
  /** The user is there and wants to sign in: the browser may open. */
  mayAsk: boolean;
  signal: AbortSignal;
}

/** Never rejects. */
export type OpenLink = (name: string, options: OpenOptions, ports: LinkPorts) => Promise<Opened>;

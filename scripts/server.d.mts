// The types of server.mjs, for the tests.
export interface Server {
  readonly origin: string;
  /** Holds `user/User/settings.json`, `user/User/keybindings.json`, `user/logs`, `home` and `extensions`. */
  readonly data: string;
  url(window: { folder?: string; extensions?: readonly string[]; tests?: string }): string;
  /** The extension hosts that run now, oldest first. A window that was closed keeps its host for a while. */
  hostPids(): number[];
  /** Resolves when none of them runs any more. */
  endHosts(): Promise<void>;
  stop(): Promise<unknown>;
}
export interface ServerOptions {
  port?: number;
  data?: string;
  settings?: Readonly<Record<string, unknown>>;
  machineSettings?: Readonly<Record<string, unknown>>;
  keybindings?: readonly { key: string; command: string; when?: string; args?: unknown }[];
  /** `false`: the folder is not trusted, and VS Code is in its restricted mode. */
  trusted?: boolean;
  /** Without those of VS Code's own extensions that no test meets. */
  isLean?: boolean;
  env?: Readonly<Record<string, string>>;
}
export function startServer(options?: ServerOptions): Promise<Server>;
/** The environment of a server whose windows never ask the extension gallery. */
export const offline: Readonly<Record<string, string>>;
/** Settings of a window that nobody looks at. */
export const still: Readonly<Record<string, unknown>>;

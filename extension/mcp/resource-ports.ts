// What the search for resources needs while the user types.
import type { ListedResource } from "./listed.ts";
import type { Of } from "./offers.ts";
import type { Filling } from "./uri-template.ts";

export interface ResourcePorts {
  resources: () => readonly Of<ListedResource>[];
  templates: () => readonly Of<ListedResource>[];
  /** Completions of a value in a template. Never rejects. */
  values: (server: string, pattern: string, filling: Filling, signal: AbortSignal) => Promise<string[]>;
  /** Starts the servers that are off, and waits a while for them. Never rejects. */
  ready: (signal: AbortSignal) => Promise<void>;
}

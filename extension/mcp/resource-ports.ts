// What servers offer as resources, as one looks for them while writing.
import type { ListedResource } from "./listed.ts";
import type { Of } from "./offers.ts";
import type { Filling } from "./uri-template.ts";

export interface ResourcePorts {
  resources: () => readonly Of<ListedResource>[];
  templates: () => readonly Of<ListedResource>[];
  /** How the value of a template may go on. Never rejects. */
  values: (server: string, pattern: string, filling: Filling, signal: AbortSignal) => Promise<string[]>;
  /** Servers that are off are started, and waited for a while. Never rejects. */
  ready: (signal: AbortSignal) => Promise<void>;
}

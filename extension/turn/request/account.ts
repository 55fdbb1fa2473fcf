// Stores the account of a request before it is sent: the manifest, the system text and the tool definitions.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Continued } from "../../assemble/continued.ts";
import { systemText } from "../../assemble/context.ts";
import type { Warning } from "../../lower/lowered.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantMetadata } from "../../message/message.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readManifest, saveManifest, saveSystemPrompt } from "../../persist/manifests.ts";
import type { Store } from "../../persist/database/store.ts";
import { keepSpecs } from "./offered-tools.ts";

export interface AccountPorts {
  store: Store;
  /** Logs the account of a request that is about to be sent. */
  trace: (manifest: Manifest) => void;
}

/** Returns the metadata that every answer to this request has. */
export function keepAccount(
  { store, trace }: AccountPorts,
  { context, manifest }: Assembled,
): Partial<AssistantMetadata> {
  const system = systemText(context.layers);
  const digest = contentId(system);
  // In one transaction: the user is waiting for the first word.
  store.transaction(() => {
    saveSystemPrompt(store, digest, system);
    keepSpecs(store, manifest, context.tools);
    saveManifest(store, manifest);
  });
  trace(manifest);
  const { body } = context;
  return { system_prompt_digest: digest, manifest_id: manifest.id, ...(body !== undefined && { body }) };
}

/** What later requests of a turn omitted, and what their wire could not take. */
export class LaterAccount {
  readonly #store: Store;
  #elided: Manifest["elided"] = [];
  #warnings: readonly Warning[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds to the manifest what is new. A request repeats the warnings of those before it; one that failed does not go. */
  keep(
    { manifest }: Assembled,
    { elided, failure }: Pick<Continued, "elided" | "failure">,
    warnings: readonly Warning[],
  ): void {
    const fresh = newAmong(failure === undefined ? warnings : [], [...manifest.dropped, ...this.#warnings]);
    if (elided.length <= this.#elided.length && fresh.length === 0) return;
    this.#elided = elided;
    this.#warnings = [...this.#warnings, ...fresh];
    // With what the first answer cost, which is known by now.
    const { actual } = readManifest(this.#store, manifest.id) ?? manifest;
    saveManifest(this.#store, {
      ...manifest,
      actual,
      elided: [...manifest.elided, ...elided],
      dropped: [...manifest.dropped, ...this.#warnings],
    });
  }
}

/** Two pictures of one name have two equal warnings: each known one stands for one of them. */
function newAmong(warnings: readonly Warning[], known: Warning[]): Warning[] {
  return warnings.filter(({ what, why }) => {
    const at = known.findIndex((one) => one.what === what && one.why === why);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

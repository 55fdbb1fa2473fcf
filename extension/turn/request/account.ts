// Stores the account of a request before it is sent: the manifest, the system text and the tool definitions.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Continued } from "../../assemble/continued.ts";
import { systemText } from "../../assemble/context.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantMetadata } from "../../message/message.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { saveManifest, saveSystemPrompt } from "../../persist/manifests.ts";
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

/** Adds to the manifest what later requests of the turn omitted. */
export function keepElided(store: Store, { manifest }: Assembled, { elided }: Pick<Continued, "elided">): void {
  saveManifest(store, { ...manifest, elided: [...manifest.elided, ...elided] });
}

// The account of a request, kept before it goes: the manifest, the system's text and what was said of tools.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Continued } from "../../assemble/continued.ts";
import { systemText } from "../../assemble/context.ts";
import type { AssistantMetadata } from "../../message/message.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { saveManifest, saveSystemPrompt } from "../../persist/manifests.ts";
import { keepSpecs } from "./offered-tools.ts";
import type { Rooms } from "../rooms.ts";

/** Returns what every answer to it says of it. */
export function keepAccount({ store, trace }: Rooms, { context, manifest }: Assembled): Partial<AssistantMetadata> {
  const system = systemText(context.layers);
  const digest = contentId(system);
  // In one transaction: the user is waiting for the first word.
  store.transaction(() => {
    saveSystemPrompt(store, digest, system);
    keepSpecs(store, manifest, context.tools);
    saveManifest(store, manifest);
  });
  trace?.(manifest);
  const { body } = context;
  return { system_prompt_digest: digest, manifest_id: manifest.id, ...(body !== undefined && { body }) };
}

/** Adds to the manifest what later requests of the turn omitted. */
export function keepElided({ store }: Rooms, { manifest }: Assembled, { elided }: Pick<Continued, "elided">): void {
  saveManifest(store, { ...manifest, elided: [...manifest.elided, ...elided] });
}

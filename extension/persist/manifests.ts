// The account of every request, and the system texts they name by digest.
import type { Manifest } from "../message/manifest.ts";
import type { Store } from "./store.ts";

export function saveManifest(store: Store, manifest: Manifest): void {
  store.run(
    "INSERT INTO manifests (id, session_id, message_id, data_json) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET data_json = excluded.data_json",
    manifest.id,
    manifest.session_id,
    manifest.message_id,
    JSON.stringify(manifest),
  );
}

export function saveSystemPrompt(store: Store, digest: string, text: string): void {
  store.run("INSERT INTO system_prompts (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING", digest, text);
}

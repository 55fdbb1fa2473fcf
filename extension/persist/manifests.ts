// The account of every request, and the system texts they name by digest.
import * as z from "zod/mini";
import { Manifest } from "../message/manifest.ts";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";

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
  store.run(
    "INSERT INTO system_prompts (digest, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET unnamed_since = NULL",
    digest,
    text,
  );
}

export function readManifest(store: Store, id: string): Manifest | undefined {
  const row = Row.safeParse(store.get("SELECT data_json AS text FROM manifests WHERE id = ?", id));
  const manifest = Manifest.safeParse(row.success ? readJson(row.data.text) : undefined);
  return manifest.success ? manifest.data : undefined;
}

export function readSystemPrompt(store: Store, digest: string): string | undefined {
  const row = Row.safeParse(store.get("SELECT text FROM system_prompts WHERE digest = ?", digest));
  return row.success ? row.data.text : undefined;
}

const Row = z.object({ text: z.string() });

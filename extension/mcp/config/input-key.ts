// The key of a stored input value: only for the place that asks for it, and only in this workspace.
import { createHash } from "node:crypto";
import type { OwnedInput } from "./config.ts";

/** All workspaces share the secret storage. Values for the user's own settings are valid in each workspace. */
export function inputKey({ id, origin, from }: Pick<OwnedInput, "id" | "origin" | "from">, workspace: string): string {
  const place = origin === "user" ? "user" : workspace;
  const digest = createHash("sha256").update(JSON.stringify([place, from, id]));
  return `galley.mcp.input.${digest.digest("hex").slice(0, 32)}`;
}

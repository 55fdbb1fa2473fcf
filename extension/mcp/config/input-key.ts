// Where what the user said to an input is kept: for the servers of the place that asked, in this workspace, and no others.
import { createHash } from "node:crypto";
import type { OwnedInput } from "./config.ts";

/** The secret storage is one for all workspaces; what the user's own settings ask for holds in each of them. */
export function inputKey({ id, origin, from }: Pick<OwnedInput, "id" | "origin" | "from">, workspace: string): string {
  const place = origin === "user" ? "user" : workspace;
  const digest = createHash("sha256").update(JSON.stringify([place, from, id]));
  return `galley.mcp.input.${digest.digest("hex").slice(0, 32)}`;
}

// The key of a stored sign-in: from the URL of the server, not its name.
import { createHash } from "node:crypto";

export function signInKey(url: string): string {
  return `galley.mcp.oauth.${createHash("sha256").update(new URL(url).href).digest("hex").slice(0, 32)}`;
}

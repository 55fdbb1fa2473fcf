// Where the sign-in of a server is kept: by its address, whatever it is called.
import { createHash } from "node:crypto";

export function signInKey(url: string): string {
  return `galley.mcp.oauth.${createHash("sha256").update(new URL(url).href).digest("hex").slice(0, 32)}`;
}

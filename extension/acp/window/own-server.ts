// Galley's own MCP server as an agent is given it: the command line of Galley, in the program that runs this process.
import type { KnownServer } from "./agent-servers.ts";

export interface OwnServer {
  /** The program that runs this process: Node.js, or VS Code, which a variable makes Node.js. */
  runtime: string;
  /** `dist/cli.js`. */
  script: string;
  /** The file that says what agents may read. */
  access: string;
}

/** After the user's own servers, and under another name if one of them has this. */
export function withOwnServer(
  known: readonly KnownServer[],
  { runtime, script, access }: OwnServer,
): readonly KnownServer[] {
  const name = known.some((server) => server.name === "galley") ? "galley-memory" : "galley";
  const args = [script, "mcp", "--access", access];
  const spec = { kind: "stdio" as const, command: runtime, args, env: { ELECTRON_RUN_AS_NODE: "1" } };
  return [...known, { name, filled: { ok: true, value: spec }, secrets: [], waits: false }];
}

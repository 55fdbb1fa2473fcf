// Commands for MCP servers: show, configure, start, stop, sign in, show the log, forget.
import * as z from "zod/mini";
import type { Server } from "../../mcp/server.ts";
import { pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { openMcpConfig } from "./config.ts";
import type { McpServers } from "./servers.ts";
import * as words from "./words.ts";

export function mcpCommands(mcp: McpServers): CommandHandlers {
  const withServer = (work: (server: Server) => unknown) => async (argument: unknown) => {
    const server = await serverOf(mcp, argument);
    if (server !== undefined) await work(server);
  };
  const start = withServer((server) => mcp.start(server));
  return {
    "galley.mcp.show": () => mcp.show(),
    "galley.mcp.configure": () => openMcpConfig(),
    "galley.mcp.start": start,
    "galley.mcp.stop": withServer((server) => mcp.stop(server)),
    "galley.mcp.restart": start,
    "galley.mcp.signIn": start,
    "galley.mcp.showLog": withServer(({ name }) => {
      mcp.logs.show(name);
    }),
    // Removes the server's saved input values and sign-in; the server asks again on its next start.
    "galley.mcp.forget": withServer((server) => mcp.forget(server)),
  };
}

/** The server of a line in the view or with a name; else the user selects one. */
async function serverOf(mcp: McpServers, argument: unknown): Promise<Server | undefined> {
  const named = z.union([z.string(), z.object({ server: z.string() })]).safeParse(argument).data;
  if (named !== undefined) return mcp.servers.named(typeof named === "string" ? named : named.server);
  const items = mcp.servers.all.map((server) => ({
    label: server.name,
    description: words.states[server.state.kind],
    server,
  }));
  if (items.length === 0) {
    await mcp.show();
    return undefined;
  }
  return (await pickOne(items, { title: words.selectServer }))?.server;
}

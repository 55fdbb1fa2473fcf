// What one does with MCP servers: see them, start, stop and start them again, read their log, sign out.
import * as z from "zod/mini";
import type { Server } from "../../mcp/server.ts";
import { pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { openMcpConfig } from "./config.ts";

/** The line of the view, or a name; a person who gave neither is asked. */
async function serverOf({ mcp }: Core, argument: unknown): Promise<Server | undefined> {
  const named = z.union([z.string(), z.object({ server: z.string() })]).safeParse(argument).data;
  if (named !== undefined) return mcp.servers.named(typeof named === "string" ? named : named.server);
  const items = mcp.servers.all.map((server) => ({ label: server.name, description: server.state.kind, server }));
  if (items.length === 0) {
    await mcp.show();
    return undefined;
  }
  return (await pickOne(items, { title: "Select MCP Server" }))?.server;
}

export const show = (core: Core): Promise<void> => core.mcp.show();

export const configure = (): Promise<void> => openMcpConfig();

export async function start(core: Core, argument: unknown): Promise<void> {
  const server = await serverOf(core, argument);
  if (server !== undefined) await core.mcp.start(server);
}

export async function stop(core: Core, argument: unknown): Promise<void> {
  const server = await serverOf(core, argument);
  if (server !== undefined) await core.mcp.stop(server);
}

export async function showLog(core: Core, argument: unknown): Promise<void> {
  const server = await serverOf(core, argument);
  if (server !== undefined) core.mcp.logs.show(server.name);
}

/** Removes the server's saved input values and sign-in; the server asks again on its next start. */
export async function forget(core: Core, argument: unknown): Promise<void> {
  const server = await serverOf(core, argument);
  if (server !== undefined) await core.mcp.forget(server);
}

// Galley's own MCP server: the tools that write skills, for any client over stdio, and for Galley itself in this process.
import {
  InMemoryTransport,
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  McpServer,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import * as z from "zod/mini";
import * as words from "../words.ts";

/** A tool of the server. `run` never rejects. */
export interface OwnOperation {
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
  run: (input: unknown) => Promise<{ ok: boolean; output: string }>;
}

type Operations = readonly OwnOperation[];

const INFO = { name: "galley", version: "1" };

/** The operations parse their arguments, and say what is wrong with them. */
function ownServer(operations: Operations): McpServer {
  const own = new McpServer(INFO, { capabilities: { tools: {} } });
  const { server } = own;
  server.setRequestHandler("tools/list", () => ({
    tools: operations.map(({ name, description, input_schema }) => ({
      name,
      description,
      inputSchema: { ...input_schema, type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const operation = operations.find(({ name }) => name === params.name);
    const { ok, output } =
      operation === undefined
        ? { ok: false, output: words.unknownTool(params.name) }
        : await operation.run(params.arguments ?? {});
    return { content: [{ type: "text", text: output }], isError: !ok };
  });
  return own;
}

/** Resolves when the client has gone. */
export async function serveOverStdio(operations: Operations): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdin.once("end", resolve);
  const transport = new StdioServerTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => ownServer(operations), { transport });
  await promise;
  await handle.close();
}

const Listed = z.object({
  tools: z.array(
    z.object({ name: z.string(), description: z.string(), inputSchema: z.record(z.string(), z.unknown()) }),
  ),
});
const Called = z.object({
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  isError: z.optional(z.boolean()),
});

/** The tools as any client sees them. */
export async function listOwn(operations: Operations): Promise<z.infer<typeof Listed>["tools"]> {
  return withClient(operations, async (ask) => Listed.parse(await ask("tools/list", {})).tools);
}

export async function callOwn(
  operations: Operations,
  name: string,
  input: unknown,
): Promise<{ ok: boolean; output: string }> {
  const { content, isError = false } = await withClient(operations, async (ask) =>
    Called.parse(await ask("tools/call", { name, arguments: input })),
  );
  return { ok: !isError, output: content.map(({ text }) => text).join("\n") };
}

type Ask = (method: string, params: Record<string, unknown>) => Promise<unknown>;

/** A connection for one request, because each request has its own operations. */
async function withClient<Value>(operations: Operations, use: (ask: Ask) => Promise<Value>): Promise<Value> {
  const server = ownServer(operations);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  near.onmessage = (message) => {
    settle(waiting, message);
  };
  const ask: Ask = async (method, params) => {
    const id = waiting.size + 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    await near.send({ jsonrpc: "2.0", id, method, params });
    return answer.promise;
  };
  try {
    await server.connect(far);
    await near.start();
    await ask("initialize", { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: INFO });
    await near.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return await use(ask);
  } finally {
    await server.close();
  }
}

function settle(waiting: ReadonlyMap<number, PromiseWithResolvers<unknown>>, message: JSONRPCMessage): void {
  if (!("id" in message) || typeof message.id !== "number") return;
  const answer = waiting.get(message.id);
  if ("result" in message) answer?.resolve(message.result);
  else if ("error" in message) answer?.reject(new Error(message.error.message));
}

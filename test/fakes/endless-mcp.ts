// An MCP server that never ends, in a process of its own: `node endless-mcp.ts http|stdio MODE`. Over HTTP it says its port first.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { createGzip } from "node:zlib";

const [, , wire, mode = ""] = process.argv;

const initialized = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "endless", version: "1" },
};

function resultOf(method: string): object {
  return method === "initialize" ? initialized : { tools: [{ name: "echo", inputSchema: { type: "object" } }] };
}

/** Without an end, as fast as it is read. */
function pour(into: Writable, piece: string | Buffer): void {
  const on = (): void => {
    while (!into.destroyed && into.write(piece));
    if (!into.destroyed) into.once("drain", on);
  };
  into.on("error", () => undefined);
  on();
}

function keys(bytes: number): string {
  const names: string[] = [];
  for (let at = 0; names.length * 12 < bytes; at += 1) names.push(`"k${at.toString(36)}":1`);
  return names.join(",");
}

const KB = 1024;
const answered = `{"jsonrpc":"2.0","id":1,"result":{`;

/** What comes again and again, after what comes first. */
const endless: Record<string, { first?: string; piece: string }> = {
  newlines: { piece: "\n".repeat(64 * KB) },
  "carriage returns": { piece: `${"\n".repeat(64 * KB - 1)}\r` },
  comments: { piece: ": still here\n\n".repeat(4 * KB) },
  names: { piece: "event: x\nid: 1\n".repeat(4 * KB) },
  "lines of data": { piece: "data:\n".repeat(10 * KB) },
  "one line of data": { first: "data: ", piece: "x".repeat(64 * KB) },
  "one line of nothing": { piece: "x".repeat(64 * KB) },
  "tiny events": { piece: "data:1\n\n".repeat(8 * KB) },
  "unasked answers": { piece: `data:{"jsonrpc":"2.0","id":7,"result":{}}\n\n`.repeat(KB) },
};

/** Whole, and too much to parse in a moment. */
const heavy: Record<string, () => string> = {
  keys: () => `${answered}${keys(15 * KB * KB)}}}`,
  "empty lists": () => `${answered}"a":[${"[],".repeat(4 * KB * KB)}1]}}`,
  depth: () => `${answered}"a":${"[".repeat(KB * KB)}${"]".repeat(KB * KB)}}}`,
  answers: () => `[${'{"jsonrpc":"2.0","method":"a"},'.repeat(400 * KB)}1]`,
};

if (wire === "http") {
  let gets = 0;
  let open = 0;
  const server = createServer((request, response) => {
    if (request.url === "/state") {
      response.end(JSON.stringify({ gets, open }));
      return;
    }
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    if (request.method === "GET") gets += 1;
    void take(request, response);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
  });
} else {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line) as { id?: number; method: string };
    if (id === undefined) return;
    if (method === "tools/call") overStdio();
    else process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method) })}\n`);
  });
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const { id, method } = body === "" ? {} : (JSON.parse(body) as { id?: number; method: string });
  if (request.method === "GET") ofGet(response);
  else if (id === undefined) ofNotice(response);
  else if (method === "tools/call") overHttp(response);
  else {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method ?? "") }));
  }
}

function ofGet(response: ServerResponse): void {
  if (mode !== "asked again at once") response.writeHead(405).end();
  else response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 0\nid: 1\ndata: \n\n");
}

function ofNotice(response: ServerResponse): void {
  response.writeHead(202);
  if (mode === "accepted without an end") pour(response, "x".repeat(64 * KB));
  else response.end();
}

function overHttp(response: ServerResponse): void {
  const stream = endless[mode];
  const whole = heavy[mode];
  if (stream !== undefined) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (stream.first !== undefined) response.write(stream.first);
    pour(response, stream.piece);
  } else if (whole !== undefined) {
    response.writeHead(200, { "content-type": "application/json" }).end(whole());
  } else if (mode === "packed newlines" || mode === "packed text") {
    const type = mode === "packed text" ? "application/json" : "text/event-stream";
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
    const gzip = createGzip({ level: 9 });
    gzip.pipe(response);
    response.on("close", () => gzip.destroy());
    pour(gzip, (mode === "packed text" ? "1" : "\n").repeat(1024 * KB));
  } else if (mode === "refused without an end") {
    response.writeHead(500);
    pour(response, "x".repeat(64 * KB));
  } else if (mode === "a drop at a time") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write(": still here\n\n"), 20);
    response.once("close", () => clearInterval(timer));
  }
}

function overStdio(): void {
  const { stdout, stderr } = process;
  const whole = heavy[mode];
  if (whole !== undefined) stdout.write(`${whole()}\n`);
  else if (mode === "newlines") pour(stdout, "\n".repeat(64 * KB));
  else if (mode === "no newline") pour(stdout, "x".repeat(64 * KB));
  else if (mode === "tiny values") pour(stdout, "1\n".repeat(32 * KB));
  else if (mode === "unasked answers") pour(stdout, `{"jsonrpc":"2.0","id":7,"result":{}}\n`.repeat(KB));
  else if (mode === "complaints") pour(stderr, "x\n".repeat(32 * KB));
  else if (mode === "one complaint") pour(stderr, "x".repeat(64 * KB));
}

// A provider that never ends, in a process of its own: `node endless-provider.ts WIRE MODE`. It says its port first.
import { createServer, type ServerResponse } from "node:http";
import { createGzip } from "node:zlib";
import type { Writable } from "node:stream";
import { answers, type WireName } from "./wire-answers.ts";

const [, , wire = "", mode = ""] = process.argv;

const KB = 1024;

function isWire(name: string): name is WireName {
  return Object.hasOwn(answers, name);
}

if (!isWire(wire)) throw new Error(`there is no wire ${wire}`);
const own = answers[wire];
const isLines = wire === "ollama";

/** Without an end, as fast as it is read. */
function pour(into: Writable, piece: string): void {
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
  return `{${names.join(",")}}`;
}

function misbehave(response: ServerResponse): void {
  const type = isLines ? "application/x-ndjson" : "text/event-stream";
  const begin = (headers: Record<string, string> = {}): void =>
    void response.writeHead(200, { "content-type": type, ...headers });
  const first = own.plain()[0] ?? "";
  switch (mode) {
    case "refusal":
      response.writeHead(400, { "content-type": "application/json" });
      pour(response, "x".repeat(64 * KB));
      return;
    case "slow refusal":
      response.writeHead(400, { "content-type": "application/json" });
      setInterval(() => response.write("x"), 50);
      return;
    case "newlines":
      begin();
      pour(response, "\n".repeat(64 * KB));
      return;
    case "comments":
      begin();
      pour(response, isLines ? " \n".repeat(16 * KB) : ": x\n\n".repeat(16 * KB));
      return;
    case "one line":
      begin();
      response.write(isLines ? '{"a":"' : "data: ");
      pour(response, "x".repeat(64 * KB));
      return;
    case "one line in small pieces":
      begin();
      response.write(isLines ? '{"a":"' : "data: ");
      drip(response, "x".repeat(400));
      return;
    case "lines of data":
      begin();
      pour(response, isLines ? "1\n".repeat(32 * KB) : "data:\n".repeat(10 * KB));
      return;
    case "tiny pieces":
      begin();
      response.write(first);
      pour(response, own.piece("a").repeat(500));
      return;
    case "keys":
      begin();
      response.write(isLines ? `${keys(15 * KB * KB)}\n` : `data: ${keys(15 * KB * KB)}\n\n`);
      return;
    case "depth":
      begin();
      response.write(isLines ? `${"[".repeat(KB * KB)}\n` : `data: ${"[".repeat(KB * KB)}\n\n`);
      return;
    case "packed": {
      begin({ "content-encoding": "gzip" });
      const gzip = createGzip({ level: 9 });
      gzip.pipe(response);
      response.on("close", () => gzip.destroy());
      pour(gzip, "\n".repeat(KB * KB));
      return;
    }
    default:
      throw new Error(`there is no mode ${mode}`);
  }
}

/** Each piece on its own on the wire. */
function drip(response: ServerResponse, piece: string): void {
  const on = (): void => {
    if (response.destroyed) return;
    response.write(piece);
    if (response.writableNeedDrain) response.once("drain", on);
    else setImmediate(on);
  };
  response.on("error", () => undefined);
  on();
}

function list(response: ServerResponse): void {
  response.writeHead(mode === "refusal" ? 400 : 200, { "content-type": "application/json" });
  if (mode === "keys") response.end(keys(15 * KB * KB));
  else pour(response, " ".repeat(64 * KB));
}

let open = 0;
const server = createServer((request, response) => {
  if (request.url === "/state") {
    response.end(JSON.stringify({ open }));
    return;
  }
  open += 1;
  response.once("close", () => {
    open -= 1;
  });
  request.resume();
  request.once("end", () => {
    if (/models|tags/.test(request.url ?? "") && !/generateContent/i.test(request.url ?? "")) list(response);
    else misbehave(response);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
});

// A provider on loopback: speaks each wire byte for byte, keeps what arrived, and goes wrong as the script says.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answers, type WireName } from "./wire-answers.ts";

export interface Arrived {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  json: unknown;
}

/** What the next request meets; without any it is answered. */
export type Fault =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** The connection is cut before a byte of an answer. */
  | { kind: "reset" }
  /** So many pieces of the answer, then the connection is cut, or ends as if all were said, or nothing more comes. */
  | { kind: "cut" | "ends" | "stalls"; after: number }
  /** So many pieces of the answer, and the others when the promise is kept. */
  | { kind: "waits"; pieces: number; until: Promise<unknown> }
  /** Something the wire does not know stands in the middle. */
  | { kind: "malformed" }
  | { kind: "says"; pieces: string[] };

export interface WireServer {
  wire: WireName;
  url: string;
  arrived: Arrived[];
  faults: Fault[];
  /** What answers when no fault is left. */
  answer: string[];
  /** The only key that is let in; any when it is empty. */
  key: string;
  close: () => Promise<void>;
}

/** As Anthropic lists them. */
const MODELS = { data: [{ type: "model", id: "claude-opus-5", display_name: "Claude Opus 5" }], has_more: false };

export async function wireServer(wire: WireName): Promise<WireServer> {
  const arrived: Arrived[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  const state = { answer: answers[wire].plain(), key: "" };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = "", url = "", headers } = request;
      arrived.push({ method, url, headers, body, json: parse(body) });
      const isLetIn = state.key === "" || Object.values(headers).some((value) => String(value).includes(state.key));
      if (!isLetIn) serve(wire, { kind: "status", status: 401 }, [], response);
      else if (method === "GET") serve(wire, { kind: "status", status: 200, body: MODELS }, [], response);
      else serve(wire, faults.shift(), state.answer, response);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    wire,
    url: `http://127.0.0.1:${port}`,
    arrived,
    faults,
    get answer() {
      return state.answer;
    },
    set answer(pieces) {
      state.answer = pieces;
    },
    get key() {
      return state.key;
    },
    set key(only) {
      state.key = only;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(wire: WireName, fault: Fault | undefined, answer: string[], response: ServerResponse): void {
  if (fault?.kind === "reset") {
    response.socket?.destroy();
    return;
  }
  if (fault?.kind === "status") {
    const body =
      typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? { error: { message: "no" } });
    response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers }).end(body);
    return;
  }
  response.writeHead(200, { "content-type": wire === "ollama" ? "application/x-ndjson" : "text/event-stream" });
  void stream(wire, fault, fault?.kind === "says" ? fault.pieces : answer, response);
}

async function stream(
  wire: WireName,
  fault: Fault | undefined,
  pieces: string[],
  response: ServerResponse,
): Promise<void> {
  const stop = fault !== undefined && "after" in fault ? fault.after : pieces.length;
  for (const [index, piece] of pieces.slice(0, stop).entries()) {
    if (fault?.kind === "waits" && index === fault.pieces) await fault.until;
    if (fault?.kind === "malformed" && index === Math.floor(pieces.length / 2)) response.write(answers[wire].malformed);
    if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
    // Each piece is a packet of its own.
    await new Promise((resolve) => setImmediate(resolve));
    if (response.destroyed) return;
  }
  if (fault?.kind === "cut") response.socket?.destroy();
  else if (fault?.kind !== "stalls") response.end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

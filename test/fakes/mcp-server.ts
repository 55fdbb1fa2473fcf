// An MCP server over stdio that does what its mode says, well or ill: `node mcp-server.ts MODE`. Raw lines, no library.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const mode = process.argv[2] ?? "good";

interface Message {
  id?: number;
  method?: string;
  params?: {
    name?: string;
    arguments?: Record<string, unknown>;
    cursor?: string;
    uri?: string;
    _meta?: { progressToken?: unknown };
  };
}

const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words: string): object => ({ content: [{ type: "text", text: words }] });
const object = { type: "object", properties: { message: { type: "string" } } };

let description = "Says it again.";

const tool = (name: string, given: object = {}): object => ({ name, description, inputSchema: object, ...given });

const lists: Record<string, () => object[]> = {
  schemas: () => [
    tool("good"),
    tool("array", { inputSchema: { type: "array" } }),
    tool("names", { inputSchema: { type: "object", properties: { "a b/c": {} } } }),
    tool("union", {
      inputSchema: { type: "object", anyOf: [{ required: ["message"] }], properties: object.properties },
    }),
    tool("words", { inputSchema: "none" }),
    tool("deep", { inputSchema: nested(60) }),
    tool("wide", { inputSchema: { ...object, description: "x".repeat(100_000) } }),
    tool("no-schema", { inputSchema: undefined }),
    { description: "has no name" },
    tool("good", { description: "the second of its name" }),
    tool("output", { outputSchema: { type: "object", required: ["sum"], properties: { sum: { type: "number" } } } }),
  ],
  signs: () => [
    tool("red", {
      title: "\u001b[31mRed\u001b[0m \u202eder\u202c",
      description: "Reads\u200b a file.\u001b]0;title\u0007\u{e0041}\u{e0042} \u2066Ignore\u2069 it.",
      inputSchema: { type: "object", properties: { path: { type: "string", description: "a\u200bb\u001b[2J" } } },
    }),
    tool("zero\u200bwidth"),
  ],
  many: () =>
    Array.from({ length: 100 }, (_, index) => tool(`tool_${index}`, { description: `Makes thing ${index}.` })),
  hints: () => [
    tool("look", { annotations: { readOnlyHint: true } }),
    tool("wipe", { annotations: { destructiveHint: true } }),
  ],
};

/** The first has no address, the second holds nothing that can be read. */
const pieces = [{ uri: "", text: "one" }, { uri: 2 }, { uri: "a:b", text: "three" }];

function nested(depth: number): object {
  return depth === 0 ? object : { type: "object", properties: { inner: nested(depth - 1) } };
}

const answers: Record<string, (message: Message) => object> = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { tools: { listChanged: true }, logging: {} },
    serverInfo: { name: `fake ${mode}`, version: "1.0.0" },
  }),
  ping: () => {
    visited();
    return {};
  },
  "tools/list": ({ params }) => {
    if (mode === "endless") return { tools: [tool(`t${params?.cursor ?? "0"}`)], nextCursor: String(Math.random()) };
    return { tools: lists[mode]?.() ?? [tool("echo"), tool("change"), tool("slow"), tool("die")] };
  },
  "resources/read": ({ params }) => {
    const { uri = "" } = params ?? {};
    if (uri === "many:") return { contents: Array.from({ length: 103 }, () => pieces[0]) };
    return { contents: uri === "none:" ? [5] : pieces };
  },
  "tools/call": ({ params }) => call(params?.name ?? "", params?.arguments ?? {}),
};

function call(name: string, input: Record<string, unknown>): object {
  if (mode === "dies" || name === "die") process.exit(7);
  if (mode === "huge") return text("x".repeat(20 * 1024 * 1024));
  if (mode === "large") return text("y".repeat(500 * 1024));
  if (mode === "nonsense")
    return { content: [{ type: "text" }, { type: "hologram" }, 5, { type: "image", data: "%%%" }] };
  if (mode === "pieces") return { content: [...pieces.map((resource) => ({ type: "resource", resource })), 5] };
  if (mode === "no-result") return { content: "none" };
  if (mode === "schemas") return { content: [], structuredContent: { sum: "not a number" } };
  if (name === "change") {
    description = `Changed to ${String(input["message"])}.`;
    say({ method: "notifications/tools/list_changed" });
    return text("changed");
  }
  return text(`echo: ${String(input["message"])}`);
}

function slow({ id, params }: Message): void {
  let done = 0;
  setInterval(() => {
    done += 1;
    const progressToken = params?._meta?.progressToken;
    say({ method: "notifications/progress", params: { progressToken, progress: done, total: 10, message: "working" } });
  }, 20);
  createdCalls.add(id);
}

const createdCalls = new Set<unknown>();
let refusals = 0;

/** A ping means that the user was at the page. */
let visited = (): void => undefined;

/** The first call is refused for the pages it names; with `tells` the server says when the user was there. */
function wantsPages({ id, params }: Message): boolean {
  const { urls, tells, always } = params?.arguments ?? {};
  if (refusals > 0 && always !== true) return false;
  const elicitations = (urls as string[]).map((url) => {
    refusals += 1;
    return { mode: "url", elicitationId: `page-${refusals}`, url, message: "Prove who you are" };
  });
  say({ id, error: { code: -32042, message: "a page is to be visited first", data: { elicitations } } });
  visited = () => {
    for (const { elicitationId } of tells === true ? elicitations : [])
      say({ method: "notifications/elicitation/complete", params: { elicitationId } });
  };
  return true;
}

function answer(message: Message): void {
  const { id, method = "" } = message;
  if (method === "notifications/cancelled") {
    process.stderr.write("cancelled\n");
    return;
  }
  if (id === undefined) return;
  if (mode === "hangs at start") return;
  if (["tools/call", "resources/read"].includes(method) && mode === "hangs") return;
  if (method === "tools/call" && mode === "pages" && wantsPages(message)) return;
  if (method === "tools/call" && message.params?.name === "slow") {
    slow(message);
    return;
  }
  const result = answers[method]?.(message);
  if (result === undefined) say({ id, error: { code: -32601, message: "no such method" } });
  else if (mode === "twice") for (const each of [id, id, id + 1_000]) say({ id: each, result });
  else say({ id, result });
  if (method === "tools/list" && mode === "flood")
    flood(() => say({ method: "notifications/message", params: { level: "info", data: "x" } }));
}

function flood(write: () => void): void {
  const on = (): void => {
    for (let count = 0; count < 500; count += 1) write();
    setImmediate(on);
  };
  on();
}

if (mode === "dies at start") {
  process.stderr.write("I cannot find my file\n");
  process.exit(3);
}
if (mode === "only garbage") flood(() => process.stdout.write("hello, I am not JSON\n"));
if (mode === "garbage") process.stdout.write("Server listening!\n{not json}\n\n\u0000\u001b[31m\n");
if (mode === "loud") flood(() => process.stderr.write("complaint\n"));
if (mode === "leaves a child") {
  // Ignores what is polite, and would outlive its parent.
  const child = spawn(process.execPath, ["-e", "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
    stdio: "ignore",
  });
  process.stderr.write(`child ${child.pid}\n`);
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1_000);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  answer(JSON.parse(line) as Message);
});

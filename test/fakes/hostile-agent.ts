// An agent that means harm: JSON-RPC written by hand, faster and more of it than the protocol's library would send.
// Run as `node hostile-agent.ts`; what it does is the first word of the message, with the rest as JSON.
import { createInterface } from "node:readline";

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId?: string; prompt?: { text?: string }[] };
  result?: unknown;
  error?: { message: string };
}

const answers = new Map<number, (message: Message) => void>();
let ids = 0;
let hears = true;

/** Waits until Galley reads: the reader limits a flood. */
async function write(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

const send = (message: object): Promise<void> => write(JSON.stringify({ jsonrpc: "2.0", ...message }));

const update = (sessionId: string, told: object): Promise<void> =>
  send({ method: "session/update", params: { sessionId, update: told } });

async function ask(method: string, params: object): Promise<Message> {
  const id = ++ids;
  const { promise, resolve } = Promise.withResolvers<Message>();
  answers.set(id, resolve);
  await send({ id, method, params });
  return promise;
}

const say = (sessionId: string, text: string): Promise<void> =>
  update(sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

type Act = (sessionId: string, given: never) => Promise<unknown>;

const options = [
  { optionId: "yes", name: "Reject", kind: "allow_once" },
  { optionId: "no", name: "Allow", kind: "reject_once" },
];

const acts: Record<string, Act> = {
  updates: async (sessionId, count: number) => {
    for (let at = 0; at < count; at += 1) await say(sessionId, "x");
  },
  calls: async (sessionId) => {
    for (let at = 0; at < 1_000_000; at += 1)
      await update(sessionId, { sessionUpdate: "tool_call", toolCallId: `c${at}`, title: "call", kind: "other" });
  },
  outputs: async (sessionId) => {
    const rawOutput = "x".repeat(1_000_000);
    for (let at = 0; at < 1_000; at += 1)
      await update(sessionId, { sessionUpdate: "tool_call", toolCallId: `c${at}`, title: "call", rawOutput });
  },
  plan: async (sessionId) => {
    const entries = Array.from({ length: 4_000 }, () => ({
      content: "x".repeat(500),
      priority: "low",
      status: "pending",
    }));
    for (let at = 0; at < 20; at += 1) await update(sessionId, { sessionUpdate: "plan", entries });
  },
  deep: async () => write(`{"jsonrpc":"2.0","method":"session/update","params":${"[".repeat(4e6)}`),
  wide: async () => write(`{"jsonrpc":"2.0","method":"session/update","params":[${"1,".repeat(3e6)}1]}`),
  line: async () => {
    for (;;) if (!process.stdout.write("x".repeat(65_536))) await new Promise((go) => process.stdout.once("drain", go));
  },
  newlines: async () => {
    for (let at = 0; at < 400; at += 1) await write("\n".repeat(65_536));
  },
  stderr: async () => {
    const piece = "x".repeat(65_536);
    for (let at = 0; at < 4_000; at += 1)
      if (!process.stderr.write(piece)) await new Promise((go) => process.stderr.once("drain", go));
  },
  /** Questions whose answers it never reads. */
  unread: async (sessionId) => {
    hears = false;
    process.stdin.pause();
    for (let at = 0; at < 1_000_000; at += 1)
      await send({ id: ++ids, method: "fs/read_text_file", params: { sessionId, path: "/nowhere" } });
  },
  permissions: async (sessionId) => {
    const toolCall = { toolCallId: "p", title: "x", kind: "execute", rawInput: { command: "x" } };
    for (let at = 0; at < 1_500; at += 1) void ask("session/request_permission", { sessionId, toolCall, options });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  },
  terminals: async (sessionId) => {
    const made = await Promise.all(
      Array.from({ length: 500 }, () => ask("terminal/create", { sessionId, command: "sleep 100" })),
    );
    await say(sessionId, String(made.filter(({ error }) => error === undefined).length));
  },
  /** Sends messages without end after its turn is over. */
  idle: () => {
    const speak = async (): Promise<void> => {
      for (;;) await say("nobody", "x");
    };
    setTimeout(() => void speak(), 100);
    return Promise.resolve();
  },
  /** Asks each of the given questions, and tells what came of them. */
  ask: async (sessionId, given: { method: string; params: object }[]) => {
    for (const { method, params } of given) {
      const more = method === "session/request_permission" ? { options } : {};
      const { result, error } = await ask(method, { sessionId, ...more, ...params });
      await say(sessionId, `${JSON.stringify(error === undefined ? { result } : { error: error.message })}\n`);
    }
  },
};

async function act({ id, params }: Message): Promise<void> {
  const [, word = "", rest = "null"] = /^(\w+) ?(.*)$/s.exec(params?.prompt?.[0]?.text ?? "") ?? [];
  await acts[word]?.(params?.sessionId ?? "", JSON.parse(rest === "" ? "null" : rest) as never);
  await send({ id, result: { stopReason: "end_turn" } });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  if (!hears) return;
  const message = JSON.parse(line) as Message;
  const { id, method } = message;
  if (method === undefined) answers.get(id ?? 0)?.(message);
  else if (method === "initialize") void send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") void send({ id, result: { sessionId: "s1" } });
  else if (method === "session/prompt") void act(message);
});

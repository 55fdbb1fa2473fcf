// A small agent that speaks ACP over stdio, on the official library. Run as `node acp-agent.ts [flags]`; what it does is what the message says.
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  agent,
  type AgentContext,
  type ContentBlock,
  methods,
  ndJsonStream,
  type NewSessionResponse,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { askModel, nextStep } from "./acp-script.ts";

const flags = process.argv.slice(2);
const has = (flag: string): boolean => flags.includes(`--${flag}`);
const valueOf = (flag: string): string | undefined =>
  flags.find((one) => one.startsWith(`--${flag}=`))?.slice(flag.length + 3);

/** Sessions outlive the process where a folder is given: one file each, a line per prompt. */
const memory = valueOf("memory");
const sessions = new Map<string, string[]>();
const cancelled = new Map<string, () => void>();
let isAuthenticated = !has("auth");
let count = 0;
let servers: unknown = [];

if (has("die")) {
  process.stderr.write("The agent has no licence.\n");
  process.exit(3);
}
if (has("stubborn")) {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1_000);
}
if (has("says-pid")) process.stdout.write(`${process.pid}\n`);
if (has("garbage")) process.stdout.write("Welcome to the agent!\n{not json\n[1,2]\n");

/** Dies when it is asked for this. */
function mayDie(method: string): void {
  if (valueOf("die-in") !== method) return;
  process.stderr.write(`No ${method} today.\n`);
  process.exit(4);
}

const app = agent({ name: "fake-agent" });

app.onRequest(methods.agent.initialize, async ({ params }) => {
  if (has("mute")) await new Promise(() => undefined);
  if (valueOf("hello") !== undefined) appendFileSync(valueOf("hello") ?? "", `${JSON.stringify(params)}\n`);
  const takes = (valueOf("takes") ?? "image,embedded").split(",");
  return {
    protocolVersion: 1,
    agentInfo: { name: valueOf("name") ?? "fake-agent", version: "1.0.0" },
    authMethods: [{ id: "letmein", name: "Let me in", description: "Signs in without asking." }],
    agentCapabilities: {
      loadSession: has("load"),
      promptCapabilities: {
        image: takes.includes("image"),
        audio: takes.includes("audio"),
        embeddedContext: takes.includes("embedded"),
      },
      sessionCapabilities: { ...(has("resume") && { resume: {} }), ...(has("list") && { list: {} }) },
      mcpCapabilities: { http: valueOf("mcp") === "http" },
      ...(takes.includes("attachments") && { _meta: { "sandboxagent.dev": { extensions: { attachments: true } } } }),
    },
  };
});

app.onRequest(methods.agent.authenticate, async ({ params }) => {
  if (has("mute-sign-in")) await new Promise(() => undefined);
  if (params.methodId !== "letmein") throw RequestError.invalidParams();
  isAuthenticated = true;
  return {};
});

app.onRequest(methods.agent.session.new, async ({ client, params }) => {
  mayDie("new");
  servers = params.mcpServers;
  if (!isAuthenticated) throw RequestError.authRequired();
  const sessionId = `fake_${process.pid}_${++count}`;
  sessions.set(sessionId, []);
  setTimeout(() => void tellCommands(client, sessionId), 0);
  return await Promise.resolve({ sessionId, ...options() });
});

app.onRequest(methods.agent.session.load, async ({ params, client }) => {
  if (!isAuthenticated) throw RequestError.authRequired();
  const past = recall(params.sessionId);
  if (past === undefined) throw RequestError.resourceNotFound(params.sessionId);
  for (const text of past) {
    await say(client, params.sessionId, { sessionUpdate: "user_message_chunk", content: { type: "text", text } });
    await words(client, params.sessionId, `replayed ${text}`);
  }
  sessions.set(params.sessionId, past);
  return options();
});

app.onRequest(methods.agent.session.resume, ({ params }) => {
  if (!isAuthenticated) throw RequestError.authRequired();
  const past = recall(params.sessionId);
  if (past === undefined) throw RequestError.resourceNotFound(params.sessionId);
  sessions.set(params.sessionId, past);
  return options();
});

app.onRequest(methods.agent.session.list, () => ({
  sessions: [...new Set([...sessions.keys(), ...kept()])].map((sessionId) => ({
    sessionId,
    cwd: process.cwd(),
    title: `About ${sessionId}`,
  })),
}));

/** What it still says when its turn is over: before it answers to a mode, and so surely after the end. */
let latecomer: (() => Promise<void>) | undefined;

let mode = "ask";
app.onRequest(methods.agent.session.setMode, async ({ params, client }) => {
  mayDie("mode");
  await latecomer?.();
  mode = params.modeId;
  await say(client, params.sessionId, { sessionUpdate: "current_mode_update", currentModeId: mode });
  return {};
});

let level = "low";
app.onRequest(methods.agent.session.setConfigOption, ({ params }) => {
  level = String(params.value);
  return { configOptions: options().configOptions ?? [] };
});

app.onNotification(methods.agent.session.cancel, ({ params }) => {
  cancelled.get(params.sessionId)?.();
});

app.onRequest(methods.agent.session.prompt, async ({ params, client }) => {
  const known = sessions.get(params.sessionId);
  if (known === undefined) throw RequestError.resourceNotFound(params.sessionId);
  const text = params.prompt.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  known.push(text);
  remember(params.sessionId, known);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  cancelled.set(params.sessionId, () => {
    resolve(undefined);
  });
  if (valueOf("log") !== undefined) appendFileSync(valueOf("log") ?? "", `${JSON.stringify(params)}\n`);
  const script = valueOf("script");
  const tell = (spoken: string): Promise<void> => words(client, params.sessionId, spoken);
  try {
    if (script !== undefined) return { stopReason: await nextStep(script, tell, promise) };
    const model = valueOf("model");
    if (model !== undefined) return { stopReason: await askModel(model, text, tell, promise) };
    return (await act(params, client, promise)) ?? { stopReason: "end_turn" };
  } finally {
    cancelled.delete(params.sessionId);
  }
});

type Act = (
  rest: string,
  params: PromptRequest,
  client: AgentContext,
  stopped: Promise<undefined>,
) => Promise<PromptResponse | undefined>;

/** By the last line of the message that begins with a word of these. */
const acts: Record<string, Act> = {
  think: async (rest, { sessionId }, client) => {
    await say(client, sessionId, { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: rest } });
    await words(client, sessionId, "Thought.");
    return undefined;
  },
  plan: async (_rest, { sessionId }, client) => {
    const entries = (done: boolean): SessionUpdate => ({
      sessionUpdate: "plan",
      entries: [
        { content: "Read it", priority: "high", status: done ? "completed" : "in_progress" },
        { content: "Change it", priority: "low", status: done ? "in_progress" : "pending" },
      ],
    });
    await say(client, sessionId, entries(false));
    await say(client, sessionId, entries(true));
    await words(client, sessionId, "Planned.");
    return undefined;
  },
  permission: async (rest, { sessionId }, client, stopped) => {
    const call = { toolCallId: "call_p", title: `Run ${rest}`, kind: "execute" as const, rawInput: { command: rest } };
    await say(client, sessionId, { sessionUpdate: "tool_call", ...call, status: "pending" });
    const options = [
      { optionId: "yes", name: "Allow", kind: "allow_once" as const },
      { optionId: "always", name: "Always allow", kind: "allow_always" as const },
      { optionId: "no", name: "Reject", kind: "reject_once" as const },
    ];
    const asked: Promise<RequestPermissionResponse> = client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: call,
      options,
    });
    const answer = await Promise.race([asked, stopped]);
    if (answer === undefined || answer.outcome.outcome === "cancelled") {
      if (answer === undefined) await asked.catch(() => undefined);
      return { stopReason: "cancelled" };
    }
    const isAllowed = answer.outcome.optionId !== "no";
    const status = isAllowed ? "completed" : "failed";
    await say(client, sessionId, {
      sessionUpdate: "tool_call_update",
      toolCallId: "call_p",
      status,
      rawOutput: { chosen: answer.outcome.optionId },
    });
    await words(client, sessionId, isAllowed ? `Ran it (${answer.outcome.optionId}).` : "Did not run it.");
    return undefined;
  },
  diff: async (rest, { sessionId }, client) => {
    const path = rest.trim();
    const before = existsSync(path) ? readFileSync(path, "utf8") : null;
    const after = `${before ?? ""}// changed by the agent\n`;
    const content = [{ type: "diff" as const, path, oldText: before, newText: after }];
    const call = { toolCallId: "call_d", title: `Edit ${path}`, kind: "edit" as const, locations: [{ path, line: 1 }] };
    await say(client, sessionId, { sessionUpdate: "tool_call", ...call, status: "in_progress", content });
    writeFileSync(path, after);
    await say(client, sessionId, { sessionUpdate: "tool_call_update", toolCallId: "call_d", status: "completed" });
    await words(client, sessionId, "Edited.");
    return undefined;
  },
  write: async (rest, { sessionId }, client) => {
    const [path = "", text = ""] = rest.split(" | ");
    const done = await client.request(methods.client.fs.writeTextFile, { sessionId, path, content: `${text}\n` }).then(
      () => "Written.",
      (error: unknown) => `Not written: ${String(error)}`,
    );
    await words(client, sessionId, done);
    return undefined;
  },
  read: async (rest, { sessionId }, client) => {
    const [path = "", line] = rest.split(":");
    const from = line === undefined ? {} : { line: Number(line), limit: 1 };
    const got = await client.request(methods.client.fs.readTextFile, { sessionId, path, ...from }).then(
      ({ content }) => `Read: ${content}`,
      (error: unknown) => `Not read: ${String(error)}`,
    );
    await words(client, sessionId, got);
    return undefined;
  },
  run: async (rest, { sessionId }, client) => {
    try {
      const terminal = await client.createTerminal({ sessionId, command: "sh", args: ["-c", rest] });
      const call = { toolCallId: "call_t", title: rest, kind: "execute" as const, status: "in_progress" as const };
      const content = [{ type: "terminal" as const, terminalId: terminal.id }];
      await say(client, sessionId, { sessionUpdate: "tool_call", ...call, content });
      const { exitCode } = await terminal.waitForExit();
      const { output } = await terminal.currentOutput();
      await terminal.release();
      await say(client, sessionId, {
        sessionUpdate: "tool_call_update",
        toolCallId: "call_t",
        status: exitCode === 0 ? "completed" : "failed",
      });
      await words(client, sessionId, `Exit ${exitCode ?? "none"}: ${output}`);
    } catch (error) {
      await words(client, sessionId, `Not run: ${String(error)}`);
    }
    return undefined;
  },
  usage: async (_rest, { sessionId }, client) => {
    await say(client, sessionId, { sessionUpdate: "usage_update", used: 1234, size: 50_000 });
    await words(client, sessionId, "Used.");
    return undefined;
  },
  notice: async (rest, { sessionId }, client) => {
    await say(client, sessionId, { sessionUpdate: "notice", severity: "warning", title: rest });
    await words(client, sessionId, "Noticed.");
    return undefined;
  },
  /** Goes to another mode by itself. */
  turn: async (rest, { sessionId }, client) => {
    mode = rest;
    await say(client, sessionId, { sessionUpdate: "current_mode_update", currentModeId: mode });
    await words(client, sessionId, "Turned.");
    return undefined;
  },
  servers: async (_rest, { sessionId }, client) => {
    await words(client, sessionId, JSON.stringify(servers));
    return undefined;
  },
  where: async (_rest, { sessionId }, client) => {
    await words(client, sessionId, `mode ${mode}, level ${level}`);
    return undefined;
  },
  slow: async (_rest, { sessionId }, client, stopped) => {
    await words(client, sessionId, "Begun");
    await stopped;
    await words(client, sessionId, ", stopped");
    return { stopReason: "cancelled" };
  },
  /** Says nothing until Stop, and nothing then. */
  silent: async (_rest, _params, _client, stopped) => {
    await stopped;
    return { stopReason: "cancelled" };
  },
  /** Hears nothing any more, not even Stop. */
  hang: async (_rest, { sessionId }, client) => {
    await words(client, sessionId, "Begun");
    return await new Promise(() => undefined);
  },
  crash: async (_rest, { sessionId }, client) => {
    await words(client, sessionId, "Begun");
    setTimeout(() => {
      process.stderr.write("Out of luck.\n");
      process.exit(9);
    }, 20);
    return await new Promise(() => undefined);
  },
  /** Dies, and what it started still has its output: one of its group, or one that has left it. */
  orphan: async (rest, { sessionId }, client) => {
    const { pid } = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], {
      stdio: "inherit",
      detached: rest === "away",
    });
    await words(client, sessionId, `Begun ${pid}`);
    process.stderr.write("Out of luck.\n");
    process.exit(9);
  },
  /** Cannot be heard any more, and lives on. */
  deaf: async (_rest, { sessionId }, client) => {
    await words(client, sessionId, "Begun");
    closeSync(1);
    return await new Promise(() => undefined);
  },
  endless: async (_rest, { sessionId }, client) => {
    await words(client, sessionId, "Begun");
    process.stdout.write("x".repeat(65 * 1024 * 1024));
    return await new Promise(() => undefined);
  },
  flood: async (rest, { sessionId }, client) => {
    const piece = "flood ".repeat(200);
    for (let at = 0; at < Number(rest); at += 1) await words(client, sessionId, piece);
    return undefined;
  },
  /** Updates after the end, of unknown calls, for unknown sessions, and twice. */
  disorder: async (_rest, { sessionId }, client) => {
    const done = { sessionUpdate: "tool_call_update" as const, toolCallId: "ghost", status: "completed" as const };
    await say(client, sessionId, done);
    await say(client, sessionId, done);
    await say(client, sessionId, {
      sessionUpdate: "tool_call",
      toolCallId: "ghost",
      title: "Too late",
      status: "in_progress",
    });
    await words(client, "nobody", "Not for you.");
    await words(client, sessionId, "In disorder.");
    latecomer = () => words(client, sessionId, " After the end.");
    return undefined;
  },
  noise: async (_rest, { sessionId }, client) => {
    process.stdout.write('Loading…\n{"jsonrpc":"2.0","id":9999,"result":{}}\n{"a":1}\n\u0000\u0001\n');
    await words(client, sessionId, "Noisy.");
    return undefined;
  },
  refuse: () => Promise.resolve({ stopReason: "refusal" }),
  fail: () => Promise.reject(new RequestError(-32603, "The model is out of credit")),
};

async function act(
  params: PromptRequest,
  client: AgentContext,
  stopped: Promise<undefined>,
): Promise<PromptResponse | undefined> {
  const line =
    (params.prompt.findLast((block) => block.type === "text")?.text ?? "")
      .trim()
      .split("\n")
      .findLast((one) => (one.split(" ", 1)[0] ?? "") in acts) ?? "";
  const [word = "", ...rest] = line.split(" ");
  const known = acts[word];
  if (known !== undefined) return known(rest.join(" "), params, client, stopped);
  await words(client, params.sessionId, `Received ${JSON.stringify(params.prompt.map(shown))}`);
  return undefined;
}

function shown(block: ContentBlock): unknown {
  if (block.type === "image" || block.type === "audio") return { ...block, data: `${block.data.length} characters` };
  return block;
}

function options(): Required<Pick<NewSessionResponse, "modes" | "configOptions">> {
  const modes = {
    currentModeId: mode,
    availableModes: (valueOf("modes") ?? "ask,code").split(",").map((id) => ({ id, name: id })),
  };
  const select = (valueOf("levels") ?? "low,high").split(",").map((value) => ({ value, name: value }));
  return {
    modes,
    configOptions: [{ type: "select", id: "level", name: "Effort", currentValue: level, options: select }],
  };
}

async function tellCommands(client: AgentContext, sessionId: string): Promise<void> {
  const availableCommands = [{ name: "tidy", description: "Tidies up", input: { hint: "what" } }];
  await say(client, sessionId, { sessionUpdate: "available_commands_update", availableCommands });
}

function words(client: AgentContext, sessionId: string, text: string): Promise<void> {
  return say(client, sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

function say(client: AgentContext, sessionId: string, update: SessionUpdate): Promise<void> {
  return client.notify(methods.client.session.update, { sessionId, update });
}

function kept(): string[] {
  return memory !== undefined && existsSync(memory) ? readdirSync(memory) : [];
}

function recall(sessionId: string): string[] | undefined {
  const known = sessions.get(sessionId);
  if (known !== undefined || memory === undefined) return known;
  const file = join(memory, sessionId);
  return existsSync(file) ? readFileSync(file, "utf8").split("\u0000").filter(Boolean) : undefined;
}

function remember(sessionId: string, prompts: string[]): void {
  if (memory === undefined) return;
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, sessionId), prompts.join("\u0000"));
}

const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
app.connect(ndJsonStream(output, input));

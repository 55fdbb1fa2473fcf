// Records the JSON-RPC of an agent in the wire journal: one entry for each request, with every message until its response.
import * as z from "zod/mini";
import type { LineTap } from "../process/line-stream.ts";
import { HIDDEN } from "../../message/secrets/secrets.ts";
import { hiddenAddress, hiddenArguments } from "../../message/secrets/server-secrets.ts";
import type { Journal, Recording } from "../../send/line/journal.ts";
import * as words from "../words.ts";

const Line = z.looseObject({
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.optional(z.string()),
  params: z.optional(z.looseObject({ sessionId: z.optional(z.string()), mcpServers: z.optional(z.unknown()) })),
  error: z.optional(z.unknown()),
});

interface Open {
  recording: Recording;
  session: string | undefined;
}

export class AgentJournal {
  readonly #agent: string;
  readonly #journal: Journal;
  readonly #warn: (line: string) => void;
  /** The message each session is asked to answer. */
  readonly #about = new Map<string, string>();

  constructor(agent: string, journal: Journal, secrets: readonly string[], warn: (line: string) => void) {
    this.#agent = agent;
    this.#journal = journal;
    this.#warn = warn;
    this.hide(secrets);
  }

  /** The journal hides these values from now on. */
  hide(secrets: readonly string[]): void {
    this.#journal.secrets.add(secrets);
  }

  asks(session: string, about: string | undefined): void {
    if (about !== undefined) this.#about.set(session, about);
  }

  /** One tap per process, so that its end does not close the entries of the next process. */
  tap(): LineTap {
    return new ProcessTap({
      hide: (text) => this.#journal.secrets.hide(text),
      begin: (method, session, line) => this.#begin(method, session, line),
      garbage: (line) => {
        this.#warn(`${this.#agent} wrote an invalid message: ${line}`);
      },
    });
  }

  #begin(method: string, session: string | undefined, line: string): Recording {
    const about = method === "session/prompt" && session !== undefined ? this.#about.get(session) : undefined;
    return this.#journal.begin({
      ...(about !== undefined && { about }),
      provider: `acp/${this.#agent}`,
      method,
      url: `acp:${this.#agent}`,
      headers: {},
      body: line,
    });
  }
}

interface TapPorts {
  hide: (text: string) => string;
  begin: (method: string, session: string | undefined, line: string) => Recording;
  garbage: (line: string) => void;
}

class ProcessTap implements LineTap {
  readonly #ports: TapPorts;
  readonly #open = new Map<string, Open>();
  /** Requests of the agent, by id: their answers belong to the same session. */
  readonly #asked = new Map<string, string | undefined>();

  constructor(ports: TapPorts) {
    this.#ports = ports;
  }

  sent(line: string): void {
    const message = parse(line);
    if (message === undefined) return;
    const { id, method, params } = message;
    const session = params?.sessionId;
    if (method === undefined) {
      this.#add(this.#asked.get(String(id)), "→", line);
      this.#asked.delete(String(id));
    } else if (id === undefined) this.#add(session, "→", line);
    else
      this.#open.set(String(id), {
        recording: this.#ports.begin(method, session, withoutServers(line, message)),
        session,
      });
  }

  received(line: string, said: unknown): void {
    const parsed = Line.safeParse(said);
    if (!parsed.success) return;
    const message = parsed.data;
    const { id, method, params, error } = message;
    if (method !== undefined) {
      if (id !== undefined) this.#asked.set(String(id), params?.sessionId);
      this.#add(params?.sessionId, "←", line);
      return;
    }
    const open = this.#open.get(String(id));
    if (open === undefined) return;
    this.#open.delete(String(id));
    open.recording.answered(error === undefined ? 200 : 500, {});
    this.#write(open, "←", line);
    open.recording.ended(error === undefined ? "end" : "error");
  }

  garbage(line: string): void {
    // Hide secrets before cutting: half a secret is not recognized.
    this.#ports.garbage(this.#ports.hide(line.slice(0, 20_000)).slice(0, 300));
  }

  ended(): void {
    for (const { recording } of this.#open.values()) recording.ended("error");
    this.#open.clear();
    this.#asked.clear();
  }

  #add(session: string | undefined, sign: string, line: string): void {
    const open = [...this.#open.values()].find((one) => one.session !== undefined && one.session === session);
    if (open !== undefined) this.#write(open, sign, line);
  }

  #write({ recording }: Open, sign: string, line: string): void {
    recording.piece(new TextEncoder().encode(`${sign} ${shortLine(line)}\n`));
  }
}

/** The journal cuts longer lines. */
const MOST_OF_LINE = 256 * 1024;

function shortLine(line: string): string {
  const rest = line.length - MOST_OF_LINE;
  return rest > 0 ? `${line.slice(0, MOST_OF_LINE)}${words.moreCharacters(rest)}` : line;
}

const Pairs = z.array(z.looseObject({ name: z.string(), value: z.string() }));

/** The fields of an MCP server that may hold a secret. */
const Server = z.looseObject({
  env: z.optional(Pairs),
  headers: z.optional(Pairs),
  args: z.optional(z.array(z.string())),
  url: z.optional(z.string()),
});

/** Hides the values a request passes to MCP servers, and keeps the names. */
function withoutServers(line: string, message: z.infer<typeof Line>): string {
  if (message.params?.mcpServers === undefined) return line;
  const servers = z.array(Server).safeParse(message.params.mcpServers);
  const mcpServers = servers.success ? servers.data.map(openServer) : HIDDEN;
  return JSON.stringify({ ...message, params: { ...message.params, mcpServers } });
}

function openServer({ env, headers, args, url, ...server }: z.infer<typeof Server>): unknown {
  const named = (pairs: z.infer<typeof Pairs>): unknown => pairs.map(({ name }) => ({ name, value: HIDDEN }));
  return {
    ...server,
    ...(url !== undefined && { url: hiddenAddress(url) }),
    ...(args !== undefined && { args: hiddenArguments(args) }),
    ...(env !== undefined && { env: named(env) }),
    ...(headers !== undefined && { headers: named(headers) }),
  };
}

function parse(line: string): z.infer<typeof Line> | undefined {
  const parsed = Line.safeParse(JSON.parse(line));
  return parsed.success ? parsed.data : undefined;
}

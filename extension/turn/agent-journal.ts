// The JSON-RPC of an agent in the wire journal: one entry for each request that goes, with all that was said until its answer.
import * as z from "zod/mini";
import type { LineTap } from "../acp/line-stream.ts";
import { hiding, type Journal, type Recording } from "../send/journal.ts";

const Line = z.looseObject({
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.optional(z.string()),
  params: z.optional(z.looseObject({ sessionId: z.optional(z.string()) })),
  error: z.optional(z.unknown()),
});

interface Open {
  recording: Recording;
  session: string | undefined;
}

export class AgentJournal {
  readonly #agent: string;
  readonly #journal: Journal;
  #hide: (text: string) => string = (text) => text;
  readonly #hidden = new Set<string>();
  readonly #warn: (line: string) => void;
  /** The message each session is asked to answer. */
  readonly #about = new Map<string, string>();

  constructor(agent: string, journal: Journal, secrets: readonly string[], warn: (line: string) => void) {
    this.#agent = agent;
    this.#journal = journal;
    this.#warn = warn;
    this.hide(secrets);
  }

  /** From now on these are nowhere in it. */
  hide(secrets: readonly string[]): void {
    for (const secret of secrets) {
      if (this.#hidden.has(secret)) continue;
      this.#hidden.add(secret);
      const [before, hide] = [this.#hide, hiding(secret)];
      this.#hide = (text) => hide(before(text));
    }
  }

  asks(session: string, about: string | undefined): void {
    if (about !== undefined) this.#about.set(session, about);
  }

  /** For one process: its end leaves alone what is said to the one that was started after it. */
  tap(): LineTap {
    return new ProcessTap({
      hide: (text) => this.#hide(text),
      begin: (method, session, line) => this.#begin(method, session, line),
      garbage: (line) => {
        this.#warn(`${this.#agent} wrote what is no message: ${line}`);
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
    else this.#open.set(String(id), { recording: this.#ports.begin(method, session, this.#ports.hide(line)), session });
  }

  received(line: string): void {
    const message = parse(line);
    if (message === undefined) return;
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
    this.#ports.garbage(this.#ports.hide(line.slice(0, 300)));
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
    recording.piece(new TextEncoder().encode(`${sign} ${line}\n`), this.#ports.hide);
  }
}

function parse(line: string): z.infer<typeof Line> | undefined {
  const parsed = Line.safeParse(JSON.parse(line));
  return parsed.success ? parsed.data : undefined;
}

// A whole turn with a server that sends recorded bytes, and the request that follows it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage } from "../../extension/message/message.ts";
import type { Model } from "../../extension/message/model.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { isOwnServer, originOf, providerFacts } from "../../extension/providers/provider.ts";
import type { Access, Patience } from "../../extension/send/access.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { prepare, VSCODE_LM } from "../../extension/turn/wire.ts";
import { contextOf, modelOf, text, user } from "../fakes/context.ts";
import { freshStore } from "../fakes/fresh-store.ts";
import { neutralPorts } from "../fakes/neutral-ports.ts";
import { fakePorts } from "../fakes/ports.ts";
import { withTools } from "../fakes/tools.ts";
import { answers, type WireName } from "../fakes/wire-answers.ts";
import { providerOf, WIRES } from "../fakes/wires.ts";
import type { Recorded } from "./behaviour.ts";
import { languageModel } from "./language-model.ts";

/** Where the servers are that the user sets. */
const OWN: Readonly<Partial<Record<WireName, string>>> = {
  "openai-chat": "http://server.test/v1",
  ollama: "http://server.test:11434",
};

/** The wires over which bytes go, and VS Code's own API, over which parts go. */
export const ALL_WIRES = [...WIRES, VSCODE_LM] as const;

export interface Situation {
  wire: (typeof ALL_WIRES)[number];
  responses: readonly Recorded[];
  /** What the request that follows meets before it is answered. */
  next?: readonly Recorded[];
  /** The URL in the settings. */
  at?: string;
  model?: Partial<Model>;
  patience?: Partial<Patience>;
}

export interface Told {
  events: StreamEvent[];
  /** The bodies of the requests that the recorded bytes answer. */
  asked: Body[];
  answer: AssistantMessage;
  /** With what the tool ran. */
  ran: unknown[];
  /** The messages of the request that follows, without those that the first one had. */
  back: unknown[];
  /** Of the last answer, to the request that follows. */
  last: AssistantMessage;
}

type Body = Record<string, unknown>;

export class Wires {
  readonly #folder = mkdtempSync(join(tmpdir(), "galley-wire-"));
  readonly #path = join(this.#folder, "galley.db");
  readonly #store: Store = freshStore(this.#path);
  #count = 0;

  close(): void {
    this.#store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async tell(situation: Situation): Promise<Told> {
    const events = await eventsOf(situation);
    const { asked, answer, ran, following, last } = await this.turn(situation);
    const before = messagesOf(asked[0] ?? {}).length;
    const back = messagesOf(following).slice(before);
    return { events, asked, answer, ran, back, last };
  }

  /** The recorded bytes answer the first request and its repetitions; all others get a plain answer in the end. */
  async turn(situation: Situation): Promise<Omit<Told, "events" | "back"> & { following: Body }> {
    const bodies: Body[][] = [];
    const ran: unknown[] = [];
    const plain = plainAnswer(situation.wire);
    const ports = withTools(fakePorts({ path: this.#path, store: this.#store, model: modelIn(situation) }), [
      {
        name: "read",
        run: (input) => {
          if (!isObject(input)) return { ok: false, output: "The input must be an object." };
          ran.push(input);
          return { ok: true, output: `read ${JSON.stringify(input)}` };
        },
      },
    ]);
    ports.languageModel = languageModel(
      [...situation.responses.slice(0, 1), ...(situation.next ?? []), plain],
      (request) => bodies.push([{ ...request }]),
    );
    ports.access = () => {
      const asked: Body[] = [];
      const count = bodies.push(asked);
      const later = count === 2 ? [...(situation.next ?? []), plain] : [plain];
      return Promise.resolve(accessTo(situation, count === 1 ? situation.responses : later, asked));
    };
    this.#count += 1;
    const conversation = new Conversation(ports, `ses_${this.#count}`);
    const say = async (words: string): Promise<AssistantMessage> => {
      await conversation.runner.submit([{ type: "text", text: words }]);
      await conversation.runner.settled();
      const last = readMessages(this.#store, conversation.id, ALL).at(-1)?.message;
      if (last?.role !== "assistant") throw new Error("there is no answer");
      return last;
    };
    const answer = await say("Go.");
    const last = bodies.length > 1 ? answer : await say("Go on.");
    conversation.close();
    const [asked = [], following = []] = bodies;
    return { asked, answer, ran, following: following.at(-1) ?? {}, last };
  }
}

async function eventsOf(situation: Situation): Promise<StreamEvent[]> {
  const prepared = prepare(contextOf([user(text("Go."))]), modelIn(situation), {
    ...neutralPorts(),
    languageModel: languageModel(situation.responses, () => undefined),
    access: () => Promise.resolve(accessTo(situation, situation.responses, [])),
  });
  const events: StreamEvent[] = [];
  for await (const event of prepared.send(new AbortController().signal)) events.push(event);
  return events;
}

function plainAnswer(wire: Situation["wire"]): Recorded {
  return recorded(wire === VSCODE_LM ? ['{"value":"Done."}\n'] : answers[wire].plain());
}

function modelIn({ wire, at, model }: Situation): Model {
  if (wire === VSCODE_LM) return { ...modelOf(VSCODE_LM), id: "vendor/model", ...model };
  return networkModel(wire, at ?? OWN[wire], model);
}

function networkModel(wire: WireName, at: string | undefined, model: Situation["model"]): Model {
  const provider = providerOf[wire];
  const server = at === undefined ? undefined : originOf(provider, at);
  return modelOf(provider, { ...(server !== undefined && { server }), ...model });
}

function accessTo(situation: Situation, responses: readonly Recorded[], asked: Body[]): Access {
  const { wire, patience } = situation;
  if (wire === VSCODE_LM) throw new Error("nothing goes over the network");
  const at = situation.at ?? OWN[wire];
  const provider = providerOf[wire];
  return {
    provider,
    name: isOwnServer(provider) ? "Server" : providerFacts[provider].name,
    key: "sk-test",
    ...(at !== undefined && { baseUrl: at }),
    patience: { attempts: 3, backoffMs: 1, longestWaitMs: 1_000, ...patience },
    fetch: (_, init) => {
      asked.push(typeof init?.body === "string" ? (JSON.parse(init.body) as Body) : {});
      const response = responses[Math.min(asked.length, responses.length) - 1] ?? recorded([]);
      return Promise.resolve(respond(wire, response, init?.signal));
    },
  };
}

export function recorded(pieces: readonly string[]): Recorded {
  return { status: 200, headers: {}, pieces: pieces.map((piece) => new TextEncoder().encode(piece)) };
}

function respond(
  wire: WireName,
  { status, headers, pieces }: Recorded,
  signal: AbortSignal | null | undefined,
): Response {
  const type = wire === "ollama" ? "application/x-ndjson" : "text/event-stream";
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces[at];
      at += 1;
      if (signal?.aborted === true) controller.error(signal.reason);
      else if (piece === undefined) controller.close();
      else if (piece === "reset") controller.error(new TypeError("terminated", { cause: connectionReset() }));
      else if (piece instanceof Uint8Array) controller.enqueue(piece);
      else await new Promise((resolve) => setTimeout(resolve, piece.silence)).then(() => this.pull?.(controller));
    },
  });
  return new Response(body, {
    status,
    headers: { "content-type": status < 300 ? type : "application/json", ...headers },
  });
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function connectionReset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

/** What was said so far, without the system text and the marks of what is cached. */
function messagesOf({ messages, input, contents }: Body): unknown[] {
  const said: unknown = messages ?? input ?? contents ?? [];
  const all = JSON.parse(JSON.stringify(said), (name, value: unknown) =>
    name === "cache_control" ? undefined : value,
  ) as { role?: string }[];
  return all.filter(({ role }) => role !== "system");
}

// A model on loopback for real agents: says what the step wants, calls a tool when told to, and keeps what it was sent.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface ToolWanted {
  name: string;
  arguments: Record<string, unknown>;
}

interface Reply {
  text: string;
  /** The answer reaches its length limit. */
  isCut?: boolean;
}

export interface AgentModel {
  url: string;
  /** What users said, as the requests carried it, latest request last. */
  received: unknown[][];
  /** Called once, by the next request that offers it. */
  calls: ToolWanted[];
  /** The next answer never comes. */
  holds: boolean;
  /** Answers by what the user's last message says; `undefined`: with the usual words. */
  reply: (words: string) => Promise<Reply | undefined>;
  close: () => void;
}

/** Speaks OpenAI's Responses and Chat Completions, which is what agents speak to servers of their user's own. */
export async function agentModel(): Promise<AgentModel> {
  const state: AgentModel = { url: "", received: [], calls: [], holds: false, reply: usual, close: () => undefined };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const isResponses = request.url?.includes("/responses") === true;
      if (!isResponses && request.url?.includes("/chat/completions") !== true) {
        response.writeHead(404).end("{}");
        return;
      }
      const json = JSON.parse(body) as { input?: Turn[]; messages?: Turn[]; tools?: unknown };
      state.received.push(userWords(json.input ?? json.messages ?? []));
      if (state.holds) return;
      const call = state.calls.find(({ name }) => JSON.stringify(json.tools ?? []).includes(`"${name}"`));
      if (call !== undefined) state.calls.splice(state.calls.indexOf(call), 1);
      void state.reply(JSON.stringify(state.received.at(-1))).then((reply = { text: WORDS }) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        if (isResponses) sayResponses(response, call, reply);
        else sayChat(response, call, reply);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  state.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return state;
}

const usual: AgentModel["reply"] = () => Promise.resolve(undefined);

interface Turn {
  role?: string;
  content?: unknown;
}

function userWords(turns: readonly Turn[]): unknown[] {
  const { content } = turns.findLast(({ role }) => role === "user") ?? {};
  return Array.isArray(content) ? (content satisfies unknown[]) : [content];
}

const WORDS = "Said by the loopback model.";

function sayResponses(response: ServerResponse, call: ToolWanted | undefined, { text, isCut = false }: Reply): void {
  const send = (data: { type: string } & Record<string, unknown>): void => {
    response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const item =
    call === undefined
      ? { type: "message", role: "assistant", id: "m", content: [{ type: "output_text", text }] }
      : {
          type: "function_call",
          id: "f",
          call_id: "call_1",
          name: call.name,
          arguments: JSON.stringify(call.arguments),
        };
  send({ type: "response.created", response: { id: "r" } });
  send({ type: "response.output_item.done", item });
  const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
  if (isCut)
    send({
      type: "response.incomplete",
      response: { id: "r", usage, incomplete_details: { reason: "max_output_tokens" } },
    });
  else send({ type: "response.completed", response: { id: "r", usage } });
  response.end();
}

function sayChat(response: ServerResponse, call: ToolWanted | undefined, { text, isCut = false }: Reply): void {
  const send = (choice: object, more: object = {}): void => {
    const chunk = {
      id: "c",
      object: "chat.completion.chunk",
      created: 0,
      model: "m",
      choices: [{ index: 0, ...choice }],
    };
    response.write(`data: ${JSON.stringify({ ...chunk, ...more })}\n\n`);
  };
  if (call === undefined) send({ delta: { role: "assistant", content: text }, finish_reason: null });
  else {
    const made = { name: call.name, arguments: JSON.stringify(call.arguments) };
    send({
      delta: { role: "assistant", tool_calls: [{ index: 0, id: "call_1", type: "function", function: made }] },
      finish_reason: null,
    });
  }
  send(
    { delta: {}, finish_reason: isCut ? "length" : call === undefined ? "stop" : "tool_calls" },
    { usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } },
  );
  response.end("data: [DONE]\n\n");
}

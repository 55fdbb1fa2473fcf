// Ollama on loopback with two models: it lists them, tells what each can, and answers every message with the same words.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const MODELS: Readonly<Record<string, { capabilities: string[]; length: number }>> = {
  "qwen3-coder:30b": { capabilities: ["completion", "tools"], length: 262_144 },
  "llama3.2-vision:11b": { capabilities: ["completion", "vision"], length: 131_072 },
};

export interface OllamaServer {
  url: string;
  /** It listens where Galley looks for Ollama, so no setting has to name it. */
  isAtUsualPort: boolean;
  /** What it answers, piece by piece. */
  answer: readonly string[];
  /** The last words of each message that it was sent. */
  asked: string[];
  close: () => Promise<void>;
}

const USUAL_PORT = 11_434;

/** At another port if the usual one is taken. */
export async function ollamaServer(first: readonly string[]): Promise<OllamaServer> {
  const asked: string[] = [];
  const state = { answer: first };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const json: unknown = body === "" ? {} : JSON.parse(body);
      if (request.url === "/api/tags")
        response.end(JSON.stringify({ models: Object.keys(MODELS).map((name) => ({ name, model: name })) }));
      else if (request.url === "/api/show") response.end(JSON.stringify(detailsOf(json)));
      else if (request.url === "/api/chat") {
        asked.push(lastWords(json));
        response.writeHead(200, { "content-type": "application/x-ndjson" });
        response.end(lines(state.answer).join(""));
      } else response.writeHead(404).end();
    });
  });
  const isAtUsualPort = await listen(server, USUAL_PORT);
  if (!isAtUsualPort) await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    isAtUsualPort,
    get answer() {
      return state.answer;
    },
    set answer(pieces) {
      state.answer = pieces;
    },
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Resolves to whether the port was free. */
function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}

function detailsOf(json: unknown): object {
  const name = typeof json === "object" && json !== null && "model" in json ? String(json.model) : "";
  const { capabilities = ["completion"], length = 8192 } = MODELS[name] ?? {};
  return { capabilities, model_info: { "any.context_length": length } };
}

function lastWords(json: unknown): string {
  if (typeof json !== "object" || json === null || !("messages" in json) || !Array.isArray(json.messages)) return "";
  const last: unknown = json.messages.at(-1);
  return typeof last === "object" && last !== null && "content" in last ? String(last.content) : "";
}

function lines(answer: readonly string[]): string[] {
  const head = { model: "fake", created_at: "2026-11-18T00:00:00Z" };
  const said = answer.map((content) => ({ ...head, message: { role: "assistant", content }, done: false }));
  const end = { done: true, done_reason: "stop", prompt_eval_count: 100, eval_count: 20 };
  return [...said, { ...head, message: { role: "assistant", content: "" }, ...end }].map(
    (line) => `${JSON.stringify(line)}\n`,
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

// A server's lists of models without a network: what it answers by path, and what it was asked.
import type { Provider } from "../../../extension/providers/provider.ts";
import type { Access } from "../../../extension/send/access.ts";
import type { Result } from "../../../extension/message/result.ts";
import { listModels } from "../../../extension/send/lists/list-models.ts";
import type { Listed } from "../../../extension/send/lists/listed.ts";

/** A function gets the request; a number is a status; `undefined` never answers. */
export type Answers = Readonly<Record<string, unknown>>;
export type Answering = (url: URL, body: string) => unknown;

export interface Asked {
  list: Result<Listed[]>;
  /** Paths with their queries, in order. */
  requests: string[];
  /** Of each request. */
  headers: Headers[];
}

export const SERVER = "http://box.test:8000";
export const KEY = "sk-very-secret";

export async function askLists(
  provider: Provider,
  answers: Answers | Answering,
  { base = "", signal }: { base?: string; signal?: AbortSignal } = {},
): Promise<Asked> {
  const requests: string[] = [];
  const headers: Headers[] = [];
  const fetch: Access["fetch"] = (input, init) => {
    const url = new URL(new Request(input).url);
    requests.push(`${url.pathname}${url.search}`);
    headers.push(new Headers(init?.headers));
    const body = typeof init?.body === "string" ? init.body : "";
    const answer = typeof answers === "function" ? answers(url, body) : (answers[url.pathname] ?? 404);
    return answer === undefined ? silence(init?.signal) : Promise.resolve(responseOf(answer));
  };
  const access = { provider, name: "The Server", baseUrl: `${SERVER}${base}`, key: KEY, fetch };
  return { list: await listModels(provider, access, signal), requests, headers };
}

function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  if (typeof answer === "number") return Response.json({ error: { message: `no: ${KEY}` } }, { status: answer });
  return new Response(typeof answer === "string" ? answer : JSON.stringify(answer));
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => {
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}

// One request to a server that fills in the middle, and the ways to answer it.
import type { ServerResponse } from "node:http";

export interface Behaviour {
  /** What the model says, piece by piece. */
  pieces: readonly string[];
  /** A refusal in the place of an answer. */
  status?: 401 | 429 | 500;
  /** All other keys are refused. */
  key?: string;
  /** It never ends; or it says nothing at all. */
  never?: "ends" | "begins";
  /** When the answer is closed whose end was said: by itself as of servers whose handler returns then, or not at all. */
  closes?: "at once" | "later" | "never";
  /** The model does not fill in. */
  cannot?: boolean;
  /** What follows the cursor is not read. */
  ignoresSuffix?: boolean;
}

export interface FimBody {
  model?: unknown;
  prompt?: unknown;
  suffix?: unknown;
  stop?: unknown;
  stream?: unknown;
  input_prefix?: unknown;
  input_suffix?: unknown;
}

export interface Exchange {
  path: string;
  body: FimBody;
  response: ServerResponse;
  behaviour: Behaviour;
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

/** Each piece as the server writes it, then its end. */
export function stream(exchange: Exchange, type: string, piece: (text: string) => string, end: string): void {
  const { response, behaviour } = exchange;
  if (behaviour.never === "begins") return;
  response.writeHead(200, { "content-type": type });
  for (const text of behaviour.pieces) response.write(piece(text));
  if (behaviour.never === undefined) {
    const { closes = "at once" } = behaviour;
    if (closes === "at once") response.end(end);
    else response.write(end);
    if (closes === "later") setTimeout(() => response.end(), 5);
    return;
  }
  const more = (): void => {
    if (response.destroyed) return;
    response.write(piece(behaviour.pieces.at(-1) ?? "x"));
    setImmediate(more);
  };
  more();
}

export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

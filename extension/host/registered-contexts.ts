// Contexts that other extensions bring: each a new @mention, asked when its message is sent.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { context, isContextName, nothing } from "../acquire/context.ts";
import { cutText } from "../acquire/cut.ts";
import type { Resolved } from "../message/resolved.ts";
import type { ContextProvider } from "./api.ts";

/** One that does not answer must not hold the message back. */
const ANSWER_MS = 2_000;
const MOST = { lines: 2_000, characters: 100_000 };
const Json = z.json();

export class RegisteredContexts {
  readonly #providers = new Map<string, ContextProvider>();

  /** Throws when the name is taken or cannot be typed. */
  register(kind: string, provider: ContextProvider): vscode.Disposable {
    if (!/^[a-z][\w.-]*$/i.test(kind)) throw new Error(`${kind} cannot be the name of a context: use letters.`);
    if (isContextName(kind) || this.#providers.has(kind)) throw new Error(`A context named ${kind} is there already.`);
    this.#providers.set(kind, provider);
    return new vscode.Disposable(() => this.#providers.delete(kind));
  }

  /** In the order they were registered. */
  get all(): { name: string; words: string }[] {
    return Array.from(this.#providers, ([name, { title }]) => ({ name, words: title }));
  }

  async read(kind: string, now: number): Promise<Resolved> {
    const provider = this.#providers.get(kind);
    if (provider === undefined) return nothing("nobody provides it now");
    const told = await inTime(provider);
    if (told === undefined || told === "") return nothing("it has nothing to say now");
    if (typeof told === "string") return context(kind, bounded(told), now);
    const json = Json.safeParse(told);
    if (!json.success) return nothing("what it told is not plain data");
    const { left_out } = cutText(JSON.stringify(json.data, null, 1), MOST);
    return left_out === undefined ? context(kind, json.data, now) : nothing("it told more than can be sent");
  }
}

function bounded(told: string): string {
  const { text, left_out } = cutText(told, MOST);
  return left_out === undefined ? text : `${text}\n[${left_out} left out]`;
}

async function inTime(provider: ContextProvider): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it did not answer in time")), ANSWER_MS);
  try {
    return await Promise.race([provider.provide(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

// Asks another extension for its context: plain data of a bounded size, or the reason why there is none.
import * as z from "zod/mini";
import { context, nothing } from "../../acquire/context.ts";
import { cutText } from "../../acquire/cut.ts";
import type { Resolved } from "../../message/resolved.ts";
import { inTime } from "../window/in-time.ts";
import type { RegisteredContexts } from "./registered-contexts.ts";
import * as words from "./words.ts";

const MOST = { lines: 2_000, characters: 100_000 };
const Json = z.json();

export async function readRegistered(contexts: RegisteredContexts, kind: string, now: number): Promise<Resolved> {
  const provider = contexts.provider(kind);
  if (provider === undefined) return nothing(words.noProvider);
  const told: unknown = await inTime(provider.provide());
  if (told === undefined || told === "") return nothing(words.emptyContext);
  if (typeof told === "string") return context(kind, bounded(told), now);
  const json = Json.safeParse(told);
  if (!json.success) return nothing(words.notJson);
  const { left_out } = cutText(JSON.stringify(json.data, null, 1), MOST);
  return left_out === undefined ? context(kind, json.data, now) : nothing(words.tooMuchData);
}

function bounded(told: string): string {
  const { text, left_out } = cutText(told, MOST);
  return left_out === undefined ? text : words.cut(text, left_out);
}

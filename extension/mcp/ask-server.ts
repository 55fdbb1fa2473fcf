// Asks a server while the user writes and sends a message: for a prompt, a resource, or completions of a value.
import * as z from "zod/mini";
import type { PromptRead, ResultPart } from "../message/command.ts";
import { reasonOf } from "../text/reason.ts";
import type { Resolved, Sending } from "../message/resolved.ts";
import { unlessStopped } from "../stream/stopped.ts";
import { type ContentPart, MOST_PIECES, toHeldParts, toPart } from "./content.ts";
import type { Question } from "./connection/link.ts";
import { restOf } from "./piece.ts";
import { plainLine } from "./plain-text.ts";
import type { Server } from "./server.ts";
import { whyNot } from "./tools.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

/** The longest a message waits before it is sent, including the start of the server. */
const READ_MS = 60_000;

/** Completions that arrive later are of no use to a user who is typing. */
const COMPLETE_MS = 3_000;

const MOST_VALUES = 30;

const Prompt = z.object({
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.unknown() })),
});

/** The messages of the prompt as parts, in their order. Never rejects. */
export async function askPrompt(
  server: Server,
  name: string,
  values: Readonly<Record<string, string>>,
  now: number,
  sending?: Sending,
): Promise<PromptRead> {
  const question = { method: "prompts/get", params: { name, arguments: { ...values } } } as const;
  const asked = await ask(server, question, sending);
  if (!asked.ok) return { ok: false, failure: words.promptNotRead(asked.failure) };
  const prompt = Prompt.safeParse(asked.value);
  if (!prompt.success) return { ok: false, failure: words.promptInvalid(server.name) };
  const { messages } = prompt.data;
  const isTalk = messages.some(({ role }) => role === "assistant");
  const pieces = messages.flatMap(({ role, content }) => piecesOf(content).map((piece) => ({ role, piece })));
  const rest = restOf(pieces.length, MOST_PIECES);
  const parts = pieces
    .slice(0, MOST_PIECES)
    .map(({ role, piece }) => ({ role, part: toPart(piece, { server: server.name, now }) }))
    .map(({ role, part }): ResultPart => (isTalk ? spoken(role, part) : part));
  if (parts.length === 0) return { ok: false, failure: words.promptEmpty(server.name) };
  return { ok: true, value: rest === undefined ? parts : [...parts, { type: "text", text: rest }] };
}

/** A message has one piece of content, or an array of pieces. */
function piecesOf(content: unknown): unknown[] {
  const many = z.array(z.unknown()).safeParse(content);
  return many.success ? many.data : [content];
}

/** A message has one role, so a prompt with several roles names the role before each text. */
function spoken(role: "user" | "assistant", part: ContentPart): ContentPart {
  if (part.type !== "text") return part;
  return { type: "text", text: role === "user" ? words.userPart(part.text) : words.assistantPart(part.text) };
}

const Held = z.object({ contents: z.array(z.unknown()) });

/** Never rejects. Without parts, there is a reason. */
export async function askResource(
  server: Server | undefined,
  uri: string,
  now: number,
  sending?: Sending,
): Promise<Resolved> {
  if (server === undefined) return { parts: [], reason: words.serverRemoved };
  const asked = await ask(server, { method: "resources/read", params: { uri } }, sending);
  if (!asked.ok) return { parts: [], reason: asked.failure };
  const held = Held.safeParse(asked.value);
  if (!held.success) return { parts: [], reason: words.resourceInvalid(server.name) };
  const origin = { server: server.name, now };
  const parts = toHeldParts(held.data.contents, uri, origin);
  return parts.length === 0 ? { parts, reason: words.resourceEmpty(server.name) } : { parts };
}

export type CompletedBy = { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };

const Completed = z.object({ completion: z.object({ values: z.array(z.string()) }) });

/** Completions of a value; empty if the server offers none. Starts no server. Never rejects. */
export async function askValues(
  server: Server,
  ref: CompletedBy,
  argument: { name: string; value: string },
  others: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string[]> {
  const { link } = server;
  if (link?.client.getServerCapabilities()?.completions === undefined) return [];
  const params = { ref, argument, ...(Object.keys(others).length > 0 && { context: { arguments: { ...others } } }) };
  try {
    const options = { signal, timeout: COMPLETE_MS };
    const answer = await link.client.request({ method: "completion/complete", params }, z.unknown(), options);
    const completed = Completed.safeParse(answer);
    const values = completed.success ? completed.data.completion.values : [];
    const clean = values.slice(0, MOST_VALUES).map((value) => plainLine(value, 200));
    return [...new Set(clean)].filter((value) => value !== "");
  } catch {
    // Completion is a help only: without an answer the user types the value.
    return [];
  }
}

type Asked = Result<unknown, string>;

async function ask(server: Server, question: Question, sending?: Sending): Promise<Asked> {
  const late = AbortSignal.timeout(READ_MS);
  const signal = sending?.signal === undefined ? late : AbortSignal.any([late, sending.signal]);
  const link = await unlessStopped(server.use(sending === undefined ? "typing" : "sending"), signal);
  if (link === undefined) return { ok: false, failure: words.cannotUse(server.name, whyNot(server)) };
  try {
    return { ok: true, value: await link.ask(question, signal) };
  } catch (error) {
    return { ok: false, failure: words.reported(server.name, plainLine(reasonOf(error), 500)) };
  }
}

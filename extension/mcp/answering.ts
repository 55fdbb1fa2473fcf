// Answers the requests of a server: for an answer of the model (sampling), a form, or a page. The user is always asked first.
import * as z from "zod/mini";
import { type FormField, type FormValues, problemOf } from "../message/form.ts";
import { isWebAddress } from "../text/web-address.ts";
import { readForm } from "./form.ts";
import type { Answering } from "./connection/link.ts";
import { openPage, type PagePorts, Visits } from "./pages.ts";
import { plainLine, plainText } from "./plain-text.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export interface SamplingMessage {
  role: "user" | "assistant";
  content: ({ type: "text"; text: string } | { type: "image"; mime: string; data: string })[];
}

export interface SamplingWanted {
  system: string;
  messages: SamplingMessage[];
  max_tokens: number;
}

export type Sampled = Result<{ text: string; model: string }, string>;

type FormAnswer = { action: "accept"; values: FormValues } | { action: "decline" | "cancel" };

/** Questions appear in the conversation that calls the server. One that cannot be shown is declined. */
export interface AnswerPorts extends PagePorts {
  /** The name of the model that would answer. */
  modelName: (server: string) => string;
  fill: (server: string, form: { words: string; fields: FormField[] }, signal: AbortSignal) => Promise<FormAnswer>;
  /** Asks the model of the conversation, and nothing else: no tools, no history. Never rejects. */
  sample: (server: string, wanted: SamplingWanted, signal: AbortSignal) => Promise<Sampled>;
}

export function answering(ports: AnswerPorts): Answering {
  const visits = new Visits(ports);
  return {
    visit: (server, wanted, signal) => visits.visit(server, wanted, signal),
    capabilities: { sampling: {}, elicitation: { form: {}, url: {} } },
    register: (client, server, patience) => {
      client.setRequestHandler("sampling/createMessage", ({ params }, { mcpReq: { signal } }) =>
        patience.during(sample(ports, server, params, signal)),
      );
      client.setRequestHandler("elicitation/create", ({ params }, { mcpReq: { signal } }) =>
        patience.during(elicit(ports, server, params, signal)),
      );
      client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
        visits.completed(server, params.elicitationId);
      });
    },
  };
}

const Content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), data: z.string(), mimeType: z.string() }),
]);

const Sampling = z.object({
  messages: z
    .array(z.object({ role: z.enum(["user", "assistant"]), content: z.union([Content, z.array(Content)]) }))
    .check(z.minLength(1), z.maxLength(100)),
  systemPrompt: z.optional(z.string()),
  maxTokens: z.number(),
});

/** Refuse longer prompts: the user has to review the text before allowing it. */
const MOST_TEXT = 100_000;

type SamplingResult = {
  role: "assistant";
  model: string;
  content: { type: "text"; text: string };
  stopReason: "endTurn";
};

async function sample(ports: AnswerPorts, server: string, raw: unknown, signal: AbortSignal): Promise<SamplingResult> {
  const wanted = readSampling(raw);
  if (wanted === undefined) throw refusal(words.samplingUnsupported);
  const shown = samplingWords(wanted);
  const title = words.sendPrompt(server, ports.modelName(server));
  if ((await ports.approve(server, { title, text: shown }, signal)) !== true) throw refusal(words.declined);
  const sampled = await ports.sample(server, wanted, signal);
  if (!sampled.ok) throw refusal(words.noAnswer(sampled.failure));
  const answer = { title: words.sendAnswer(server), text: sampled.value.text };
  if ((await ports.approve(server, answer, signal)) !== true) throw refusal(words.answerDeclined);
  return {
    role: "assistant",
    model: sampled.value.model,
    content: { type: "text", text: sampled.value.text },
    stopReason: "endTurn",
  };
}

function readSampling(raw: unknown): SamplingWanted | undefined {
  const sampling = Sampling.safeParse(raw);
  if (!sampling.success) return undefined;
  const { messages, systemPrompt = "", maxTokens } = sampling.data;
  const length = messages
    .flatMap(({ content }) => content)
    .reduce((sum, piece) => sum + (piece.type === "text" ? piece.text.length : 0), systemPrompt.length);
  if (length > MOST_TEXT) return undefined;
  // Cleaned before the user sees it, so that exactly what the user allows is sent, without hidden characters.
  const clean = (text: string): string => plainText(text, MOST_TEXT);
  const read = messages.map(({ role, content }): SamplingMessage => ({
    role,
    content: (Array.isArray(content) ? content : [content]).map((piece) =>
      piece.type === "text"
        ? { type: "text", text: clean(piece.text) }
        : { type: "image", mime: plainLine(piece.mimeType, 100), data: piece.data },
    ),
  }));
  return { system: clean(systemPrompt), messages: read, max_tokens: Math.max(1, Math.floor(maxTokens)) };
}

/** Everything that would be sent. */
function samplingWords({ system, messages }: SamplingWanted): string {
  const said = messages.map(({ role, content }) => {
    const text = content.map((piece) => (piece.type === "text" ? piece.text : words.imagePart(piece.mime))).join("\n");
    return role === "user" ? words.userPart(text) : words.assistantPart(text);
  });
  return [...(system === "" ? [] : [words.systemPart(system)]), ...said].join("\n\n");
}

const Elicitation = z.object({
  mode: z.optional(z.string()),
  message: z.string(),
  requestedSchema: z.optional(z.unknown()),
  url: z.optional(z.string()),
});

type Elicited = { action: "accept" | "decline" | "cancel"; content?: FormValues };

async function elicit(ports: AnswerPorts, server: string, raw: unknown, signal: AbortSignal): Promise<Elicited> {
  const wanted = Elicitation.safeParse(raw);
  if (!wanted.success) throw refusal(words.formRequestInvalid);
  const { mode = "form", message, requestedSchema, url = "" } = wanted.data;
  if (mode === "url") {
    if (!isWebAddress(url)) throw refusal(words.onlyWebLinks);
    return { action: await openPage(ports, server, { message, url }, signal) };
  }
  const form = readForm(requestedSchema);
  if (!form.ok) throw refusal(form.failure);
  const answer = await ports.fill(server, { words: plainText(message, 1_000), fields: form.value }, signal);
  if (answer.action !== "accept") return { action: answer.action };
  const content = Object.fromEntries(
    form.value.flatMap(({ name }) => {
      const value = answer.values[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
  const isWhole = form.value.every((field) => problemOf(field, content[field.name]) === undefined);
  return isWhole ? { action: "accept", content } : { action: "cancel" };
}

/** With the protocol's code for a user who declines. */
function refusal(reason: string): Error {
  return Object.assign(new Error(reason), { code: -1 });
}

// A conversation up to a turn becomes the request of a wire: what `lower` and `replay` have in common.
import { resolve } from "node:path";
import { assemble, type AssembleInput, type Earlier } from "../assemble/assemble.ts";
import type { Context } from "../assemble/context.ts";
import { type AcpPlaces, lowerAcp } from "../lower/acp.ts";
import { lowerAnthropic } from "../lower/anthropic.ts";
import { lowerGemini } from "../lower/gemini.ts";
import { lowerLoopback } from "../lower/loopback.ts";
import type { Lowered } from "../lower/lowered.ts";
import { lowerOllama } from "../lower/ollama.ts";
import { lowerOpenaiChat } from "../lower/openai-chat.ts";
import { lowerOpenaiResponses } from "../lower/openai-responses.ts";
import { lowerVscodeLm } from "../lower/vscode-lm.ts";
import { agentModel } from "../message/agents/acp-model.ts";
import type { Failure } from "../message/failure.ts";
import type { Message, UserMessage } from "../message/message.ts";
import { loadsSkills, type Model } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { PdfTexts } from "../disk/threads/pdf-texts.ts";
import { withWarnings } from "../turn/request/with-warnings.ts";
import { pdfId, readPdfs } from "../turn/request/read-pdfs.ts";
import { type DetailedFailure, type Outcome, UsageError } from "./outcome.ts";
import { carriedBy, prefixOf } from "./previous.ts";
import * as words from "./words.ts";

export type Wire = (context: Context, model: Model, absolute: AcpPlaces["absolute"]) => Lowered<unknown>;

const wires: Record<string, Wire> = {
  anthropic: lowerAnthropic,
  "openai-responses": lowerOpenaiResponses,
  "openai-chat": lowerOpenaiChat,
  gemini: lowerGemini,
  ollama: lowerOllama,
  "vscode-lm": lowerVscodeLm,
  loopback: lowerLoopback,
  acp: toAgent,
};

/** The command line writes no files, so there is no attachment that an agent could open. */
function toAgent(context: Context, model: Model, absolute: AcpPlaces["absolute"]): Lowered<unknown> {
  const { request, warnings } = lowerAcp(context, model, { absolute, attachment: () => undefined });
  return { request, warnings };
}

/** The default of the setting. */
const INLINE_TEXT_BYTES = 64 * 1024;

export const WIRE_NAMES = Object.keys(wires);

export const WIRES = WIRE_NAMES.join("|");

/** The wire of a model, by its provider. */
export function wireOf({ provider }: Model): Wire {
  const names: Readonly<Record<string, string>> = { openai: "openai-responses", custom: "openai-chat" };
  const wire = wires[names[provider] ?? provider];
  return wire ?? lowerLoopback;
}

export function wireNamed(to: string | undefined): Wire {
  const wire = Object.entries(wires).find(([name]) => name === to)?.[1];
  if (wire === undefined) throw new UsageError(words.toNeedsOne(Object.keys(wires)));
  return wire;
}

export interface Conversation extends Pick<
  AssembleInput,
  "session_id" | "history" | "turn" | "layers" | "tools" | "pins" | "carried" | "placement" | "model" | "load" | "now"
> {
  earlier: Earlier;
  previous_request?: unknown;
  /** Where its paths begin. */
  workspace?: string;
  /** What the answer will mostly repeat. */
  prediction?: string;
  /** Stored attachments, as base64. */
  bytes?: (contentId: string) => string | undefined;
}

/** `{request, warnings, manifest}`, without sending anything. The same conversation gives the same bytes. */
export async function toRequest(
  { bytes, workspace = "", prediction, ...given }: Conversation,
  wire: Wire,
): Promise<Outcome> {
  const conversation = wire === toAgent ? { ...given, model: agentModel(given.model) } : given;
  const { earlier, previous_request, model, history, turn, load } = conversation;
  const pdfs = new PdfTexts();
  await readPdfs(pdfs, [...history, turn], model, { attachment: (id) => bytes?.(id), kept: load });
  const attachments = {
    inlineTextBytes: INLINE_TEXT_BYTES,
    accepts: model.accepts,
    skills: loadsSkills(model),
    // An export may be written without contents: what it lacks was not gone when it was sent.
    ...(bytes === undefined ? { stored: (id: string) => storedAs(load(id)) } : { bytes }),
    pdfText: (pdf: Parameters<typeof pdfId>[0]) => pdfs.text(pdfId(pdf)),
  };
  const assembled = assemble({ ...conversation, attachments, digest: contentId, newId: () => "manifest" });
  if (assembled.failure !== undefined)
    return { ok: false, failure: { ...assembled.failure, manifest: assembled.manifest } };
  const context = { ...assembled.context, ...(prediction !== undefined && { prediction }) };
  const lowered = wire(context, model, (path) => resolve(workspace, path));
  const prefix =
    previous_request === undefined
      ? assembled.manifest.prefix
      : prefixOf(previous_request, lowered.request, assembled.texts);
  const carried = carriedBy(earlier, turn.id, assembled.sent);
  const accounted = withWarnings(assembled, lowered.warnings).manifest;
  const manifest = { ...accounted, prefix, ...(carried.length > 0 && { carried }) };
  return { ok: true, value: { ...lowered, manifest } };
}

function storedAs(text: string | undefined): { mime: string; size: number } | undefined {
  return text === undefined ? undefined : { mime: "text/plain", size: Buffer.byteLength(text) };
}

export function splitTurn(messages: readonly Message[]): { history: Message[]; turn: UserMessage | undefined } {
  const last = messages.at(-1);
  return { history: messages.slice(0, -1), turn: last?.role === "user" ? last : undefined };
}

export function fail(
  code: string,
  message: string,
  details: Record<string, unknown> = {},
): Result<never, DetailedFailure> {
  const failure: Failure = { stage: "lower", code, message, retryable: false };
  return { ok: false, failure: { ...failure, ...details } };
}

// What was sent for a message, and what would be sent for it now, as two texts to compare. Nothing is sent or stored.
import { asWritten } from "../message/command.ts";
import { titleOf } from "../message/conversation.ts";
import type { Manifest } from "../message/manifest.ts";
import type { UserMessage } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { isHidden } from "../persist/lineage.ts";
import { readManifest } from "../persist/manifests.ts";
import { Breather } from "../stream/breather.ts";
import { storedPdfs } from "../turn/request/assemble-turn.ts";
import { modelOf } from "../turn/request/as-sent.ts";
import { readHistory } from "../turn/request/conversation-cache.ts";
import { readMedia } from "../turn/request/read-media.ts";
import { readPdfs } from "../turn/request/read-pdfs.ts";
import { type InspectPorts, type PastInspected, pastRequest } from "./inspect.ts";
import { manifestLines } from "./manifest-lines.ts";
import { preview, type PreviewPorts } from "./preview.ts";
import { requestLines } from "./request-text.ts";
import * as words from "./words.ts";

export interface ReplayPorts extends PreviewPorts, InspectPorts {}

/** One side: its name says where it comes from. */
interface Side {
  name: string;
  text: string;
}

export interface Replay {
  /** The message's first words. */
  title: string;
  sent: Side;
  now: Side;
}

export async function replayTurn(
  ports: ReplayPorts,
  conversationId: string,
  messageId: string,
): Promise<Result<Replay>> {
  const { store } = ports;
  const messages = await readHistory(store, conversationId);
  const at = messages.findIndex(({ id }) => id === messageId);
  const turn = messages[at];
  if (turn?.role !== "user") return refuse(isHidden(store, messageId) ? words.rewound : words.notSent);
  const answer = messages[at + 1];
  if (answer?.role !== "assistant") return refuse(words.notSent);
  await ports.ready();
  const model = ports.model(conversationId);
  const then = modelOf(answer, readManifest(store, answer.metadata.manifest_id ?? ""), model);
  if (then.keeps_session === true) return refuse(words.sentToAgent(nameOf(then)));
  if (model.keeps_session === true) return refuse(words.agentAnswersNow(nameOf(model)));
  await readPdfs(ports.pdfs, messages.slice(0, at + 1), then, storedPdfs(store));
  await readMedia(store, messages.slice(0, at + 1), then);
  const past = pastRequest(ports, conversationId, messages, at);
  if (past === undefined) return refuse(words.notSent);
  const sent = await sideOfThen(ports, messageId, past);
  const now = await sideOfNow(ports, conversationId, turn, then);
  return { ok: true, value: { title: titleOf(turn.parts), sent, now } };
}

async function sideOfThen(ports: ReplayPorts, messageId: string, past: PastInspected): Promise<Side> {
  const { model, manifest, assembled, prepared } = past;
  const recorded = recordedBody(ports, messageId, model);
  const head = [
    words.modelLine(nameOf(model)),
    recorded === undefined ? words.rebuiltLine : words.recordedLine,
    ...(past.answer?.parts.some(({ type }) => type === "tool-result") === true ? [words.firstOnly] : []),
    ...(manifest === undefined ? [words.noAccount] : []),
    ...(recorded === undefined ? missingNow(manifest, assembled.manifest) : []),
    ...manifestLines(manifest ?? assembled.manifest),
  ];
  return {
    name: recorded === undefined ? words.sentRebuilt : words.sentRecorded,
    text: await written(head, recorded ?? prepared.request),
  };
}

/** The same message in its old place, with files, pins, instructions, tools and model as they are now. */
async function sideOfNow(ports: ReplayPorts, conversationId: string, turn: UserMessage, then: Model): Promise<Side> {
  const parts = turn.parts.flatMap(asWritten);
  const { assembled, prepared } = await preview(ports, conversationId, parts, { before: turn.id });
  const model = ports.model(conversationId);
  const { failure, manifest } = assembled;
  const head = [
    words.modelLine(nameOf(model)),
    words.nowLine,
    ...(modelKey(model) === modelKey(then) ? [] : [words.otherModel(nameOf(then))]),
    ...(failure === undefined ? [] : [words.wouldNotGo(failure.message)]),
    ...manifestLines(manifest),
  ];
  return { name: words.wouldBeSent, text: await written(head, prepared.request) };
}

/** The bytes that went, if this window sent them and its journal still has them. */
function recordedBody({ journal }: ReplayPorts, messageId: string, { id }: Model): object | undefined {
  const [first] = journal.entries(messageId);
  if (first === undefined) return undefined;
  try {
    const body: unknown = JSON.parse(first.body);
    // Some providers are told the model in the address.
    return typeof body === "object" && body !== null ? { model: id, ...body } : undefined;
  } catch {
    // A wire that is not JSON: the request is rebuilt.
    return undefined;
  }
}

/** What was sent and can no longer be read: it is left out now, and the stored account does not say so. */
function missingNow(manifest: Manifest | undefined, again: Manifest): string[] {
  if (manifest === undefined) return [];
  const known = new Set(manifest.dropped.map(({ what, why }) => JSON.stringify([what, why])));
  return again.dropped
    .filter(({ what, why }) => !known.has(JSON.stringify([what, why])))
    .map(({ what, why }) => words.goneSince(what, why));
}

/** More than this is not compared by an editor in useful time. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

async function written(head: readonly string[], request: unknown): Promise<string> {
  const breather = new Breather();
  const lines: string[] = [...head, ""];
  let length = 0;
  for (const line of requestLines(request, { digest: contentId })) {
    length += line.length;
    if (length > MOST_CHARACTERS) {
      lines.push(words.restHidden);
      break;
    }
    lines.push(line);
    if (breather.isDue) await breather.rest();
  }
  return `${lines.join("\n")}\n`;
}

function nameOf(model: Model): string {
  return words.modelNamed(model.name ?? model.id, modelKey(model));
}

function refuse(message: string): Result<never> {
  return { ok: false, failure: { stage: "assemble", code: "no-replay", message, retryable: false } };
}

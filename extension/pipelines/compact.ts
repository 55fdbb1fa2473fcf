// Compaction: the conversation's own model writes a summary that stands for the earlier messages; nothing is deleted.
import { markerOf, skillsOf, visibleHistory } from "../assemble/compacted.ts";
import { BUILT_IN_IDS } from "../compose/built-in.ts";
import type { Failure } from "../message/failure.ts";
import { type AssistantMessage, type AssistantPart, type Message, SCHEMA_VERSION } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import type { Store } from "../persist/database/store.ts";
import { reasonOf } from "../text/reason.ts";
import { readManifest, saveManifest } from "../persist/manifests.ts";
import { saveAnswer, startAnswer, timeAfterSent } from "../persist/messages.ts";
import { commandId } from "../acp/window/agent-commands.ts";
import type { Emit } from "../turn/events.ts";
import { estimatorOf } from "../turn/request/estimator.ts";
import { readHistory } from "../turn/request/conversation-cache.ts";
import { shownMessage } from "../turn/shown.ts";
import { summarize, type Summary, type SummaryPorts } from "./summary.ts";
import * as words from "./words.ts";

/** Automatic compaction keeps up to this many turns, if they take no more than this share of the limit. */
const TAIL_TURNS = 2;
const TAIL_SHARE = 0.25;

/** Galley compacts after a turn that takes more than this share of the limit. */
const FULL_SHARE = 0.9;

export interface CompactPorts extends SummaryPorts {
  /** Whether Galley compacts a nearly full conversation without being asked. */
  compactsAlone: () => boolean;
  emit: Emit;
}

/** Returns the message that holds the summary. Never rejects. The caller holds the turn. */
export async function compact(
  ports: CompactPorts,
  conversationId: string,
  auto: boolean,
  signal: AbortSignal,
): Promise<Result<AssistantMessage>> {
  try {
    const { keeps_session, id } = ports.model(conversationId);
    if (keeps_session === true) return failed("nothing-to-compact", agentCompacts(ports, id));
    const history = await readHistory(ports.store, conversationId);
    const tail = auto ? tailStart(ports.store, ports.model(conversationId), history) : history.length;
    const head = history.slice(0, tail);
    if (!isNews(head)) return failed("nothing-to-compact", words.tooShort);
    const model = ports.model(conversationId);
    const summary = await summarize(ports, { conversationId, model, signal }, head);
    if (!summary.ok) return summary;
    if (signal.aborted) return failed("stopped", words.compactionStopped);
    if (summary.value.text === "") return failed("no-summary", words.noSummary);
    const part = partOf(ports.store, model, { ...summary.value, head, tail: history[tail]?.id ?? null, auto });
    return { ok: true, value: storeSummary(ports, conversationId, part, summary.value) };
  } catch (error) {
    return failed("not-compacted", words.notCompacted(reasonOf(error)));
  }
}

function agentCompacts(ports: Pick<CompactPorts, "catalog">, agent: string): string {
  const own = commandId(agent, "compact", BUILT_IN_IDS);
  return ports.catalog().byId.has(own) ? words.agentCompactsWith(own) : words.agentCompacts;
}

function failed(code: string, message: string): Result<never> {
  const retryable = code !== "nothing-to-compact";
  const failure: Failure = { stage: "turn", code, message, retryable, ...(retryable && { action: "compact" }) };
  return { ok: false, failure };
}

/** `false` if nothing was said since the last summary. */
function isNews(head: readonly Message[]): boolean {
  return visibleHistory(head).messages.some(({ parts }) => parts.length > 0);
}

/** The index of the first message that is kept as it is: two turns, one or none, as they fit. */
function tailStart(store: Store, model: Model, history: readonly Message[]): number {
  const estimator = estimatorOf(store, model);
  const most = TAIL_SHARE * (model.context_window - model.max_output);
  const first = history.findLastIndex((message) => markerOf(message) !== undefined) + 1;
  const starts = history.flatMap(({ role }, index) => (role === "user" && index > first ? [index] : []));
  for (const start of starts.slice(-TAIL_TURNS)) {
    const tokens = history
      .slice(start)
      .reduce((total, { parts }) => total + estimator.tokensIn(JSON.stringify(parts)), 0);
    if (tokens <= most) return start;
  }
  return history.length;
}

interface Summarised extends Pick<Summary, "text" | "tokensBefore"> {
  head: readonly Message[];
  tail: string | null;
  auto: boolean;
}

function partOf(store: Store, model: Model, { text, tokensBefore, head, tail, auto }: Summarised): AssistantPart {
  const skills = skillsOf(head);
  return {
    type: "data-compaction",
    summary: text,
    tail_start_id: tail,
    auto,
    summary_tokens: estimatorOf(store, model).tokensIn(text),
    report: { messages: head.length, tokens_before: tokensBefore, ...(skills.length > 0 && { skills }) },
  };
}

/** Adds the summary to the end of the conversation, also if it stands for an earlier part. */
function storeSummary(
  ports: CompactPorts,
  conversationId: string,
  part: AssistantPart,
  { assembled: { manifest }, usage }: Pick<Summary, "assembled" | "usage">,
): AssistantMessage {
  const model = ports.model(conversationId);
  const name = model.name === undefined ? {} : { model_name: model.name };
  const metadata = { schema_version: SCHEMA_VERSION, model: modelKey(model), ...name, manifest_id: manifest.id };
  const message: AssistantMessage = {
    id: ports.newId("msg"),
    role: "assistant",
    parts: [part],
    metadata: { ...metadata, finish: "end", ...(usage !== undefined && { usage }) },
  };
  const at = timeAfterSent(ports.store, conversationId, ports.now());
  // If the process ends here, the row without its part is an empty answer.
  saveManifest(ports.store, { ...manifest, message_id: message.id });
  startAnswer(ports.store, conversationId, { ...message, parts: [], metadata: { ...metadata, finish: null } }, at);
  saveAnswer(ports.store, conversationId, message, [0]);
  ports.emit({ type: "message", session_id: conversationId, message: shownMessage({ at, message }) });
  return message;
}

/** Compacts when the answer has nearly filled the context window, and the user wants that. Returns why it could not. */
export async function compactWhenFull(
  ports: CompactPorts,
  conversationId: string,
  answer: AssistantMessage,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (!ports.compactsAlone() || !isNearlyFull(ports.store, ports.model(conversationId), answer)) return undefined;
  const compacted = await compact(ports, conversationId, true, signal);
  return compacted.ok || compacted.failure.code === "nothing-to-compact" ? undefined : compacted.failure;
}

/** Whether a request and its answer left hardly any space in the context window. */
function isNearlyFull(store: Store, model: Model, answer: AssistantMessage): boolean {
  const manifest = readManifest(store, answer.metadata.manifest_id ?? "");
  if (manifest === undefined) return false;
  const spoken = answer.metadata.usage?.output ?? estimatorOf(store, model).tokensIn(JSON.stringify(answer.parts));
  // Count the last request of a turn with tools, because it holds their results.
  const asked = answer.metadata.usage?.input ?? manifest.actual?.input ?? manifest.estimate;
  return asked + spoken > FULL_SHARE * manifest.limit;
}

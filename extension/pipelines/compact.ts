// Compaction: the conversation's own model writes a summary that stands for the earlier messages; nothing is deleted.
import type { Assembled } from "../assemble/assemble.ts";
import { markerOf, skillsOf, visibleHistory } from "../assemble/compacted.ts";
import type { Layer } from "../assemble/context.ts";
import { BUILT_IN_IDS } from "../compose/built-in.ts";
import type { Failure } from "../message/failure.ts";
import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  SCHEMA_VERSION,
  type Usage,
} from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import { readManifest, saveManifest } from "../persist/manifests.ts";
import { saveAnswer, startAnswer, timeAfterSent } from "../persist/messages.ts";
import type { StreamEvent } from "../send/event.ts";
import { commandId } from "../acp/window/agent-commands.ts";
import { assembleTurn } from "../turn/request/assemble-turn.ts";
import { frameOf, withFrame } from "../turn/request/frame.ts";
import { earlierRequests } from "../turn/request/earlier.ts";
import { estimatorOf } from "../turn/request/estimator.ts";
import { offeredTools, specsOf } from "../turn/request/offered-tools.ts";
import { readHistory } from "../turn/request/memory.ts";
import type { Rooms } from "../turn/rooms.ts";
import { shownMessage } from "../turn/shown.ts";
import { prepare } from "../turn/wire.ts";

/** An automatic one keeps this many turns, while they take no more than this share of the limit. */
const TAIL_TURNS = 2;
const TAIL_SHARE = 0.25;

/** A turn above this share of the limit is followed by an automatic one. */
const FULL_SHARE = 0.9;

/** Loopback knows by its id that a summary is wanted. */
const LAYER: Layer = {
  id: "compaction",
  text: `Write a summary that replaces this conversation. The next turn sees only the summary.
Say what the user wants and the limits they set; what was decided and why; which files, lines, names and commands matter; what was done and how it turned out; what is open and what comes next. Keep exact names, paths and figures. Leave out pleasantries and whatever was settled and no longer matters.
Call no tools. Write only the summary, in the language of the conversation.`,
};

const REQUEST = "Summarize the conversation so far.";

export type Compacted = { ok: true; message: AssistantMessage } | { ok: false; failure: Failure };

/** Never rejects. The caller holds the turn. */
export async function compact(rooms: Rooms, sessionId: string, auto: boolean, signal: AbortSignal): Promise<Compacted> {
  try {
    const { keeps_session, id } = rooms.model(sessionId);
    if (keeps_session === true) return failed("nothing-to-compact", agentCompacts(rooms, id));
    const history = await readHistory(rooms.store, sessionId);
    const tail = auto ? tailStart(rooms, rooms.model(sessionId), history) : history.length;
    const head = history.slice(0, tail);
    if (!isNews(head)) return failed("nothing-to-compact", "This conversation is too short to compact.");
    const assembled = await assembleHead(rooms, sessionId, head);
    if (assembled.failure !== undefined) return { ok: false, failure: assembled.failure };
    const model = rooms.model(sessionId);
    const said = await listen(prepare(assembled.context, model, rooms).send(signal, assembled.manifest.message_id));
    if (said.failure !== undefined) return { ok: false, failure: said.failure };
    if (signal.aborted) return failed("stopped", "Compaction was stopped. The conversation is unchanged.");
    if (said.text.trim() === "")
      return failed("no-summary", "The model returned no summary. Try again, or select another model.");
    const part = partOf(rooms, model, {
      assembled,
      head,
      tail: history[tail]?.id ?? null,
      auto,
      summary: said.text.trim(),
    });
    return { ok: true, message: store(rooms, sessionId, part, assembled, said.usage) };
  } catch (error) {
    return failed(
      "not-compacted",
      `Could not compact the conversation: ${reasonOf(error)}. The conversation is unchanged.`,
    );
  }
}

function agentCompacts(rooms: Rooms, agent: string): string {
  const own = commandId(agent, "compact", BUILT_IN_IDS);
  const what = rooms.catalog().byId.has(own) ? `send ${own}.` : "use the agent's own command, if it has one.";
  return `The agent manages its own context. To compact it, ${what}`;
}

function failed(code: string, message: string): Compacted {
  return { ok: false, failure: { stage: "turn", code, message, retryable: code !== "nothing-to-compact" } };
}

/** A summary alone is not summarised again. */
function isNews(head: readonly Message[]): boolean {
  return visibleHistory(head).messages.some(({ parts }) => parts.length > 0);
}

async function assembleHead(rooms: Rooms, sessionId: string, head: readonly Message[]): Promise<Assembled> {
  const pinned = { pins: [], contents: new Map() };
  const frame = await frameOf(rooms, sessionId, head, pinned);
  const assembled = assembleTurn(rooms, {
    session_id: sessionId,
    history: head,
    turn: {
      id: rooms.newId("msg"),
      role: "user",
      parts: [{ type: "text", text: REQUEST }],
      metadata: { schema_version: SCHEMA_VERSION },
    },
    earlier: earlierRequests(rooms, sessionId, head),
    layers: [...frame.layers, LAYER],
    // A wire refuses a history of calls without the tools they are of.
    tools: specsOf(await offeredTools(rooms, sessionId, rooms.model(sessionId))),
    model: rooms.model(sessionId),
    pinned,
  });
  return withFrame(assembled, frame);
}

/** Where the last turns begin that stay whole: two, or one, or none, as they fit. */
function tailStart(rooms: Rooms, model: Model, history: readonly Message[]): number {
  const estimator = estimatorOf(rooms.store, model);
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

interface Said {
  text: string;
  usage: Usage | undefined;
  failure: Failure | undefined;
}

async function listen(events: AsyncIterable<StreamEvent>): Promise<Said> {
  const said: Said = { text: "", usage: undefined, failure: undefined };
  for await (const event of events) {
    if (event.type === "text") said.text += event.text;
    else if (event.type === "usage") said.usage = event.usage;
    else if (event.type === "failed") said.failure = event.failure;
  }
  return said;
}

interface Summarised {
  assembled: Assembled;
  head: readonly Message[];
  tail: string | null;
  auto: boolean;
  summary: string;
}

function partOf(rooms: Rooms, model: Model, { assembled, head, tail, auto, summary }: Summarised): AssistantPart {
  const skills = skillsOf(head);
  return {
    type: "data-compaction",
    summary,
    tail_start_id: tail,
    auto,
    summary_tokens: estimatorOf(rooms.store, model).tokensIn(summary),
    report: {
      messages: head.length,
      tokens_before: assembled.manifest.history.tokens,
      ...(skills.length > 0 && { skills }),
    },
  };
}

/** At the end of the conversation, whatever tail it keeps. */
function store(
  rooms: Rooms,
  sessionId: string,
  part: AssistantPart,
  { manifest }: Assembled,
  usage: Usage | undefined,
): AssistantMessage {
  const model = rooms.model(sessionId);
  const name = model.name === undefined ? {} : { model_name: model.name };
  const metadata = { schema_version: SCHEMA_VERSION, model: modelKey(model), ...name, manifest_id: manifest.id };
  const message: AssistantMessage = {
    id: rooms.newId("msg"),
    role: "assistant",
    parts: [part],
    metadata: { ...metadata, finish: "end", ...(usage !== undefined && { usage }) },
  };
  const at = timeAfterSent(rooms.store, sessionId, rooms.now());
  // A row without its part, should the process end here, is an answer of nothing.
  saveManifest(rooms.store, { ...manifest, message_id: message.id });
  startAnswer(rooms.store, sessionId, { ...message, parts: [], metadata: { ...metadata, finish: null } }, at);
  saveAnswer(rooms.store, sessionId, message, [0]);
  rooms.emit({ type: "message", session_id: sessionId, message: shownMessage({ at, message }) });
  return message;
}

/** Compacts when the answer has nearly filled the context window, and the user wants that. Returns why it could not. */
export async function compactWhenFull(
  rooms: Rooms,
  sessionId: string,
  answer: AssistantMessage,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (!rooms.compactsAlone() || !isNearlyFull(rooms, rooms.model(sessionId), answer)) return undefined;
  const compacted = await compact(rooms, sessionId, true, signal);
  return compacted.ok || compacted.failure.code === "nothing-to-compact" ? undefined : compacted.failure;
}

/** Whether the request of an answer, and the answer, left hardly any room for the next. */
function isNearlyFull(rooms: Rooms, model: Model, answer: AssistantMessage): boolean {
  const manifest = readManifest(rooms.store, answer.metadata.manifest_id ?? "");
  if (manifest === undefined) return false;
  const spoken =
    answer.metadata.usage?.output ?? estimatorOf(rooms.store, model).tokensIn(JSON.stringify(answer.parts));
  // Of a turn with tools the last request counts: it holds what they returned.
  const asked = answer.metadata.usage?.input ?? manifest.actual?.input ?? manifest.estimate;
  return asked + spoken > FULL_SHARE * manifest.limit;
}

// What the inspector shows of a request, part by part: of the one that would be sent now, or of one that was sent.
import type { Assembled } from "../assemble/assemble.ts";
import type { Block } from "../assemble/context.ts";
import type { PinView } from "../assemble/pins.ts";
import { foldedJson, foldedText } from "../assemble/fold.ts";
import { type Divergence, divergence } from "../assemble/diverge.ts";
import { comparePrefix, type Prefix, textsOf, toolsText } from "../assemble/prefix.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Message, Usage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import type { Part } from "../message/part.ts";
import { titleOf } from "../message/conversation.ts";
import { oneLine } from "../text/part-words.ts";
import type { Store } from "../persist/database/store.ts";
import { ALL, readMessages } from "../persist/messages.ts";
import type { Journal } from "../send/line/journal.ts";
import type { ComposerLook, Inspection, SeenPart } from "../protocol/inspection.ts";
import { asSent, modelOf, type PastRequest, type PastRequestPorts, requestBefore } from "../turn/request/as-sent.ts";
import { composedFor, composedIn, refusedSince } from "./composer-look.ts";
import { trafficText } from "./traffic.ts";
import { preview, type Preview, type PreviewPorts } from "./preview.ts";
import { withLayerSet } from "../turn/request/layer-set.ts";
import { prepare, type WirePorts } from "../turn/wire.ts";
import type { Prepared } from "../turn/prepared.ts";
import * as words from "./words.ts";

export interface InspectPorts extends PastRequestPorts, WirePorts {
  /** What went over the network. */
  journal: Pick<Journal, "entries">;
}

/** What the inspector shows, with the request and the manifest that it shows folded. */
export interface Inspected {
  inspection: Inspection;
  request: unknown;
  manifest: Manifest;
}

/** Longer texts are cut in the middle here, never in the request. */
const SHOWN_CHARACTERS = 100_000;

export async function inspectNext(
  ports: PreviewPorts,
  conversationId: string,
  parts: readonly Part[],
): Promise<Inspected> {
  const { assembled, prepared, sources, turn, model, invoked } = await preview(ports, conversationId, parts);
  const history = messagesOf(ports.store, conversationId);
  const before = requestBefore(ports, conversationId, history, history.length);
  const look = inspected("next", titleOf(parts), model.name ?? model.id, assembled, prepared, before);
  const { composer: now = [] } = composedFor(turn, invoked);
  const isNow = (one: ComposerLook): boolean =>
    now.some(({ skill, outcome }) => skill === one.skill && outcome === one.outcome);
  const refused = refusedSince(ports.store, conversationId, lastSent(ports.store, conversationId));
  const composer = [...now, ...refused.filter((one) => !isNow(one))];
  const skills = composer.length === 0 ? {} : { composer };
  return { ...look, inspection: { ...withSources(look.inspection, sources), ...skills } };
}

/** A past request, put together again. */
export interface PastInspected extends PastRequest {
  /** The model of the turn, which may no longer be set up. */
  model: Model;
  prepared: Prepared;
}

/** `undefined` if the message at this index is not from the user. */
export function pastRequest(
  ports: PastRequestPorts & WirePorts,
  conversationId: string,
  messages: readonly Message[],
  at: number,
): PastInspected | undefined {
  const sent = asSent(ports, conversationId, messages, at);
  if (sent === undefined) return undefined;
  const { answer, manifest } = sent;
  const model = modelOf(answer, manifest, ports.model(conversationId));
  const { body } = answer?.metadata ?? {};
  const assembled = withLayerSet(sent.assembled, { layers: [], ...(body && { body }) });
  return { ...sent, assembled, model, prepared: prepare(assembled.context, model, ports) };
}

/** `undefined` if the conversation has no sent message of this id. */
export function inspectTurn(ports: InspectPorts, conversationId: string, messageId: string): Inspected | undefined {
  const messages = messagesOf(ports.store, conversationId);
  const at = messages.findIndex(({ id }) => id === messageId);
  const sent = at < 0 ? undefined : pastRequest(ports, conversationId, messages, at);
  if (sent === undefined) return undefined;
  const { assembled, answer, manifest, model, prepared } = sent;
  const before = requestBefore(ports, conversationId, messages, at);
  const whole = { ...assembled, manifest: manifest ?? assembled.manifest };
  const seen = inspected(
    "turn",
    titleOf(sent.turn.parts),
    model.name ?? model.id,
    whole,
    prepared,
    before,
    answer?.metadata.usage,
  );
  const traffic = trafficText(ports.journal.entries(messageId));
  const more = { ...(traffic !== "" && { traffic }), ...composedIn(ports.store, conversationId, messages, at) };
  return { ...seen, inspection: { ...seen.inspection, ...more } };
}

/** When the last message was stored; 0 if there is none. */
function lastSent(store: Store, conversationId: string): number {
  return readMessages(store, conversationId, 1)[0]?.at ?? 0;
}

function messagesOf(store: Store, conversationId: string): Message[] {
  return readMessages(store, conversationId, ALL).map(({ message }) => message);
}

/** `before`: the texts of the request before, if there was one. `usage`: what the provider counted. */
export function inspected(
  which: Inspection["which"],
  title: string,
  model: string,
  assembled: Assembled,
  { request }: Pick<Prepared, "request">,
  before: readonly string[] | undefined,
  usage?: Pick<Usage, "input" | "output">,
): Inspected {
  const { manifest } = assembled;
  const texts = textsOf(assembled.context);
  const compared = comparePrefix(before ?? [], texts);
  // Prefer the figures of the manifest: a past request cannot always be assembled again byte for byte.
  const prefix = manifest.prefix.total_bytes > 0 ? { ...compared, ...figures(manifest.prefix) } : compared;
  const parts = seenParts(assembled, prefix.same_texts);
  const diverges = parts.find(({ state }) => state !== "same")?.name ?? null;
  const inspection: Inspection = {
    which,
    title,
    model,
    parts,
    left_out: [
      ...manifest.elided.map(({ what, why }) => ({ what, why })),
      ...manifest.dropped.map(({ what, why }) => ({ what, why })),
    ],
    estimate: manifest.estimate,
    limit: manifest.limit,
    reserve: manifest.reserve,
    actual: usage === undefined ? null : { input: usage.input, output: usage.output },
    difference: {
      first: before === undefined,
      same_bytes: prefix.same_bytes,
      total_bytes: prefix.total_bytes,
      diverges_at: before === undefined ? null : diverges,
      ...(before !== undefined && parted(divergence(before, texts, prefix.same_texts))),
    },
    wire: foldedJson(request),
    manifest: foldedJson(manifest),
  };
  return { inspection, request, manifest };
}

function figures({ same_bytes, total_bytes }: Manifest["prefix"]): Pick<Prefix, "same_bytes" | "total_bytes"> {
  return { same_bytes, total_bytes };
}

function parted({ lost, before, now }: Divergence): Pick<Inspection["difference"], "lost" | "before" | "now"> {
  return { lost, ...(before !== undefined && { before }), ...(now !== undefined && { now }) };
}

/** How many of the next `texts` the request before had: all, some or none. */
type StateOf = (texts: number) => SeenPart["state"];

function statesUpTo(same: number): StateOf {
  let passed = 0;
  return (texts) => {
    const from = passed;
    passed += texts;
    if (passed <= same) return "same";
    return from < same ? "partly" : "new";
  };
}

/** In the order of the request. `same` is how many of its texts repeat the one before. */
function seenParts({ context, views, pins, unchanged, manifest }: Assembled, same: number): SeenPart[] {
  const state = statesUpTo(same);
  const system = [...toolsPart(context, manifest, state), ...systemParts(context, manifest, state)];
  const own = new Set<Block | undefined>([...views, ...pins, { block: unchanged }].map(({ block }) => block));
  const past = context.messages.flatMap(({ role, blocks }) =>
    blocks.filter((block) => !own.has(block)).map((block) => ({ role, block })),
  );
  const history: SeenPart[] = past.length === 0 ? [] : [historyPart(past, manifest, state(past.length))];
  const pinned = pins.map((pin) => pinnedPart(pin, pin.block === undefined ? "same" : state(1)));
  if (unchanged !== undefined)
    pinned.push(
      fromBlock("pinned", words.unchangedPins, unchanged, unchanged.origin.tokens, state(1), words.asOneLine),
    );
  const task = views.map((view) => taskPart(view, state(view.block === undefined ? 0 : 1)));
  return [...system, ...history, ...pinned, ...task];
}

function toolsPart({ tools }: Assembled["context"], manifest: Manifest, state: StateOf): SeenPart[] {
  if (toolsText(tools) === "") return [];
  return [
    {
      group: "system",
      name: words.tools(tools.length),
      becomes: words.asToolDefinitions,
      tokens: manifest.tools?.tokens ?? 0,
      state: state(1),
      text: foldedText(JSON.stringify(tools, null, 2), SHOWN_CHARACTERS),
    },
  ];
}

function systemParts({ layers }: Assembled["context"], manifest: Manifest, state: StateOf): SeenPart[] {
  return layers.map(({ id, text }) => ({
    group: "system",
    name: id,
    becomes: words.asSystemPrompt,
    tokens: manifest.layers.find((layer) => layer.id === id)?.tokens ?? 0,
    state: state(1),
    text: foldedText(text, SHOWN_CHARACTERS),
  }));
}

function taskPart(
  { part, block, lowered_as, problem }: Assembled["views"][number],
  state: SeenPart["state"],
): SeenPart {
  return {
    ...fromBlock("task", nameOf(part, block), block, block?.origin.tokens ?? 0, state, lowered_as),
    ...(problem !== undefined && { problem }),
  };
}

/** A pin without a block was sent before and costs nothing now. */
function pinnedPart({ name, block, text, problem }: PinView, state: SeenPart["state"]): SeenPart {
  const becomes = block === undefined ? words.notSentAgain : words.asText;
  return {
    ...fromBlock("pinned", name, block, block?.origin.tokens ?? 0, state, becomes),
    text: foldedText(text, SHOWN_CHARACTERS),
    ...(problem !== undefined && { problem }),
  };
}

function historyPart(
  past: readonly { role: string; block: Block }[],
  { history }: Manifest,
  state: SeenPart["state"],
): SeenPart {
  const text = past.map(({ role, block }) => `── ${role} ──\n${block.text}`).join("\n\n");
  return {
    group: "history",
    name: words.history(history.messages),
    becomes: words.asEarlierMessages,
    tokens: history.tokens,
    state,
    text: foldedText(text, SHOWN_CHARACTERS),
  };
}

function fromBlock(
  group: SeenPart["group"],
  name: string,
  block: Block | undefined,
  tokens: number,
  state: SeenPart["state"],
  becomes: string = words.asText,
): SeenPart {
  const lines = block === undefined ? 0 : block.text.split("\n").length;
  const { path, range } = block?.origin ?? {};
  return {
    group,
    name,
    becomes: lines > 1 ? words.withLines(becomes, lines) : becomes,
    tokens,
    state,
    text: foldedText(block?.text ?? "", SHOWN_CHARACTERS),
    ...(path !== undefined && { place: { path, ...(range !== undefined && { range }) } }),
  };
}

/** Names a text by its first words. */
function nameOf(part: string, block: Block | undefined): string {
  const beginning = block?.origin.kind === "text" ? oneLine(block.text) : "";
  return beginning === "" ? part : beginning;
}

/** Adds to each layer the files it was made of. They are not stored, so a past turn has none. */
function withSources(inspection: Inspection, sources: Preview["sources"]): Inspection {
  const parts = inspection.parts.map((part) => {
    const files = part.group === "system" ? (sources[part.name] ?? []) : [];
    const becomes = files.length > 1 ? words.fromFiles(part.becomes, files.length) : part.becomes;
    return files.length === 0 ? part : { ...part, becomes, sources: [...files] };
  });
  return { ...inspection, parts };
}

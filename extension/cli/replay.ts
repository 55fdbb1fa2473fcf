// galley replay: a turn of an exported conversation becomes its request again, from the export alone.
import { readFileSync } from "node:fs";
import type { Earlier } from "../assemble/assemble.ts";
import type { Layer } from "../assemble/context.ts";
import { cutLayers } from "../assemble/layers.ts";
import type { AsSent } from "../assemble/pins.ts";
import { unavailable } from "../assemble/words.ts";
import type { Export } from "../message/export.ts";
import { reasonOf } from "../text/reason.ts";
import { parseExportText } from "../persist/transfer/jsonl.ts";
import { Manifest } from "../message/manifest.ts";
import type { AssistantMessage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import { isProvider } from "../providers/provider.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { toMessage } from "../persist/messages.ts";
import { type OutsideMessage, parseMessage } from "../persist/parse-message.ts";
import { parseExport } from "../persist/transfer/parse-export.ts";
import { specsIn } from "../turn/request/offered-tools.ts";
import { pastModel } from "../turn/request/past-model.ts";
import { loopback } from "../turn/wire.ts";
import { adaptedAs } from "./adapted.ts";
import { composeAgain } from "./compose-again.ts";
import { type Outcome, UsageError } from "./outcome.ts";
import { fail, splitTurn, toRequest, wireNamed } from "./request.ts";
import * as words from "./words.ts";

export interface ReplayCall {
  export: string | undefined;
  turn: string | undefined;
  to: string | undefined;
  /** The folder the skills of the turn are in now. */
  skills: string | undefined;
}

/** Reads only the export and, if their folder is given, the skills. A text that the export lacks is shown as unavailable. */
export async function replay(call: ReplayCall): Promise<Outcome> {
  const wire = wireNamed(call.to ?? "loopback");
  const number = /^[1-9]\d*$/.test(call.turn ?? "") ? Number(call.turn) : undefined;
  if (call.export === undefined) throw new UsageError(words.exportNeedsFile);
  if (number === undefined) throw new UsageError(words.turnNeedsNumber);
  const parsed = parseExport(readExport(call.export));
  if (!parsed.ok) return fail("invalid-export", words.damagedExport, { problems: parsed.failure });
  const exported = parsed.value;
  const sent = sentMessages(exported);
  const turns = sent.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const at = turns[number - 1];
  const { history, turn } = splitTurn(at === undefined ? [] : sent.slice(0, at + 1));
  if (at === undefined || turn === undefined) return fail("no-turn", words.noTurn(number, turns.length));
  const answer = sent[at + 1];
  const texts = new Map(exported.blobs.map((blob) => [blob.content_id, blob.data]));
  const load = (id: string): string | undefined => decode(texts.get(id));
  const accounts = exported.manifests.flatMap((manifest) => Manifest.safeParse(manifest).data ?? []);
  const own = answer?.role === "assistant" ? accountOf(accounts, answer) : undefined;
  const conversation = {
    session_id: exported.session.id,
    history,
    turn,
    layers: answer?.role === "assistant" ? layersOf(exported, answer) : [],
    tools: specsIn(own, (digest) => exported.system_prompts[digest]),
    pins: [],
    carried: own === undefined ? [] : sentBy(own, load),
    placement: own?.pins_placement ?? ("turn" as const),
    earlier: earlierThan(accounts, own, load),
    // Omit what the request omitted then, and nothing else.
    model: { ...(own === undefined ? loopback : modelOf(own)), context_window: Number.MAX_SAFE_INTEGER },
    load,
    bytes: (id: string) => texts.get(id),
    now: exported.messages.find(({ message }) => message.id === turn.id)?.message.created_at ?? 0,
  };
  const outcome = await toRequest(conversation, wire);
  const again = await composeAgain(exported, [turn.id, answer?.id ?? ""], call.skills);
  if (!outcome.ok) return outcome;
  const used = new Set(sent.slice(0, at + 1).map(({ id }) => id));
  const read = exported.messages.flatMap((one) => (used.has(one.message.id) ? outsideOf(one) : []));
  const more = { ...(again.length > 0 && { skills: again }), ...adaptedAs(read) };
  return { ...outcome, value: { ...Object(outcome.value), ...more } };
}

/** For the record of its version; the request is made of the message as a stored row is read. */
function outsideOf({ message, parts }: Export["messages"][number]): OutsideMessage[] {
  const parsed = parseMessage({ ...message, parts });
  return parsed.ok ? [parsed.value] : [];
}

function readExport(file: string): unknown {
  try {
    return parseExportText(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(words.unreadable(file, reasonOf(error)));
  }
}

/** Without rewound and queued messages, which are not sent. */
function sentMessages({ messages }: Export): ReturnType<typeof toMessage>[] {
  return messages
    .filter(({ message }) => message.hidden_at === undefined)
    .map(({ message, parts }) => toMessage(message, message.metadata, parts))
    .filter(({ role, metadata }) => role === "assistant" || metadata["queued_at"] === undefined);
}

function decode(base64: string | undefined): string | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, "base64").toString("utf8");
}

/** The model of the manifest, by Galley's table. A model that only a window knows becomes the Loopback model. */
function modelOf(account: Manifest): Model {
  return isProvider(account.model.split("/", 1)[0] ?? "") ? pastModel(account, loopback) : loopback;
}

function accountOf(accounts: readonly Manifest[], { metadata }: AssistantMessage): Manifest | undefined {
  return accounts.find(({ id }) => id === metadata.manifest_id);
}

function sentBy({ sent_pins = [] }: Manifest, load: (id: string) => string | undefined): AsSent[] {
  return sent_pins.map(({ content_id, ...pin }) => ({
    ...pin,
    text: load(content_id) ?? unavailable(pin.name),
  }));
}

function earlierThan(
  accounts: readonly Manifest[],
  own: Manifest | undefined,
  load: (id: string) => string | undefined,
): Earlier {
  const repeated = accounts.filter(
    ({ pins_placement, estimate, limit }) => pins_placement === "append" && estimate <= limit,
  );
  return {
    asSent: new Map(repeated.map((account) => [account.message_id, sentBy(account, load)])),
    elided: new Map(own?.elided.map(({ what, tokens }) => [what, tokens])),
  };
}

/** The layers as they were sent when the manifest tells them apart, else the whole text as one. */
function layersOf(exported: Export, { metadata }: AssistantMessage): Layer[] {
  const text = exported.system_prompts[metadata.system_prompt_digest ?? ""];
  if (text === undefined || text === "") return [];
  const manifest = Manifest.safeParse(exported.manifests.find(({ id }) => id === metadata.manifest_id));
  const known = manifest.success ? cutLayers(text, manifest.data.layers, contentId) : undefined;
  return known ?? [{ id: "system", text }];
}

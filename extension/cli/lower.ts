// galley lower: a scenario becomes the request a conversation would send, without sending it.
import { stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import * as z from "zod/mini";
import { acquire } from "../acquire/acquire.ts";
import type { PinnedRead } from "../assemble/pins.ts";
import { compose } from "../compose/compose.ts";
import { resolveInside } from "../disk/places/resolve.ts";
import { isInside, wayTo } from "../disk/places/same-path.ts";
import { readFolder } from "../disk/read-folder.ts";
import { readSlice } from "../disk/read-slice.ts";
import type { FileTarget } from "../message/file-target.ts";
import { type Message, SCHEMA_VERSION, type UserMessage } from "../message/message.ts";
import { Model } from "../message/model.ts";
import { parseMessage } from "../persist/parse-message.ts";
import type { Result } from "../message/result.ts";
import type { FileRef } from "../message/part.ts";
import { Range } from "../message/range.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { adaptedAs } from "./adapted.ts";
import type { DetailedFailure, Outcome } from "./outcome.ts";
import { earlierOf, ScenarioOptions } from "./previous.ts";
import { type Conversation, fail, splitTurn, toRequest, wireNamed } from "./request.ts";
import { plainDecoding } from "../text/decode-text.ts";
import * as words from "./words.ts";

const ScenarioPin = z.union([
  z.object({ id: z.string(), path: z.string(), range: z.optional(Range) }),
  z.object({ id: z.string(), text: z.string(), title: z.optional(z.string()) }),
]);

const Scenario = z.object({
  workspace: z.string(),
  model: Model,
  layers: z._default(z.array(z.object({ id: z.string(), text: z.string() })), []),
  pins: z._default(z.array(ScenarioPin), []),
  messages: z.array(z.unknown()).check(z.minLength(1)),
  options: z._default(ScenarioOptions, { pins_placement: "append" }),
});

const INLINE_BYTES = 64 * 1024;

export async function lower(to: string | undefined, input: () => unknown, folder: string): Promise<Outcome> {
  const wire = wireNamed(to);
  const read = await readScenario(input(), folder);
  if (!read.ok) return read;
  const { adapted, ...conversation } = read.value;
  const outcome = await toRequest(conversation, wire);
  return outcome.ok && adapted !== undefined ? { ...outcome, value: { ...Object(outcome.value), adapted } } : outcome;
}

type Read = Result<Conversation & ReturnType<typeof adaptedAs>, DetailedFailure>;

/** A conversation up to its turn, with what its parts and pins are in the workspace now. */
export async function readScenario(input: unknown, folder: string): Promise<Read> {
  const scenario = Scenario.safeParse(input);
  if (!scenario.success) return fail("invalid-scenario", z.prettifyError(scenario.error));
  const { workspace, model, layers, pins, messages, options } = scenario.data;

  const parsed = messages.map(parseMessage);
  const problems = parsed.flatMap((result, index) => (result.ok ? [] : [{ message: index, problems: result.failure }]));
  if (problems.length > 0) return fail("invalid-message", words.invalidMessage, { problems });
  const outside = parsed.flatMap((result) => (result.ok ? [result.value] : []));
  const { history, turn } = splitTurn(outside.map(({ message }) => message));
  if (turn === undefined) return fail("no-turn", words.lastNotUser);

  const contents = new Map<string, string>();
  const readParts = (message: Message): Promise<Message> =>
    message.role === "user" ? withSnapshots(message, resolve(folder, workspace), contents) : Promise.resolve(message);
  const past = await Promise.all(history.map(readParts));
  const conversation = {
    session_id: "scenario",
    workspace: resolve(folder, workspace),
    history: past,
    turn: await withSnapshots(turn, resolve(folder, workspace), contents),
    layers,
    pins: await Promise.all(pins.map((pin) => readPin(pin, resolve(folder, workspace), contents))),
    model,
    placement: options.pins_placement,
    earlier: earlierOf(options),
    previous_request: options.previous_request,
    load: (id: string) => contents.get(id),
    now: 0,
    ...adaptedAs(outside),
  };
  return { ok: true, value: conversation };
}

async function readPin(
  { id, ...rest }: z.infer<typeof ScenarioPin>,
  workspace: string,
  contents: Map<string, string>,
): Promise<PinnedRead> {
  if ("text" in rest) return { id, part: { type: "text", text: rest.text }, title: rest.title ?? id };
  const ref = { kind: "path" as const, path: rest.path, ...(rest.range !== undefined && { range: rest.range }) };
  const part: FileRef = { type: "file-ref", ref };
  const user: UserMessage = { id, role: "user", parts: [part], metadata: { schema_version: SCHEMA_VERSION } };
  const snapshot = (await withSnapshots(user, workspace, contents)).metadata.snapshots?.[0];
  return { id, part, ...(snapshot !== undefined && { snapshot }) };
}

/** Reads what the message points at, unless the scenario says what was read. */
export async function withSnapshots(
  message: UserMessage,
  workspace: string,
  contents: Map<string, string>,
): Promise<UserMessage> {
  const readFile = async ({ path, range }: FileTarget): ReturnType<typeof readSlice> => {
    const full = await resolveInside(workspace, path);
    if (full === undefined) return { state: "unavailable", reason: words.outsideWorkspace };
    if (range === undefined && (await isFolder(full))) return readFolder(...folderOf(workspace, full), []);
    return readSlice(full, range, INLINE_BYTES, plainDecoding);
  };
  const facts = await acquire({ readFile, digest: contentId }, message.parts);
  const composed = compose(message.parts, facts, () => message.id);
  for (const [id, text] of composed.contents) contents.set(id, text);
  return { ...message, metadata: { ...composed.message.metadata, ...message.metadata } };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** Ignore files apply from the workspace folder down, or, for a folder outside it, from that folder down. */
function folderOf(workspace: string, full: string): [string, string] {
  return isInside(workspace, full) ? [workspace, wayTo(workspace, full).split(sep).join("/")] : [full, ""];
}

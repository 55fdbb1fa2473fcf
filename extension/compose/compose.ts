// Draft and facts become one message: parts in the user's order, with what each reference stood for.
import type { FileFact, Facts, ScaledPicture } from "../acquire/facts.ts";
import type { PromptRead } from "../message/command.ts";
import type { Failure } from "../message/failure.ts";
import { fileTargetsOf, storedKey, storedRefsOf, targetKey } from "../message/file-target.ts";
import { isBlank, SCHEMA_VERSION, type UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import type { Resolved } from "../message/resolved.ts";
import type { ScaledCopy } from "../message/scaled-copy.ts";
import type { Snapshot } from "../message/snapshot.ts";
import type { Catalog } from "./catalog.ts";
import { resolveCommand, type Resolution } from "./command.ts";
import { resolvedFiles, resolveMentions, resolveSymbols } from "./mention.ts";
import * as words from "./words.ts";

export interface Composed {
  message: UserMessage;
  /** The texts the snapshots name, to be stored with the message. */
  contents: ReadonlyMap<string, string>;
  /** Why the message must not be sent as it is. A preview shows it all the same. */
  failures: Failure[];
}

/** Resolves a command among the parts with the catalog. Without a catalog, commands stay as they are. */
export function compose(
  draft: readonly Part[],
  facts: Facts,
  newId: () => string,
  catalog?: Catalog,
  known: Readonly<Record<string, Resolved>> = {},
  prompt?: PromptRead,
): Composed {
  const resolution = catalog === undefined ? undefined : resolveCommand(draft, catalog, prompt);
  const parts = resolution?.parts ?? draft;
  const contents = new Map<string, string>();
  const snapshots: Record<string, Snapshot> = {};
  const resolved = resolveMentions(parts, facts, known);
  const symbols = resolveSymbols(parts, facts);
  const files = [...fileTargetsOf(parts), ...resolvedFiles(resolved)];
  const named = [
    ...files.map(({ key, target }) => ({ key, name: targetKey(target) })),
    ...storedRefsOf(parts).map(({ key, id }) => ({ key, name: storedKey(id) })),
  ];
  for (const { key, name } of named) {
    const fact = facts.files.get(name);
    if (fact === undefined) continue;
    snapshots[key] = toSnapshot(fact);
    if (fact.state === "text") contents.set(fact.content_id, fact.text);
    if (fact.state === "binary" && fact.content_id !== undefined) contents.set(fact.content_id, fact.media?.data ?? "");
    if (fact.state === "binary" && fact.scaled_id !== undefined) contents.set(fact.scaled_id, fact.scaled?.data ?? "");
  }
  const message: UserMessage = {
    id: newId(),
    role: "user",
    parts: [...parts],
    metadata: {
      schema_version: SCHEMA_VERSION,
      snapshots,
      ...(Object.keys(resolved).length > 0 && { resolved }),
      ...(Object.keys(symbols).length > 0 && { symbols }),
      ...(resolution?.kind === "text" && resolution.metadata),
    },
  };
  return { message, contents, failures: failuresOf(parts, resolution) };
}

function failuresOf(parts: readonly Part[], resolution: Resolution | undefined): Failure[] {
  if (resolution?.kind === "refused") return [resolution.failure];
  if (resolution?.kind === "action") return [actionFailure(resolution.command.id)];
  if (resolution?.kind === "prompt") return [unmadeFailure(resolution.command.id)];
  const isNothing = resolution?.kind === "text" && resolution.part.result_parts?.length === 0;
  return isBlank(parts) || (isNothing && parts.length === 1) ? [blankFailure] : [];
}

/** The host carries an action out before anything is composed to be sent. */
function actionFailure(id: string): Failure {
  return {
    stage: "compose",
    code: "action",
    message: words.runsInGalley(id),
    retryable: false,
  };
}

/** The server has not been asked for the prompt. */
function unmadeFailure(id: string): Failure {
  return {
    stage: "compose",
    code: "bad-prompt",
    message: words.promptNotRead(id),
    retryable: true,
  };
}

const blankFailure: Failure = {
  stage: "compose",
  code: "blank",
  message: words.emptyMessage,
  retryable: false,
};

export function toSnapshot(fact: FileFact): Snapshot {
  if (fact.state === "binary") {
    const { media, scaled, scaled_id, ...binary } = fact;
    return {
      ...binary,
      ...(media !== undefined && { mime: media.mime }),
      ...(scaled !== undefined && scaled_id !== undefined && { scaled: toCopy(scaled, scaled_id) }),
    };
  }
  if (fact.state !== "text") return fact;
  const { state, content_id, language, range, unsaved, clamped, folder } = fact;
  return {
    state,
    content_id,
    language,
    unsaved,
    clamped,
    ...(range !== undefined && { range }),
    ...(folder !== undefined && { folder }),
  };
}

function toCopy({ mime, data, width, height }: ScaledPicture, content_id: string): ScaledCopy {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return { content_id, mime, size: (data.length / 4) * 3 - padding, width, height };
}

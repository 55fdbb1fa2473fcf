// What the next request would cost in tokens: by source, by chip of the draft and by pin.
import type { Estimator } from "../assemble/tokens/estimate.ts";
import type { PinView } from "../assemble/pins.ts";
import type { Catalog } from "../compose/catalog.ts";
import { resolveCommand } from "../compose/command.ts";
import { fileTargetOf, fileTargetsOf, targetKey } from "../message/file-target.ts";
import type { Manifest } from "../message/manifest.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { KnownPart, Part } from "../message/part.ts";
import { pinKindOf } from "../message/pin.ts";
import type { Store } from "../persist/database/store.ts";
import { tellApart } from "../text/paths/tell-apart.ts";
import type { Meter } from "../protocol/conversation.ts";
import { type Measure, partKey } from "../protocol/draft.ts";
import { modelNamedBy } from "../turn/request/command/command-model.ts";
import { estimatorOf } from "../turn/request/estimator.ts";
import { KnownMeasures } from "./known-measures.ts";
import { changedPins } from "../turn/request/pins.ts";
import { preparedCatalog } from "../turn/request/prepared-catalog.ts";
import { preview, type Preview, type PreviewPorts } from "./preview.ts";
import type { MeasuredPin } from "./measured-pin.ts";

/** Reads and assembles only what `known` lacks, so that a typed letter only counts the text again. */
export async function measureDraft(
  ports: PreviewPorts,
  conversationId: string,
  parts: readonly KnownPart[],
  known: KnownMeasures = new KnownMeasures(),
): Promise<{ meter: Meter; measures: Measure[]; pins: MeasuredPin[] }> {
  const { catalog } = await preparedCatalog(ports, conversationId, parts);
  const model = await modelOf(ports, conversationId, parts, catalog);
  known.measureFor(modelKey(model));
  const estimator = estimatorOf(ports.store, model);
  const { command, sent } = spellOut(parts, catalog, estimator);
  const chips = new Map(sent.filter((part) => part.type !== "text").map((part) => [partKey(part), part]));
  const fresh = [...chips.values()].filter((part) => known.of(part) === undefined);
  const seen = new Map<string, Measure>();
  const conditions = JSON.stringify([conversationId, ...foldersOf([...chips.values()])]);
  if (fresh.length > 0 || known.rest(conditions) === undefined) {
    const isRestKnown = known.rest(conditions) !== undefined;
    const looked = await preview(ports, conversationId, isRestKnown ? fresh : [...chips.values()], { by: model });
    for (const part of fresh) {
      const measure = toMeasure(part, looked);
      seen.set(measure.key, measure);
      known.learn(part, measure);
    }
    if (!isRestKnown)
      known.learnRest(conditions, {
        meter: toMeter({ ...looked.assembled.manifest, task: [] }, looked.assembled.pins),
        pins: measurePins(ports.store, conversationId, looked),
      });
  }
  known.keep(sent);
  const measureOf = (part: KnownPart): Measure | undefined => seen.get(partKey(part)) ?? known.of(part);
  const names = namesOf([...chips.values()]);
  const measures = [
    ...command,
    ...[...chips.values()].flatMap((part) => {
      const measure = measureOf(part);
      return measure === undefined ? [] : { ...measure, ...names.get(part) };
    }),
  ];
  const task = sum(
    sent.map((part) => (part.type === "text" ? estimator.tokensIn(part.text) : (measureOf(part)?.tokens ?? 0))),
  );
  const rest = known.rest(conditions);
  return { meter: withTask(rest?.meter, task), measures, pins: rest?.pins ?? [] };
}

/** The model that would answer: the one that the draft's command names, or the conversation's. */
async function modelOf(
  ports: PreviewPorts,
  conversationId: string,
  parts: readonly KnownPart[],
  catalog: Catalog,
): Promise<Model> {
  const resolution = resolveCommand(parts, catalog);
  const named = resolution.kind === "text" ? await modelNamedBy(ports, conversationId, resolution.command) : undefined;
  return named?.model ?? ports.model(conversationId);
}

/** Longer names for chips whose file names are the same. */
function namesOf(parts: readonly KnownPart[]): Map<KnownPart, { name: string }> {
  const names = tellApart(parts.flatMap((part) => fileTargetOf(part)?.path ?? []));
  return new Map(
    parts.flatMap((part) => {
      const name = names.get(fileTargetOf(part)?.path ?? "");
      return name?.includes("/") === true ? [[part, { name }] as const] : [];
    }),
  );
}

/** The folders of the draft's files: each may have its own instructions, which are sent, too. */
function foldersOf(parts: readonly KnownPart[]): string[] {
  const paths = fileTargetsOf(parts).map(({ target }) => target.path);
  return [...new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))))].sort();
}

/** The parts as they go: a command is the text it expands to, and its chip costs what that does. */
function spellOut(
  parts: readonly KnownPart[],
  catalog: Catalog,
  estimator: Estimator,
): { command: Measure[]; sent: KnownPart[] } {
  const resolution = resolveCommand(parts, catalog);
  // Do not ask a server while the user types.
  if (resolution.kind === "prompt") return { command: [], sent: parts.filter(({ type }) => type !== "command") };
  if (resolution.kind !== "text") return { command: [], sent: [...parts] };
  const { result_parts = [] } = resolution.part;
  const sent = resolution.parts
    .flatMap((part): Part[] => (part === resolution.part ? result_parts : [part]))
    .filter((part) => part.type !== "unknown");
  const tokens = sum(result_parts.map((part) => (part.type === "text" ? estimator.tokensIn(part.text) : 0)));
  const chip = parts.find((part) => part.type === "command");
  return { command: chip === undefined ? [] : [{ key: partKey(chip), tokens }], sent };
}

function measurePins(store: Store, conversationId: string, { assembled, pinned }: Preview): MeasuredPin[] {
  const changed = changedPins(store, conversationId, pinned);
  return pinned.map(({ snapshot, held, ...pin }, index): MeasuredPin => {
    const { tokens = 0, note, problem, dropped } = assembled.pins[index] ?? {};
    const state = dropped !== undefined ? "gone" : changed.has(pin.id) ? "changed" : "live";
    return { ...pin, tokens, state, ...(note !== undefined && { note }), ...(problem !== undefined && { problem }) };
  });
}

function toMeasure(part: KnownPart, { assembled, facts }: Preview): Measure {
  const views = assembled.views.filter((view) => view.of === part);
  const [view] = views;
  const target = fileTargetOf(part);
  const fact = target && facts.files.get(targetKey(target));
  return {
    key: partKey(part),
    tokens: sum(views.map(({ block }) => block?.origin.tokens ?? 0)),
    ...(fact?.state === "text" && fact.lines !== undefined && { lines: fact.lines }),
    ...(view?.note !== undefined && { note: view.note }),
    ...(view?.problem !== undefined && { problem: view.problem }),
    ...(view?.is_missing === true && { is_missing: true }),
  };
}

/** The tokens that a summary of the conversation takes. */
const SUMMARY_TOKENS = 1_000;

function toMeter({ layers, tools, history, pinned, task, limit }: Manifest, pins: readonly PinView[]): Meter {
  const segments: Meter["segments"] = [
    { id: "system", tokens: sum(layers.map((row) => row.tokens)) + (tools?.tokens ?? 0) },
    { id: "history", tokens: history.tokens },
    { id: "pinned", tokens: sum(pinned.map((row) => row.tokens)) },
    { id: "task", tokens: sum(task.map((row) => row.tokens)) },
  ];
  // An open editor cannot be unpinned; a pin that was sent before belongs to the history.
  const largest = pinned
    .toSorted((a, b) => b.tokens - a.tokens)
    .find((pin) => pin.tokens > 0 && pinKindOf(pin) !== "open-editor");
  const wins = {
    compact: Math.max(0, history.tokens - SUMMARY_TOKENS),
    ...(largest !== undefined && {
      unpin: {
        id: largest.id,
        name: pins.find(({ id }) => id === largest.id)?.name ?? largest.id,
        tokens: largest.tokens,
      },
    }),
  };
  return { segments, estimate: sum(segments.map((segment) => segment.tokens)), limit, wins };
}

function withTask(rest: Meter | undefined, task: number): Meter {
  const { segments, estimate, limit, ...more } = rest ?? { segments: [], estimate: 0, limit: 0 };
  return {
    ...more,
    segments: segments.map((segment) => (segment.id === "task" ? { ...segment, tokens: task } : segment)),
    estimate: estimate + task,
    limit,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

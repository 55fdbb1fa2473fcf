// galley refactor: the request for a change of code, or with --finish what an answer becomes in the document. Nothing is sent.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { languageOf } from "../disk/language.ts";
import { resolveInside } from "../disk/places/resolve.ts";
import { SCHEMA_VERSION } from "../message/message.ts";
import { Model } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import { parseMessage } from "../persist/parse-message.ts";
import { scopeOf } from "../pipelines/refactor/document.ts";
import { finishRefactor } from "../pipelines/refactor/finish/finish.ts";
import {
  type Extra,
  fitAround,
  NO_EXTRA,
  predictionOf,
  refactorLayer,
  type RefactorTask,
  turnOf,
} from "../pipelines/refactor/request.ts";
import { decodeText } from "../text/decode-text.ts";
import { reasonOf } from "../text/reason.ts";
import { withSnapshots } from "./lower.ts";
import type { DetailedFailure, Outcome } from "./outcome.ts";
import { fail, toRequest, wireOf } from "./request.ts";
import * as words from "./words.ts";

/** Lines as the gutter shows them; `end` one less than `start` is the place before that line. */
const TargetLines = z
  .strictObject({ start: z.int().check(z.gte(1)), end: z.int().check(z.gte(0)) })
  .check(z.refine(({ start, end }) => end >= start - 1, words.emptyLines));

const Wanted = z.object({
  workspace: z.string(),
  model: Model,
  layers: z._default(z.array(z.object({ id: z.string(), text: z.string() })), []),
  path: z.string(),
  range: TargetLines,
  instruction: z.string(),
  parts: z._default(z.array(z.unknown()), []),
  text: z.optional(z.string()),
});
type Wanted = z.infer<typeof Wanted>;

const Answered = z.object({
  text: z.string(),
  range: TargetLines,
  language: z.optional(z.string()),
  output: z.string(),
});

export async function refactor(input: unknown, folder: string): Promise<Outcome> {
  const wanted = Wanted.safeParse(input);
  if (!wanted.success) return fail("invalid-scenario", z.prettifyError(wanted.error));
  const { model, layers } = wanted.data;
  const workspace = resolve(folder, wanted.data.workspace);
  const task = await readTask(wanted.data, workspace);
  if (!task.ok) return task;
  const prediction = predictionOf(task.value.scope);
  const { made, elided } = await fitAround(
    task.value,
    (around) => {
      const { turn, contents } = turnOf(task.value, around, "refactor");
      return toRequest(
        {
          session_id: "refactor",
          workspace,
          history: [],
          turn,
          layers: [...layers, refactorLayer(task.value)],
          pins: [],
          model,
          earlier: { asSent: new Map(), elided: new Map() },
          load: (id) => contents.get(id),
          now: 0,
          ...(prediction !== undefined && { prediction }),
        },
        wireOf(model),
      );
    },
    (outcome) => ({ failure: outcome.ok ? undefined : outcome.failure, estimate: estimateOf(outcome) }),
  );
  return withElided(made, elided);
}

const Accounted = z.looseObject({ manifest: z.looseObject({ estimate: z.number(), elided: z.array(z.unknown()) }) });

function estimateOf(outcome: Outcome): number {
  return Accounted.safeParse(outcome.ok ? outcome.value : outcome.failure).data?.manifest.estimate ?? 0;
}

/** What was cut stands in the account, whether the request fits or not. */
function withElided(outcome: Outcome, elided: readonly unknown[]): Outcome {
  const read = Accounted.safeParse(outcome.ok ? outcome.value : outcome.failure);
  if (!read.success || elided.length === 0) return outcome;
  const manifest = { ...read.data.manifest, elided: [...read.data.manifest.elided, ...elided] };
  if (outcome.ok) return { ok: true, value: { ...read.data, manifest } };
  return { ok: false, failure: { ...outcome.failure, manifest } };
}

async function readTask(wanted: Wanted, workspace: string): Promise<Result<RefactorTask, DetailedFailure>> {
  const { path, range, instruction } = wanted;
  if (instruction.trim() === "") return fail("invalid-scenario", words.noInstruction);
  const read =
    wanted.text === undefined ? await readDocument(workspace, path) : { ok: true as const, value: wanted.text };
  if (!read.ok) return read;
  const scope = scopeOf(read.value, range);
  if (scope === undefined) return fail("invalid-target", words.noSuchLines(range.start, range.end));
  const extra = await readExtra(wanted.parts, workspace);
  if (!extra.ok) return extra;
  const isUnsaved = wanted.text !== undefined;
  const about = { path, language: languageOf(path), isUnsaved, instruction };
  return { ok: true, value: { ...about, text: read.value, scope, extra: extra.value } };
}

async function readDocument(workspace: string, path: string): Promise<Result<string, DetailedFailure>> {
  const full = await resolveInside(workspace, path);
  if (full === undefined) return fail("unreadable", words.notOpened(path, words.outsideWorkspace));
  try {
    const text = decodeText(await readFile(full));
    return text === undefined ? fail("unreadable", words.notText(path)) : { ok: true, value: text };
  } catch (error) {
    return fail("unreadable", words.notOpened(path, reasonOf(error)));
  }
}

async function readExtra(parts: readonly unknown[], workspace: string): Promise<Result<Extra, DetailedFailure>> {
  if (parts.length === 0) return { ok: true, value: NO_EXTRA };
  const parsed = parseMessage({ id: "refactor", role: "user", parts, metadata: { schema_version: SCHEMA_VERSION } });
  if (!parsed.ok) return fail("invalid-message", words.invalidMessage, { problems: parsed.failure });
  const contents = new Map<string, string>();
  const own = parsed.value.message;
  if (own.role !== "user") return { ok: true, value: NO_EXTRA };
  const message = await withSnapshots(own, workspace, contents);
  return { ok: true, value: { message, contents } };
}

/** `{edits, text}`, with the notices if there are any. */
export async function finishAnswer(input: unknown): Promise<Outcome> {
  const answered = Answered.safeParse(input);
  if (!answered.success) return fail("invalid-scenario", z.prettifyError(answered.error));
  const { text, range, language, output } = answered.data;
  const finished = await finishRefactor({ text, target: range, output, ...(language !== undefined && { language }) });
  if (!finished.ok) return finished;
  const { edits, text: becomes, notices } = finished.value;
  return { ok: true, value: { edits, text: becomes, ...(notices.length > 0 && { notices }) } };
}

// The request for a change of code: the user's chips, the file around the target, and the instruction, fitted to the model.
import type { Layer } from "../../assemble/context.ts";
import { snapshotKey } from "../../message/file-target.ts";
import type { Failure } from "../../message/failure.ts";
import type { Manifest } from "../../message/manifest.ts";
import { SCHEMA_VERSION, type UserMessage } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import type { Snapshot } from "../../message/snapshot.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { type Scope, textOfScope } from "./document.ts";
import { type Around, fileSlices, MOST_AROUND } from "./file-block.ts";
import { markersFor } from "./markers.ts";
import * as words from "./words.ts";

/** Chips that go along, with what they stand for. */
export interface Extra {
  message: Pick<UserMessage, "parts" | "metadata">;
  contents: ReadonlyMap<string, string>;
}

export const NO_EXTRA: Extra = {
  message: { parts: [], metadata: { schema_version: SCHEMA_VERSION } },
  contents: new Map(),
};

export interface RefactorTask {
  /** As messages write it. */
  path: string;
  language: string;
  /** The text differs from what is on disk. */
  isUnsaved: boolean;
  text: string;
  scope: Scope;
  instruction: string;
  extra: Extra;
}

/** After the profile's own text: it says what to answer with. */
export function refactorLayer({ text }: Pick<RefactorTask, "text">): Layer {
  return { id: "refactor", text: words.refactorLayer(markersFor(text)) };
}

/** What the model is expected to say again, for wires that take it. */
export function predictionOf(scope: Scope): string | undefined {
  const text = scope.isCaret ? "" : textOfScope(scope);
  return text.trim() === "" ? undefined : text;
}

export interface RefactorTurn {
  turn: UserMessage;
  /** The texts that its parts name. */
  contents: ReadonlyMap<string, string>;
}

/** The chips come first, so that their snapshots keep their keys; the instruction last, beside the code. */
export function turnOf(task: RefactorTask, around: Around, id: string): RefactorTurn {
  const { path, language, isUnsaved, text, scope, instruction, extra } = task;
  const parts: Part[] = [...extra.message.parts];
  const snapshots: Record<string, Snapshot> = { ...extra.message.metadata.snapshots };
  const contents = new Map(extra.contents);
  for (const slice of fileSlices(text, scope, around)) {
    const content_id = contentId(slice.text);
    snapshots[snapshotKey(parts.length)] = {
      state: "text",
      content_id,
      language,
      range: slice.range,
      unsaved: isUnsaved,
      clamped: false,
    };
    contents.set(content_id, slice.text);
    parts.push({ type: "file-ref", ref: { kind: "path", path, range: slice.range } });
  }
  const asked = (scope.isCaret ? words.askInsert : words.askRewrite)(markersFor(text), instruction);
  parts.push({ type: "text", text: asked });
  return { turn: { id, role: "user", parts, metadata: { ...extra.message.metadata, snapshots } }, contents };
}

export interface Fitted<Made> {
  made: Made;
  /** What was cut, for the account of the request. */
  elided: Manifest["elided"];
}

/** Makes the request with as many lines around the target as fit. If it does not fit without any, the failure says so. */
export async function fitAround<Made>(
  task: Pick<RefactorTask, "path">,
  make: (around: Around) => Promise<Made>,
  look: (made: Made) => { failure: Failure | undefined; estimate: number },
): Promise<Fitted<Made>> {
  const isOver = (made: Made): boolean => look(made).failure?.code === "over-budget";
  const whole = await make(MOST_AROUND);
  if (!isOver(whole)) return { made: whole, elided: [] };
  let best: { made: Made; lines: number } | undefined;
  let [low, high] = [0, MOST_AROUND.lines - 1];
  while (low <= high) {
    const lines = (low + high) >> 1;
    const made = await make({ lines, hasImports: true });
    if (isOver(made)) high = lines - 1;
    else {
      best = { made, lines };
      low = lines + 1;
    }
  }
  const made = best?.made ?? (await make({ lines: 0, hasImports: false }));
  const tokens = Math.max(0, look(whole).estimate - look(made).estimate);
  return { made, elided: [{ what: words.linesAround(task.path), tokens, why: words.cutToFit(best?.lines ?? 0) }] };
}

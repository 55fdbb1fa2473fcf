// The measures that a draft keeps between two of its changes: of each chip, and of everything besides the draft.
import { fileTargetOf } from "../message/file-target.ts";
import type { KnownPart } from "../message/part.ts";
import { symbolOf } from "../message/symbol-fact.ts";
import type { Meter } from "../protocol/conversation.ts";
import { type Measure, partKey } from "../protocol/draft.ts";
import type { MeasuredPin } from "./measured-pin.ts";

/** The cost of a conversation with an empty draft. */
export interface Rest {
  meter: Meter;
  pins: MeasuredPin[];
}

/** The caller forgets measures when a file, the model or the conversation changes. */
export class KnownMeasures {
  readonly #chips = new Map<string, { path: string | undefined; measure: Measure }>();
  #rest: { conditions: string; rest: Rest } | undefined;
  #model: string | undefined;

  /** Forgets what was measured for another model: a command may name its own. */
  measureFor(model: string): void {
    if (this.#model !== undefined && this.#model !== model) this.forgetAll();
    this.#model = model;
  }

  of(part: KnownPart): Measure | undefined {
    return this.#chips.get(partKey(part))?.measure;
  }

  learn(part: KnownPart, measure: Measure): void {
    if (isVolatile(part)) return;
    this.#chips.set(measure.key, { path: fileTargetOf(part)?.path ?? symbolOf(part)?.path, measure });
  }

  rest(conditions: string): Rest | undefined {
    return this.#rest?.conditions === conditions ? this.#rest.rest : undefined;
  }

  /** `conditions` names everything that the cost depends on. */
  learnRest(conditions: string, rest: Rest): void {
    this.#rest = { conditions, rest };
  }

  /** Drops chips that are no longer in the draft. */
  keep(parts: readonly KnownPart[]): void {
    if (this.#chips.size <= 2 * parts.length) return;
    const kept = new Set(parts.map(partKey));
    for (const key of this.#chips.keys()) if (!kept.has(key)) this.#chips.delete(key);
  }

  forgetFiles(paths: ReadonlySet<string>): void {
    for (const [key, { path }] of this.#chips) if (path !== undefined && paths.has(path)) this.#chips.delete(key);
  }

  forgetAll(): void {
    this.#chips.clear();
    this.#rest = undefined;
  }
}

/** A mention of a context follows the editor, so it is measured again each time. */
function isVolatile(part: KnownPart): boolean {
  return part.type === "mention" && part.target.kind === "context";
}

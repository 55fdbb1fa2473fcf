// What is known of a draft between two of its changes: each chip's measure, and the cost of everything that is not the draft.
import { fileTargetOf } from "../message/file-target.ts";
import type { KnownPart } from "../message/part.ts";
import type { Meter } from "../protocol/conversation.ts";
import { type Measure, partKey } from "../protocol/draft.ts";
import type { MeasuredPin } from "./measured-pin.ts";

/** A session with nothing in its draft. */
export interface Rest {
  meter: Meter;
  pins: MeasuredPin[];
}

/** Valid until a caller that sees a file, the model or the conversation change says so. */
export class KnownMeasures {
  readonly #chips = new Map<string, { path: string | undefined; measure: Measure }>();
  #rest: { conditions: string; rest: Rest } | undefined;

  of(part: KnownPart): Measure | undefined {
    return this.#chips.get(partKey(part))?.measure;
  }

  learn(part: KnownPart, measure: Measure): void {
    if (isVolatile(part)) return;
    this.#chips.set(measure.key, { path: fileTargetOf(part)?.path, measure });
  }

  rest(conditions: string): Rest | undefined {
    return this.#rest?.conditions === conditions ? this.#rest.rest : undefined;
  }

  /** `conditions` is all that it depends on. */
  learnRest(conditions: string, rest: Rest): void {
    this.#rest = { conditions, rest };
  }

  /** Chips that are no longer in the draft are not kept. */
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

/** What it stands for follows the editor: it is looked at anew each time. */
function isVolatile(part: KnownPart): boolean {
  return part.type === "mention" && part.target.kind === "context";
}

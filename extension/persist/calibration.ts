// What usage has taught about a model's tokens: bytes per token, by class of content.
import * as z from "zod/mini";
import type { Store } from "./database/store.ts";

export interface Calibration {
  bytes_per_token: number;
  /** How many answers it was learned from. */
  samples: number;
}

const Row = z.object({ class: z.string(), bytes_per_token: z.number(), samples: z.int() });

/** By class. A model that was never used has none. */
export function readCalibration(store: Store, model: string): Map<string, Calibration> {
  const rows = store.all("SELECT class, bytes_per_token, samples FROM estimator WHERE model = ?", model);
  return new Map(
    rows.map((row) => {
      const { class: content, bytes_per_token, samples } = Row.parse(row);
      return [content, { bytes_per_token, samples }];
    }),
  );
}

export function saveCalibration(store: Store, model: string, content: string, learned: Calibration): void {
  store.run(
    `INSERT INTO estimator (model, class, bytes_per_token, samples) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes_per_token = excluded.bytes_per_token, samples = excluded.samples`,
    model,
    content,
    learned.bytes_per_token,
    learned.samples,
  );
}

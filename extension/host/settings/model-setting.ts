// Models as the settings name them: an id, or an object that also says what the model takes.
import * as z from "zod/mini";
import { Model } from "../../message/model.ts";
import type { ModelFacts } from "../../providers/model-table.ts";

/** Facts about a model, each optional. */
export const SomeFacts = z.object({
  name: z.exactOptional(z.string()),
  context_window: z.exactOptional(Model.shape.context_window),
  max_output: z.exactOptional(Model.shape.max_output),
  accepts: z.exactOptional(Model.shape.accepts),
  tools: z.exactOptional(Model.shape.tools),
  reasoning: z.exactOptional(z.enum(["adaptive", "budget"])),
});

const Entry = z.union([
  z.string().check(z.minLength(1)),
  z.extend(SomeFacts, { id: z.string().check(z.minLength(1)) }),
]);

/** Skips invalid entries, so that a mistake in one does not affect the others. */
export function parseModelSettings(raw: unknown): Map<string, Partial<ModelFacts>> {
  const models = new Map<string, Partial<ModelFacts>>();
  for (const one of Array.isArray(raw) ? (raw satisfies unknown[]) : []) {
    const entry = Entry.safeParse(one);
    if (!entry.success) continue;
    const { id, ...facts } = typeof entry.data === "string" ? { id: entry.data } : entry.data;
    models.set(id, facts);
  }
  return models;
}

/** The setting with facts of a model added to its entry, or to a new one. Everything else stays as it is written. */
export function withModelFacts(raw: unknown, id: string, facts: Partial<ModelFacts>): unknown[] {
  const entries: unknown[] = Array.isArray(raw) ? raw : [];
  const isNamed = (entry: unknown): boolean =>
    entry === id || (typeof entry === "object" && entry !== null && "id" in entry && entry.id === id);
  const merge = (entry: unknown): unknown => (typeof entry === "object" ? { ...entry, ...facts } : { id, ...facts });
  return entries.some(isNamed)
    ? entries.map((entry) => (isNamed(entry) ? merge(entry) : entry))
    : [...entries, { id, ...facts }];
}

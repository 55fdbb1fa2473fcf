// The token estimator of a model, stored on disk and corrected after every answer.
import type { Assembled } from "../../assemble/assemble.ts";
import { corrected, type Ratios } from "../../assemble/tokens/calibrate.ts";
import { CONTENT_CLASSES, Estimator, measureText } from "../../assemble/tokens/estimate.ts";
import type { AssistantMessage } from "../../message/message.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { readCalibration, saveCalibration } from "../../persist/calibration.ts";
import { unfenced } from "../../persist/fence.ts";
import { saveManifest } from "../../persist/manifests.ts";
import type { Store } from "../../persist/database/store.ts";
import { cacheOf } from "./conversation-cache.ts";
import { loopback } from "../wire.ts";

interface Learned {
  ratios: Ratios;
  samples: number;
  estimator: Estimator;
}

const learned = new WeakMap<Store, Map<string, Learned>>();

export function estimatorOf(store: Store, model: Model): Estimator {
  return learnedOf(store, model).estimator;
}

function learnedOf(store: Store, model: Model): Learned {
  const root = unfenced(store);
  const ofStore = learned.get(root) ?? new Map<string, Learned>();
  learned.set(root, ofStore);
  const known = ofStore.get(modelKey(model)) ?? readLearned(store, model);
  ofStore.set(modelKey(model), known);
  return known;
}

function readLearned(store: Store, model: Model): Learned {
  const stored = readCalibration(store, modelKey(model));
  const ratios: Ratios = {};
  let samples = 0;
  for (const content of CONTENT_CLASSES) {
    const known = stored.get(content);
    if (known === undefined) continue;
    ratios[content] = known.bytes_per_token;
    samples = Math.max(samples, known.samples);
  }
  return { ratios, samples, estimator: new Estimator(model.provider, ratios) };
}

/** Stores what the provider counted for the first request of a turn, and corrects the next estimate with it. */
export function learnFrom(store: Store, model: Model, assembled: Assembled, answer: AssistantMessage): void {
  const { usage } = answer.metadata;
  if (usage === undefined) return;
  const { input, output, cache_read = 0, cache_write = 0 } = usage;
  saveManifest(store, { ...assembled.manifest, actual: { input, output, cache_read, cache_write } });
  // Loopback counts with this estimator, so there is nothing to learn.
  if (model.provider !== loopback.provider) learn(store, model, assembled, input);
}

function learn(store: Store, model: Model, { context, manifest }: Assembled, counted: number): void {
  const { scales } = cacheOf(store, manifest.session_id).known;
  const known = learnedOf(store, model);
  const request = [
    ...context.tools.map((tool) => measureText(JSON.stringify(tool))),
    ...context.layers.map(({ text }) => measureText(text)),
    ...context.messages.flatMap(({ blocks }) => blocks.map((block) => scales.measure(block, known.estimator))),
  ];
  const ratios = corrected(known.ratios, request, { estimate: manifest.estimate, counted });
  const samples = known.samples + 1;
  store.transaction(() => {
    for (const content of CONTENT_CLASSES) {
      const bytes_per_token = ratios[content];
      if (bytes_per_token !== undefined) saveCalibration(store, modelKey(model), content, { bytes_per_token, samples });
    }
  });
  learned
    .get(unfenced(store))
    ?.set(modelKey(model), { ratios, samples, estimator: new Estimator(model.provider, ratios) });
}

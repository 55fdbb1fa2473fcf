// The token estimator of a model, stored on disk and corrected after every answer.
import type { Context } from "../../assemble/context.ts";
import { corrected, type Ratios } from "../../assemble/tokens/calibrate.ts";
import { CONTENT_CLASSES, Estimator, measureText } from "../../assemble/tokens/estimate.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { Usage } from "../../message/message.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { readCalibration, saveCalibration } from "../../persist/calibration.ts";
import { unfenced } from "../../persist/ownership/fence.ts";
import { saveManifest } from "../../persist/manifests.ts";
import type { Store } from "../../persist/database/store.ts";
import { cacheOf } from "./conversation-cache.ts";
import { loopback } from "../wire.ts";

interface Learned {
  ratios: Ratios;
  samples: number;
  /** By these ratios, or by some that are as good. */
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

/** A request that a provider counts: the first of a turn, or a later one. */
export interface CountedRequest {
  context: Context;
  /** The account of the turn, for its first request. */
  account: Manifest | undefined;
}

/** Corrects the next estimate by what the provider counted for a request, and stores it with the account of the turn. */
export function learnFrom(
  store: Store,
  model: Model,
  { session_id, context, account }: CountedRequest & { session_id: string },
  usage: Usage | undefined,
): void {
  // An agent reports the usage of its whole session, which says nothing about this prompt.
  if (usage === undefined || model.keeps_session === true) return;
  const { input: counted, output, cache_read = 0, cache_write = 0 } = usage;
  if (account !== undefined)
    saveManifest(store, { ...account, actual: { input: counted, output, cache_read, cache_write } });
  // Loopback counts with this estimator, so there is nothing to learn.
  if (model.provider === loopback.provider) return;
  const { scales } = cacheOf(store, session_id).known;
  const known = learnedOf(store, model);
  const { estimator } = known;
  const exact = new Estimator(model.provider, known.ratios);
  const request = [
    ...context.tools.map((tool) => measureText(JSON.stringify(tool))),
    ...context.layers.map(({ text }) => measureText(text)),
    ...context.messages.flatMap(({ blocks }) => blocks.map((block) => scales.measure(block, estimator))),
  ];
  const estimate = request.reduce((total, measured) => total + exact.tokens(measured), 0);
  const ratios = corrected(known.ratios, request, { estimate, counted });
  const samples = known.samples + 1;
  store.transaction(() => {
    for (const content of CONTENT_CLASSES) {
      const bytes_per_token = ratios[content];
      if (bytes_per_token !== undefined) saveCalibration(store, modelKey(model), content, { bytes_per_token, samples });
    }
  });
  const next = new Estimator(model.provider, ratios);
  // With another estimator the whole conversation is weighed again: less than its error is not worth that.
  learned
    .get(unfenced(store))
    ?.set(modelKey(model), { ratios, samples, estimator: estimator.isNear(next) ? estimator : next });
}

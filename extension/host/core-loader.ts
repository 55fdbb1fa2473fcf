// The core is loaded once; a load that failed is tried again by the next who asks.
import type { Core } from "./core.ts";

export function onceLoaded(load: () => Promise<Core>): () => Promise<Core> {
  let loading: Promise<Core> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

// Loads the Markdown renderer once, after the input is usable.
import type { Renderer } from "./renderer.ts";

let loading: Promise<Renderer> | undefined;
let loaded: Renderer | undefined;

/** After a failure, the next call tries again. */
export function loadRenderer(): Promise<Renderer> {
  loading ??= import("./renderer.ts")
    .then(({ createRenderer }) => (loaded = createRenderer()))
    .finally(() => {
      if (loaded === undefined) loading = undefined;
    });
  return loading;
}

/** The loaded renderer, so that a later answer is rendered at once. */
export function loadedRenderer(): Renderer | undefined {
  return loaded;
}

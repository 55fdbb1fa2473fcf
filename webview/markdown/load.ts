// Loads what turns markdown into HTML, once, after the input is usable.
import type { Renderer } from "./renderer.ts";

let loading: Promise<Renderer> | undefined;
let loaded: Renderer | undefined;

/** What could not be loaded is tried again when it is next wanted. */
export function loadRenderer(): Promise<Renderer> {
  loading ??= import("./renderer.ts")
    .then(({ createRenderer }) => (loaded = createRenderer()))
    .finally(() => {
      if (loaded === undefined) loading = undefined;
    });
  return loading;
}

/** For an answer that appears later: it is drawn at once. */
export function loadedRenderer(): Renderer | undefined {
  return loaded;
}

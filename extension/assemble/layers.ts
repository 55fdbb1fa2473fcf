// The stable system text, layer by layer. No clock, no volatile value.
import type { Manifest } from "../message/manifest.ts";
import type { Layer } from "./context.ts";
import * as words from "./words.ts";

export interface WorkspaceFolder {
  name: string;
  /** An absolute path, or a URI for a folder that is not on disk. */
  root: string;
}

/** Where the work is done. VS Code itself knows no build folder, so none is named. */
export function projectLayer(folders: readonly WorkspaceFolder[], system: string): string {
  return [...(folders.length === 0 ? [] : [words.workspaceFolders(folders)]), system].join("\n");
}

/**
 * The layers of a system text as a manifest tells them apart. They are joined by a blank line and may contain some:
 * the digests say where one ends. `undefined` when text and manifest do not belong together.
 */
export function cutLayers(
  text: string,
  layers: Manifest["layers"],
  digestOf: (text: string) => string,
): Layer[] | undefined {
  const blocks = text.split("\n\n");
  const cut: Layer[] = [];
  let from = 0;
  for (const { id, digest } of layers) {
    const lengths = blocks.slice(from).keys();
    const length = [...lengths].find((n) => digestOf(blocks.slice(from, from + n + 1).join("\n\n")) === digest);
    if (length === undefined) return undefined;
    cut.push({ id, text: blocks.slice(from, from + length + 1).join("\n\n") });
    from += length + 1;
  }
  return from === blocks.length ? cut : undefined;
}

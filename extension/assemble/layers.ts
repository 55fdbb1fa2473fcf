// The stable system text: who the assistant is and where it works. No clock, no file content.
import type { Manifest } from "../message/manifest.ts";
import type { Layer } from "./context.ts";

const AGENT = `You are Galley, a programming assistant inside Visual Studio Code.
The user's messages carry parts in the order they composed them: text, and files or ranges of files under a "File:" label with the lines they came from. Treat those as the current state of the code.
Answer in Markdown. Refer to code as path:line. Be brief, and say so when something you need was not included.`;

export function defaultLayers(folders: readonly string[]): Layer[] {
  const layers: Layer[] = [{ id: "agent.system", text: AGENT }];
  if (folders.length > 0) layers.push({ id: "env.project", text: `Workspace folders: ${folders.join(", ")}` });
  return layers;
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

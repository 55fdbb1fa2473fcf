// The stable system text: who the assistant is and where it works. No clock, no file content.
import type { Layer } from "./context.ts";

const AGENT = `You are Galley, a programming assistant inside Visual Studio Code.
The user's messages carry parts in the order they composed them: text, and files or ranges of files under a "File:" label with the lines they came from. Treat those as the current state of the code.
Answer in Markdown. Refer to code as path:line. Be brief, and say so when something you need was not included.`;

export function defaultLayers(folders: readonly string[]): Layer[] {
  const layers: Layer[] = [{ id: "agent.system", text: AGENT }];
  if (folders.length > 0) layers.push({ id: "env.project", text: `Workspace folders: ${folders.join(", ")}` });
  return layers;
}

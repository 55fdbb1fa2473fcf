// Tools of other extensions that the settings name: offered like Galley's own, and the rules decide about each call.
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import type { Outcome, Tool } from "../../tools/tool.ts";
import { offeredExtensionTools } from "../settings/settings.ts";
import * as words from "./words.ts";

export function extensionTools(log: vscode.LogOutputChannel): Tool[] {
  const wanted = new Set(offeredExtensionTools());
  if (wanted.size === 0) return [];
  return vscode.lm.tools.filter(({ name }) => wanted.has(name)).map((tool) => toTool(tool, log));
}

function toTool(
  { name, description, inputSchema }: vscode.LanguageModelToolInformation,
  log: vscode.LogOutputChannel,
): Tool {
  return {
    name: name.replace(/[^\w-]/g, "_").slice(0, 64),
    description,
    input_schema: { type: "object", ...inputSchema },
    harmless: false,
    prepare: (input) =>
      Promise.resolve({
        ok: true,
        call: {
          title: words.useTool(name),
          needs: [{ permission: "other", pattern: name }],
          preview: { type: "text", text: JSON.stringify(input, null, 2) },
          changes: true,
          run: (signal) => invoke(name, input, signal, log),
        },
      }),
  };
}

async function invoke(
  name: string,
  input: unknown,
  signal: AbortSignal,
  log: vscode.LogOutputChannel,
): Promise<Outcome> {
  const stop = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    stop.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const options = { input: typeof input === "object" && input !== null ? input : {}, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(name, options, stop.token);
    return { ok: true, output: content.map(textOf).join("\n") };
  } catch (error) {
    log.warn(`tool ${name}: ${reasonOf(error)}`);
    return { ok: false, output: words.toolFailed(name, reasonOf(error)) };
  } finally {
    signal.removeEventListener("abort", cancel);
    stop.dispose();
  }
}

function textOf(part: unknown): string {
  return part instanceof vscode.LanguageModelTextPart ? part.value : words.nonText;
}

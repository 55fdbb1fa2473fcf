// Which lowering and which sender belong to a model's provider.
import type { Context } from "../assemble/context.ts";
import { lowerLoopback } from "../lower/loopback.ts";
import type { Warning } from "../lower/lowered.ts";
import { lowerVscodeLm } from "../lower/vscode-lm.ts";
import type { Model } from "../message/model.ts";
import type { StreamEvent } from "../send/event.ts";
import { sendLoopback } from "../send/loopback.ts";
import { type LanguageModelPort, sendVscodeLm } from "../send/vscode-lm.ts";

export interface Prepared {
  request: unknown;
  warnings: Warning[];
  send: (signal: AbortSignal) => AsyncIterable<StreamEvent>;
}

export const VSCODE_LM = "vscode-lm";

export const loopback: Model = {
  provider: "loopback",
  id: "loopback",
  name: "Loopback",
  context_window: 32_000,
  max_output: 4_000,
  accepts: [],
  tools: false,
};

export function prepare(context: Context, model: Model, port: LanguageModelPort): Prepared {
  if (model.provider === VSCODE_LM) {
    const { request, warnings } = lowerVscodeLm(context, model);
    return { request, warnings, send: (signal) => sendVscodeLm(request, signal, port) };
  }
  const { request, warnings } = lowerLoopback(context, model);
  return { request, warnings, send: (signal) => sendLoopback(request, signal) };
}

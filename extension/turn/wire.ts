// Chooses the lowering and the sender for a model's provider.
import type { Context } from "../assemble/context.ts";
import { lowerAnthropic } from "../lower/anthropic.ts";
import { mergeBody, warnOfBody } from "../lower/body.ts";
import { lowerGemini } from "../lower/gemini.ts";
import { lowerLoopback } from "../lower/loopback.ts";
import type { Lowered } from "../lower/lowered.ts";
import { lowerOllama } from "../lower/ollama.ts";
import { lowerOpenaiChat } from "../lower/openai-chat.ts";
import { lowerOpenaiResponses } from "../lower/openai-responses.ts";
import { lowerVscodeLm } from "../lower/vscode-lm.ts";
import { ACP } from "../message/agents/acp.ts";
import type { Model } from "../message/model.ts";
import type { Provider } from "../providers/provider.ts";
import type { Access } from "../send/access.ts";
import { sendAnthropic } from "../send/anthropic.ts";
import type { StreamEvent } from "../send/event.ts";
import { sendGemini } from "../send/gemini.ts";
import { sendLoopback } from "../send/loopback.ts";
import { sendOllama } from "../send/ollama.ts";
import { sendOpenaiChat } from "../send/openai-chat.ts";
import { sendOpenaiResponses } from "../send/openai-responses.ts";
import { type LanguageModelPort, sendVscodeLm } from "../send/vscode-lm.ts";
import type { waitFor } from "../send/line/wait-for.ts";
import { type AgentPort, prepareAgent } from "./agents/prepare-agent.ts";
import type { Prepared } from "./prepared.ts";
import * as words from "./words.ts";

export interface WirePorts {
  languageModel: LanguageModelPort;
  /** Where a provider is and with which key, as it is now. */
  access: (provider: string) => Promise<Access>;
  /** ACP agents. */
  agents: AgentPort;
  /** How Loopback waits between two pieces of its answer. */
  wait: typeof waitFor;
}

export const VSCODE_LM = "vscode-lm";

export const loopback: Model = {
  provider: "loopback",
  id: "loopback",
  name: "Loopback",
  context_window: 32_000,
  max_output: 4_000,
  accepts: [],
  tools: true,
};

type Send<Request> = (request: Request, access: Access, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Lowers the context for the wire of the model, by its provider. */
export function prepare(context: Context, model: Model, ports: WirePorts): Prepared {
  const over = <Request extends object>(
    provider: Provider,
    lowered: Lowered<Request>,
    send: Send<Request>,
  ): Prepared => {
    const { request, warnings } = mergeBody(lowered, provider, context.body);
    return {
      request,
      warnings,
      send: async function* (signal, about) {
        const access = await ports.access(provider);
        yield* send(request, about === undefined ? access : { ...access, about }, signal);
      },
    };
  };
  switch (model.provider) {
    case "anthropic":
      return over("anthropic", lowerAnthropic(context, model), sendAnthropic);
    case "openai":
      return over("openai", lowerOpenaiResponses(context, model), sendOpenaiResponses);
    case "custom":
      return over("custom", lowerOpenaiChat(context, model), sendOpenaiChat);
    case "gemini":
      return over("gemini", lowerGemini(context, model), sendGemini);
    case "ollama":
      return over("ollama", lowerOllama(context, model), sendOllama);
    case VSCODE_LM: {
      const { request, warnings: lowered } = lowerVscodeLm(context, model);
      const warnings = [...lowered, ...warnOfBody(context)];
      return { request, warnings, send: (signal) => sendVscodeLm(request, signal, ports.languageModel) };
    }
    case ACP:
      return prepareAgent(context, model, ports.agents);
    default: {
      const { request, warnings: lowered } = lowerLoopback(context, model);
      const warnings = [...lowered, ...warnOfBody(context)];
      const isLoopback = model.provider === loopback.provider;
      return {
        request,
        warnings,
        send: (signal) => (isLoopback ? sendLoopback(request, signal, ports.wait) : failUnknown(model)),
      };
    }
  }
}

async function* failUnknown({ provider, name, id }: Model): AsyncGenerator<StreamEvent> {
  const message = words.unknownProvider(provider, name ?? id);
  yield await Promise.resolve<StreamEvent>({
    type: "failed",
    failure: { stage: "send", code: "unknown-provider", message, retryable: false, action: "selectModel" },
  });
}

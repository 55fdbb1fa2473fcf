// The port to the models of other extensions: VS Code's language model API.
import * as vscode from "vscode";
import type { VscodeLmPart, VscodeLmRequest } from "../../lower/vscode-lm.ts";
import type { Model } from "../../message/model.ts";
import { type LanguageModelPiece, type LanguageModelPort, takenBy } from "../../send/vscode-lm.ts";
import { VSCODE_LM } from "../../turn/wire.ts";
import * as words from "./words.ts";

/** The API gives only the input limit; this many tokens are added for the answer. */
const OUTPUT_RESERVE = 4_096;

export async function listLanguageModels(): Promise<Model[]> {
  const models = await vscode.lm.selectChatModels();
  return models.map((model) => ({
    provider: VSCODE_LM,
    id: `${model.vendor}/${model.id}`,
    name: model.name,
    context_window: model.maxInputTokens + OUTPUT_RESERVE,
    max_output: OUTPUT_RESERVE,
    ...takenBy(model),
  }));
}

export const languageModel: LanguageModelPort = {
  send: async (request, signal) => {
    const cancel = new vscode.CancellationTokenSource();
    const stop = (): void => {
      cancel.cancel();
    };
    const done = (): void => {
      signal.removeEventListener("abort", stop);
      cancel.dispose();
    };
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    try {
      const { stream } = await ask(request, cancel.token);
      return pieces(stream, done);
    } catch (error) {
      done();
      throw error;
    }
  },
};

async function ask(
  request: VscodeLmRequest,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelChatResponse> {
  const [vendor = "", ...rest] = request.model.split("/");
  const [model] = await vscode.lm.selectChatModels({ vendor, id: rest.join("/") });
  if (model === undefined) throw vscode.LanguageModelError.NotFound(words.modelGone);
  // Selecting a model takes time: do not send if the user has stopped the turn since.
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const { justification } = words;
  const tools = (request.tools ?? []).map(({ name, description, input_schema: inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return model.sendRequest(toMessages(request), { justification, ...(tools.length > 0 && { tools }) }, token);
}

/** Skips pieces that are neither text nor a tool call. */
async function* pieces(stream: AsyncIterable<unknown>, done: () => void): AsyncGenerator<LanguageModelPiece> {
  try {
    for await (const part of stream) {
      if (part instanceof vscode.LanguageModelTextPart) yield part.value;
      else if (part instanceof vscode.LanguageModelToolCallPart)
        yield { id: part.callId, name: part.name, input: part.input };
    }
  } finally {
    done();
  }
}

function toMessages(request: VscodeLmRequest): vscode.LanguageModelChatMessage[] {
  return request.messages.map(({ role, content }) => {
    const roles = vscode.LanguageModelChatMessageRole;
    return new vscode.LanguageModelChatMessage(role === "user" ? roles.User : roles.Assistant, content.map(toPart));
  });
}

function toPart(part: VscodeLmPart): vscode.LanguageModelInputPart {
  switch (part.type) {
    case "text":
      return new vscode.LanguageModelTextPart(part.text);
    case "data":
      return vscode.LanguageModelDataPart.image(Buffer.from(part.data, "base64"), part.mime);
    case "tool-call":
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case "tool-result":
      return new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(part.text)]);
    default:
      return part satisfies never;
  }
}

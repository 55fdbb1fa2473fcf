// The language model port: VS Code's own API for the models other extensions bring.
import * as vscode from "vscode";
import type { VscodeLmPart, VscodeLmRequest } from "../lower/vscode-lm.ts";
import type { Model } from "../message/model.ts";
import type { LanguageModelPiece, LanguageModelPort } from "../send/vscode-lm.ts";
import { VSCODE_LM } from "../turn/wire.ts";

/** Their API tells the input limit only; this much of it is kept for the answer. */
const OUTPUT_RESERVE = 4_096;

export async function listLanguageModels(): Promise<Model[]> {
  const models = await vscode.lm.selectChatModels();
  return models.map((model) => ({
    provider: VSCODE_LM,
    id: `${model.vendor}/${model.id}`,
    name: model.name,
    context_window: model.maxInputTokens + OUTPUT_RESERVE,
    max_output: OUTPUT_RESERVE,
    accepts: [],
    tools: false,
  }));
}

export const languageModel: LanguageModelPort = {
  send: async (request, signal) => {
    const [vendor = "", ...rest] = request.model.split("/");
    const [model] = await vscode.lm.selectChatModels({ vendor, id: rest.join("/") });
    if (model === undefined) throw vscode.LanguageModelError.NotFound("This model is not available.");
    const cancel = new vscode.CancellationTokenSource();
    signal.addEventListener("abort", () => {
      cancel.cancel();
    });
    const justification = "You asked Galley to send your message to this model.";
    const tools = (request.tools ?? []).map(({ name, description, input_schema: inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    const options = { justification, ...(tools.length > 0 && { tools }) };
    const response = await model.sendRequest(toMessages(request), options, cancel.token);
    return pieces(response.stream);
  },
};

/** What is neither words nor a call has no place in an answer yet. */
async function* pieces(stream: AsyncIterable<unknown>): AsyncGenerator<LanguageModelPiece> {
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart) yield part.value;
    else if (part instanceof vscode.LanguageModelToolCallPart)
      yield { id: part.callId, name: part.name, input: part.input };
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

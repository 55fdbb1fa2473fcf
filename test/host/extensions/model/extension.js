// Language models for the tests: they record what they received and answer what the test says.
const vscode = require("vscode");

const requests = [];
/** The names of the tools that came with each request. */
const offered = [];
let answer = async (request, say) => say("ok");

exports.activate = (context) => {
  const provider = {
    provideLanguageModelChatInformation: () => [
      modelNamed("Scripted", {}),
      modelNamed("Able", { imageInput: true, toolCalling: true }),
    ],
    provideLanguageModelChatResponse: async (_model, messages, { tools }, progress, token) => {
      const request = messages.map(({ role, content }) => ({
        role: role === vscode.LanguageModelChatMessageRole.User ? "user" : "assistant",
        content: content.map(plain),
      }));
      requests.push(request);
      offered.push((tools ?? []).map(({ name }) => name));
      await answer(request, (piece) => progress.report(partOf(piece)), token);
    },
    provideTokenCount: async (_model, text) => String(text).length,
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("galley-test", provider));
  return { requests, offered, setAnswer: (next) => (answer = next) };
};

function modelNamed(name, capabilities) {
  const id = name.toLowerCase();
  return { id, name, family: id, version: "1", maxInputTokens: 16000, maxOutputTokens: 2000, capabilities };
}

function plain(part) {
  if (part instanceof vscode.LanguageModelToolCallPart) return { call: part.name, id: part.callId, input: part.input };
  if (part instanceof vscode.LanguageModelToolResultPart)
    return { result: part.callId, text: part.content.map(({ value }) => value).join("") };
  if (part instanceof vscode.LanguageModelDataPart)
    return { mime: part.mimeType, data: Buffer.from(part.data).toString("base64") };
  return part.value;
}

/** Words, or a tool that is called. */
function partOf(piece) {
  if (typeof piece === "string") return new vscode.LanguageModelTextPart(piece);
  return new vscode.LanguageModelToolCallPart(piece.id, piece.call, piece.input);
}

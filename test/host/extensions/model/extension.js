// A language model for the tests: it records what it received and answers what the test says.
const vscode = require("vscode");

const requests = [];
let answer = async (request, say) => say("ok");

exports.activate = (context) => {
  const provider = {
    provideLanguageModelChatInformation: () => [
      {
        id: "scripted",
        name: "Scripted",
        family: "scripted",
        version: "1",
        maxInputTokens: 16000,
        maxOutputTokens: 2000,
        capabilities: {},
      },
    ],
    provideLanguageModelChatResponse: async (_model, messages, _options, progress, token) => {
      const request = messages.map(({ role, content }) => ({
        role: role === vscode.LanguageModelChatMessageRole.User ? "user" : "assistant",
        content: content.map((part) => part.value),
      }));
      requests.push(request);
      await answer(request, (text) => progress.report(new vscode.LanguageModelTextPart(text)), token);
    },
    provideTokenCount: async (_model, text) => String(text).length,
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("galley-test", provider));
  return { requests, setAnswer: (next) => (answer = next) };
};

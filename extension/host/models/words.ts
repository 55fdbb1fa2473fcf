// What Galley says about models, providers and their API keys.
import { grouped } from "../../text/counted.ts";

// Select Model
export const selectModel = "Select Model";
export const forSidecar = "Model for this sidecar";
export const forConversation = "Model for this conversation and new conversations";
export const copilot = "GitHub Copilot";
/** `variable`: where the key is from. */
export const groupName = (provider: string, variable: string | undefined): string =>
  variable === undefined ? provider : `${provider} (key from ${variable})`;
export const copilotPlan = "uses your Copilot plan";
export const byExtension = "billed by its extension";
export const setUp = "Set Up";
export const builtIn = "Built-in";
export const testModel = "built-in test model: echoes what it receives";
export const findExtensions = "$(extensions) Find Language Model Extensions…";
export const noExtensions = "none installed";
export const completionModel = "$(sparkle) Select Completion Model…";
export const completionDetail = "completes text at the cursor";
export const openProviderSettings = "$(gear) Open Provider Settings";

// Select Model: setting up a provider
export const setUpProvider = (provider: string): string => `$(key) Set Up ${provider}…`;
export const needsKey = "requires an API key";
export const addServer = "$(server) Add OpenAI-Compatible Server…";
export const addServerDetail = "OpenRouter, LM Studio, vLLM and others";
export const ollamaOff = (machine: string | undefined): string =>
  `$(circle-slash) Ollama is not running${machine === undefined ? "" : ` ${machine}`}`;
export const ollamaOffDetail = "Start Ollama and try again, or set its URL";
export const trustToFind = "$(shield) Manage Workspace Trust…";
export const trustToFindDetail = "Galley looks for Ollama and LM Studio in trusted workspaces only";
export const machines = {
  "dev-container": "in this container",
  "attached-container": "in this container",
  "k8s-container": "in this container",
  codespaces: "in this codespace",
  "ssh-remote": "on the SSH host",
  wsl: "in WSL",
  tunnel: "on the remote machine",
};
export const otherMachine = (remote: string): string => `on the remote machine (${remote})`;
export const useLocalOllama = "$(vm) Use Ollama on Your Machine…";
export const throughSsh = "through the SSH connection";
export const sshLine = (line: string): string =>
  `To reach Ollama on your machine, add this line to the host in your SSH config file and reconnect: ${line}`;
export const copyLine = "Copy Line";
export const notListed = (provider: string): string => `$(warning) Could not list models of ${provider}`;
export const noModels = (provider: string): string => `$(info) ${provider} has no models`;
export const changeServer = "$(edit) Change Server URL…";
export const removeServer = "$(trash) Remove Server";

// Set API Key
export const selectProvider = "Set API Key: Select Provider";
export const keySaved = "key saved";
export const urlFirst = "Set the server's URL before its API key.";
export const keyTitle = (provider: string): string => `${provider} API Key`;
export const createKey = (page: string): string => `Create a key at ${page}.`;
export const keyGoesTo = (host: string): string =>
  `The key is stored in VS Code's secret storage and is sent only to ${host}.`;
export const keyGoesPlain = (host: string): string =>
  `${keyGoesTo(host)} This URL is not encrypted, so others on the network can read the key.`;
export const emptyRemovesKey = "Leave empty to remove the saved key.";
export const keyMissing = "Enter an API key.";
export const checkingKey = (provider: string): string => `Checking ${provider} API key…`;
export const savedKey = (provider: string): string => `${provider} API key saved`;
export const keyNotVerified = (failure: string): string =>
  `The API key was saved but could not be verified. ${failure}`;

// Setting what a server does not tell of a model
export const setLimits = "$(settings) Set Model Limits…";
export const assumedLimits = "some are assumed";
export const selectModelToLimit = "Set Model Limits: Select Model";
export const limitsTitle = (model: string): string => `Limits of ${model}`;
export const limitsPlaceholder = "Select a limit to change it. Assumed values are not from the server.";
export const contextWindow = "Context window";
export const maximumAnswer = "Maximum answer";
export const images = "Accepts images";
export const toolCalls = "Calls tools";
export const yes = "Yes";
export const no = "No";
export const yesOrNo = (is: boolean): string => (is ? yes : no);
export const tokens = (count: number): string => `${grouped(count)} tokens`;
export const assumedValue = (value: string): string => `${value} (assumed)`;
export const numberOfTokens = "Number of tokens";
export const enterNumber = "Enter a whole number greater than 0.";

// The URL of a server
export const ollamaUrl = "Ollama URL";
export const ollamaUrlPrompt = "Leave empty to use http://127.0.0.1:11434";
export const serverUrl = "Server URL";
export const serverUrlPrompt = "Include /v1, for example https://openrouter.ai/api/v1 or http://localhost:1234/v1";
export const invalidUrl = "Enter a URL that begins with http:// or https://.";
export const changeUrl = "Change URL…";
export const removedServer = (url: string): string => `Removed the server ${url}.`;
export const undo = "Undo";

// A model of another extension
export const modelGone = "This model is not available. Select another model.";
export const justification = "Galley uses this model to answer your messages.";

// Export Request Journal
export const journalEmpty = "The request journal is empty. Send a message first, or enable galley.wire.journal.";
export const exportJournal = "Export Request Journal";
export const exportButton = "Export";
export const json = "JSON";
export const exportedJournal = (count: number): string =>
  count === 1
    ? "Exported 1 request. It contains your messages and files; review it before you share it."
    : `Exported ${count} requests. They contain your messages and files; review them before you share them.`;
export const open = "Open";

// The line that /model leaves in the conversation
export const modelSelected = (model: string): string => `Selected the model ${model}.`;

// What users read about completion in the window.
import type { FimFormat } from "../../lower/fim/hole.ts";
import { formats } from "../../pipelines/completion/words.ts";
import type { Counts } from "../../pipelines/completion/session/statistics.ts";

// The status bar
export const statusName = "Galley Completion";
export const menuTitle = "Galley Completion";

// The list behind it
export const enable = "$(check) Enable Completion";
export const disable = "$(circle-slash) Disable Completion";
export const editorItem = "$(gear) Turn On VS Code's Inline Suggestions…";
export const snoozeFor = (minutes: number): string =>
  minutes < 60 ? `$(bell-slash) Snooze for ${minutes} Minutes` : "$(bell-slash) Snooze for 1 Hour";
export const wake = "$(bell) End Snooze";
export const languageOff = (language: string): string => `$(circle-slash) Disable for ${language}`;
export const languageOn = (language: string): string => `$(check) Enable for ${language}`;
export const chatOn = "$(zap) Ask This Model While You Type";
export const chatOff = "$(circle-slash) Ask This Model on Demand Only";
export const chatDetail = "it does not fill in the middle: each request is a short conversation";
export const selectItem = "$(server) Select Completion Model…";
export const statisticsItem = "$(graph) Show Completion Statistics";
export const settingsItem = "$(gear) Open Completion Settings";
export const logItem = "$(output) Show Log";
export const snoozeTitle = "Snooze Completion";

// Select Completion Model
export const selectTitle = "Select Completion Model";
export const selectHint = "Model that completes text at the cursor";
export const fills = (format: FimFormat): string =>
  format === "chat"
    ? "does not fill in the middle: completes on demand only"
    : `fills in the middle (${formats[format]})`;
export const asking = "asking the server…";
export const notAsked = "Galley asks the server when you select it";
export const selected = "$(check) ";
export const setOllama = "$(server) Set Ollama URL…";
export const setCustom = "$(server) Set Server URL…";
export const setCustomDetail = "llama.cpp, vLLM, LM Studio, Mistral, DeepSeek and others";
export const setUpOther = "$(key) Set API Key…";
export const noModels = "$(info) No models found";
export const noModelsDetail = "Start Ollama, or set the URL of a server";
export const ready = (model: string, format: FimFormat): string =>
  format === "chat"
    ? `${model} does not fill in the middle. Galley asks it when you run Galley: Show Completion at Cursor.`
    : `${model} completes text at the cursor.`;
export const offHere = "The settings of this workspace turn completion off.";

// Show Completion at Cursor
export const isOff = "Completion is off. Select a model to turn it on.";
export const selectButton = "Select Model…";

// A failure, once
export const failed = (message: string): string => `Completion failed. ${message}`;
export const showLog = "Show Log";
export const setKey = "Set API Key…";
export const setUrl = "Set Server URL…";

// Statistics
export const statisticsTitle = "Completion Statistics";
export const statisticsHint = "Counted on this machine. Galley sends them nowhere.";
export const noStatistics = "No completions have been shown yet.";
export const shown = ({ shown: count, accepted }: Counts): string =>
  `${count} shown · ${accepted} accepted${count === 0 ? "" : ` (${Math.round((100 * accepted) / count)} %)`}`;
export const stillThere = ({ there30, looked30, there300, looked300 }: Counts): string =>
  `Still there after 30 s: ${there30} of ${looked30} · after 5 min: ${there300} of ${looked300}`;
export const clear = "$(trash) Clear Completion Statistics";
export const cleared = "Completion statistics cleared.";

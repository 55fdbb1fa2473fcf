// The feature models: which model answers, the access to its provider, and the commands that set them up.
import type * as vscode from "vscode";
import type { LanguageModelPort } from "../../send/vscode-lm.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { exportJournal } from "./journal-commands.ts";
import { setApiKey } from "./key-commands.ts";
import { KnownModels } from "./known-models.ts";
import { languageModel } from "./language-model.ts";
import { ollamaItems, openSettings, selectModel } from "./model-picker.ts";
import type { ModelsNeeds } from "./needs.ts";
import { Providers } from "./providers.ts";
import { setServer } from "./server-commands.ts";

type Provided =
  | "current"
  | "named"
  | "setUp"
  | "choose"
  | "inherit"
  | "keepChoice"
  | "agentsChanged"
  | "refresh"
  | "refreshExtensionModels"
  | "onChange";

export interface Models extends Pick<KnownModels, Provided>, vscode.Disposable {
  readonly commands: CommandHandlers;
  /** What a list offers where Ollama does not answer. */
  readonly ollamaSteps: () => ReturnType<typeof ollamaItems>;
  /** The access to each provider. */
  readonly providers: Pick<Providers, "access" | "prepare" | "journal" | "onKeysChange">;
  /** The access to the models of other extensions. */
  readonly languageModel: LanguageModelPort;
}

export function registerModels(needs: ModelsNeeds): Models {
  const providers = new Providers(needs);
  const models = new KnownModels(needs, providers);
  const { focusedConversation } = needs;
  const setUp = { providers, models, focusedConversation };
  const commands: CommandHandlers = {
    "galley.selectModel": () => selectModel(needs, setUp),
    "galley.setApiKey": (provider) => setApiKey(setUp, provider),
    "galley.setServer": (provider) => setServer(setUp, provider),
    "galley.openSettings": () => openSettings(models.current(focusedConversation())),
    "galley.exportJournal": () => exportJournal(providers.journal),
  };
  const ollamaSteps = () => ollamaItems(setUp);
  return Object.assign(models, { commands, providers, languageModel, ollamaSteps });
}

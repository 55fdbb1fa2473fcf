// What the feature completion needs from outside. Its window is a file of its own: what keeps a state of the others comes from here.
import type * as vscode from "vscode";
import type { Model } from "../../message/model.ts";
import type { RunPorts } from "../../pipelines/completion/run.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Keep } from "../files/kept-out.ts";

/** A provider's models, or why there are none. */
export interface ListedModels {
  provider: Provider;
  models: readonly Model[];
  problem?: string;
  /** What must be there first. */
  lacks?: string;
}

/** An entry of a list that sets something up. */
export interface SetUpStep {
  label: string;
  description?: string;
  run: () => unknown;
}

export interface CompletionNeeds extends RunPorts {
  globalState: vscode.Memento;
  log: Pick<vscode.LogOutputChannel, "warn" | "show">;
  /** Those of the files that may be sent unasked. */
  keepAutomatic: Keep;
  /** As the model reads it. */
  pathOf: (uri: vscode.Uri) => string;
  /** Whether a refactoring of this line is under way. */
  isRefactored: (document: vscode.TextDocument, at: vscode.Position) => boolean;
  /** By `provider/model`. */
  modelNamed: (key: string) => Model;
  /** A key was set or removed. */
  onKeysChange: (call: () => void) => vscode.Disposable;
  /** Asks the providers that are set up. */
  listModels: () => Promise<readonly ListedModels[]>;
  /** Where Ollama does not answer: which machine was asked, and how to reach another. */
  ollamaSteps: () => readonly SetUpStep[];
}

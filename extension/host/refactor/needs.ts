// What the feature refactor needs from outside.
import type * as vscode from "vscode";
import type { Part } from "../../message/part.ts";
import type { Pin } from "../../message/pin.ts";
import type { Result } from "../../message/result.ts";
import type { Target } from "../../pipelines/refactor/document.ts";
import type { Finished, Refusal } from "../../pipelines/refactor/finish/finish.ts";

/** One target of one document, and what is to be done with it. */
export interface RefactorRequest {
  path: string;
  language: string;
  /** The document as the editor has it. */
  text: string;
  isUnsaved: boolean;
  target: Target;
  instruction: string;
  /** What the user added: files, pins. */
  parts: readonly Part[];
}

export interface ModelAnswer {
  output: string;
  /** What it becomes in the document as the model saw it. */
  finished: Finished;
}

/** Shows a request that was sent in the inspector. */
export type ShowSent = () => void;

export interface AnswerWatch {
  signal: AbortSignal;
  /** How many lines have come so far. */
  received: (lines: number) => void;
  /** The request goes; called again when the provider has counted it. */
  sent: (show: ShowSent) => void;
}

export interface RefactorNeeds {
  workspaceState: vscode.Memento;
  /** The model that answers, as the user knows it. */
  modelName: () => string;
  /** What the model said. Nothing is kept if it is stopped. */
  ask: (request: RefactorRequest, watch: AnswerWatch) => Promise<Result<ModelAnswer, Refusal>>;
  /** The tokens of the request, without asking the model. */
  tokensOf: (request: RefactorRequest) => Promise<number>;
  /** Shows the request in the inspector. Sends nothing. */
  preview: (request: RefactorRequest) => Promise<void>;
  /** Moves the parts into the message of the focused conversation. */
  continueInChat: (parts: readonly Part[]) => Promise<void>;
  /** What the Shelf has pinned in the focused conversation. */
  pinned: () => readonly Pin[];
}

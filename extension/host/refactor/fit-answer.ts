// What the answers of a model become in the document as it is now: the user may have written in it meanwhile.
import type * as vscode from "vscode";
import type { Result } from "../../message/result.ts";
import { type Finished, finishRefactor, type Refusal } from "../../pipelines/refactor/finish/finish.ts";
import type { ModelAnswer } from "./needs.ts";
import type { Running } from "./running.ts";
import type { SentRequest } from "./sent-requests.ts";
import type { Places } from "./targets.ts";

export interface Answered {
  running: Running;
  /** The document as the model saw it, and the target in it. */
  text: string;
  places: Places;
  result: Result<ModelAnswer, Refusal>;
  /** The request, if it went. */
  sent: SentRequest | undefined;
}

/** An answer in the document as it is now. */
export interface Fitted {
  answered: Answered;
  /** Where its target is; `undefined` if the user has changed it. */
  places: Places | undefined;
  /** `undefined` if there is nothing to fit, or nowhere. */
  finished: Result<Finished, Refusal> | undefined;
}

/** For the document as it is when this returns: answers are fitted again if the user wrote meanwhile. */
export async function fitAnswers(document: vscode.TextDocument, answered: readonly Answered[]): Promise<Fitted[]> {
  for (;;) {
    const { version } = document;
    const fitted = await Promise.all(answered.map((one) => fit(document, one)));
    if (document.version === version) return fitted;
  }
}

async function fit(document: vscode.TextDocument, answered: Answered): Promise<Fitted> {
  const { result, running } = answered;
  const { places } = running;
  if (!result.ok || places === undefined || document.isClosed) return { answered, places, finished: undefined };
  const text = document.getText();
  // The usual case, and the user waits: what the answer becomes is known.
  if (text === answered.text) return { answered, places, finished: { ok: true, value: result.value.finished } };
  const about = { text, target: places, language: document.languageId };
  return { answered, places, finished: await finishRefactor({ ...about, output: result.value.output }) };
}

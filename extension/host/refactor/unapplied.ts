// Tells the user of answers that were not applied, or in part: offers to read the answer, ask again, and see the request.
import * as vscode from "vscode";
import type { Refusal } from "../../pipelines/refactor/finish/finish.ts";
import { reasonOf } from "../../text/reason.ts";
import { nameOf } from "./document-facts.ts";
import type { Answered, Fitted } from "./fit-answer.ts";
import type { SentRequest } from "./sent-requests.ts";
import type { Places } from "./targets.ts";
import type { Task } from "./task.ts";
import type { Texts } from "./texts.ts";
import * as words from "./words.ts";

/** What the user can do about an answer. */
interface Offered {
  answer: string;
  sent: SentRequest | undefined;
  again?: (() => Promise<void>) | undefined;
}

export class Unapplied {
  readonly #texts: Texts;
  readonly #again: (task: Task, places: Places) => Promise<void>;

  /** `again` asks the model once more for one target of a task. */
  constructor(texts: Texts, again: (task: Task, places: Places) => Promise<void>) {
    this.#texts = texts;
    this.#again = again;
  }

  /** The document took none of them. The answers stay readable: the user may have waited long for them. */
  tellProblem(problem: string, answered: readonly Answered[]): void {
    const said = answered.flatMap(({ result }) => (result.ok ? [result.value.output] : []));
    this.#tell(problem, { answer: said.join("\n\n"), sent: answered[0]?.sent });
  }

  /** Says nothing of an answer that was applied whole. */
  async tell(task: Task, { answered, finished }: Fitted): Promise<void> {
    const { document } = task;
    const { result, sent } = answered;
    if (!result.ok) this.#refused(task, answered, result.failure);
    else if (finished?.ok === false) this.#refused(task, answered, finished.failure);
    else if (finished?.ok === true) {
      if (finished.value.edits.length === 0) void vscode.window.showInformationMessage(words.unchanged);
      for (const { message } of finished.value.notices) this.#tell(message, { answer: result.value.output, sent });
    } else if (document.isClosed)
      this.#tell(words.closedMeanwhile(nameOf(document)), { answer: result.value.output, sent });
    else {
      // The user has changed the code meanwhile: what was proposed is shown beside it, and nothing is changed.
      void vscode.window.showWarningMessage(words.changedMeanwhile(nameOf(document)));
      await this.#texts.showProposed(document, result.value.finished.text);
    }
  }

  #refused(task: Task, { places, sent }: Answered, { message, answer, retryable }: Refusal): void {
    const again = (): Promise<void> => this.#again(task, places);
    this.#tell(words.notApplied(message), { answer, sent, again: retryable ? again : undefined });
  }

  #tell(message: string, { answer, sent, again }: Offered): void {
    const buttons = [
      ...(answer === "" ? [] : [words.showAnswer]),
      ...(again === undefined ? [] : [words.tryAgain]),
      ...(sent === undefined ? [] : [words.showRequest]),
    ];
    void vscode.window
      .showWarningMessage(message, ...buttons)
      .then(async (chosen) => {
        if (chosen === words.showAnswer) await this.#texts.showAnswer(answer);
        if (chosen === words.tryAgain) await again?.();
        if (chosen === words.showRequest) sent?.show();
      })
      .then(undefined, (error: unknown) => void vscode.window.showErrorMessage(reasonOf(error)));
  }
}

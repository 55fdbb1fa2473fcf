// One refactoring: asks the user what to change and the model for it, and puts the answers into the document for a review.
import * as vscode from "vscode";
import type { Result } from "../../message/result.ts";
import { type Finished, finishRefactor, type Refusal } from "../../pipelines/refactor/finish.ts";
import { reasonOf } from "../../text/reason.ts";
import { isReadOnlyBySetting } from "../files/read-only.ts";
import { type Added, askInstruction } from "./ask-instruction.ts";
import { contextsFor } from "./contexts.ts";
import { changesFrom } from "./document-edit.ts";
import { nameOf, takesWrites } from "./document-facts.ts";
import type { ModelAnswer, RefactorNeeds, RefactorRequest } from "./needs.ts";
import { Recents } from "./recents.ts";
import type { Proposal, ProposedEdit } from "./review.ts";
import type { Reviews } from "./reviews.ts";
import { Running } from "./running.ts";
import { revealLine } from "./show-line.ts";
import type { SentRequest, SentRequests } from "./sent-requests.ts";
import { linesOfPlaces, type Places, targetsOf } from "./targets.ts";
import { chatParts, requestOf, type Task, titleOf } from "./task.ts";
import type { Texts } from "./texts.ts";
import * as words from "./words.ts";

/** A larger document is refused. */
const MOST_CHARACTERS = 10 * 1024 * 1024;

/** So many requests of one refactoring run at a time. */
const AT_ONCE = 3;

/** A user who writes without a pause is not waited for forever. */
const MOST_TRIES = 5;

interface Answered {
  running: Running;
  /** The document as the model saw it, and the target in it. */
  text: string;
  places: Places;
  result: Result<ModelAnswer, Refusal>;
  /** The request, if it went. */
  sent: SentRequest | undefined;
}

/** An answer in the document as it is now. */
interface Fitted {
  answered: Answered;
  /** Where its target is; `undefined` if the user has changed it. */
  places: Places | undefined;
  /** `undefined` if there is nothing to fit, or nowhere. */
  finished: Result<Finished, Refusal> | undefined;
}

/** What the user can do about an answer that was not applied. */
interface Offered {
  answer: string;
  sent: SentRequest | undefined;
  again?: (() => Promise<void>) | undefined;
}

export class Refactoring {
  readonly #needs: RefactorNeeds;
  readonly #reviews: Reviews;
  readonly #texts: Texts;
  readonly #sent: SentRequests;
  readonly #recents: Recents;
  /** What the user typed into the box and did not send. */
  #unsent = "";

  constructor(needs: RefactorNeeds, reviews: Reviews, texts: Texts, sent: SentRequests) {
    this.#needs = needs;
    this.#reviews = reviews;
    this.#texts = texts;
    this.#sent = sent;
    this.#recents = new Recents(needs.workspaceState);
  }

  /** Asks for the instruction, and works on what is selected in the active editor. */
  async start(): Promise<void> {
    const { document, targets } = this.#chosen();
    await this.#ask({ document, targets, instruction: this.#unsent, added: [] });
  }

  /** Uses the last instruction again, on what is selected now. */
  async repeat(): Promise<void> {
    const [instruction] = this.#recents.all;
    if (instruction === undefined) throw new Error(words.nothingToRepeat);
    await this.#run({ ...this.#chosen(), instruction, added: [] });
  }

  /** Rejects with words for the user if nothing can be changed there. */
  #chosen(): Pick<Task, "document" | "targets"> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) throw new Error(words.noEditor);
    if (!vscode.workspace.isTrusted) throw new Error(words.untrusted);
    const { document } = editor;
    const path = nameOf(document);
    if (isReadOnlyBySetting(document) || !takesWrites(document)) throw new Error(words.readOnly(path));
    if (document.getText().length > MOST_CHARACTERS) throw new Error(words.tooLarge(path));
    const targets = targetsOf(editor);
    if (targets.some((places) => Running.isAt(document, places))) throw new Error(words.alreadyRunning);
    return { document, targets };
  }

  async #ask(task: Task): Promise<void> {
    const { document, targets } = task;
    const request = (instruction: string, added: readonly Added[]): RefactorRequest =>
      requestOf({ document, targets, instruction, added }, targets[0]);
    const asked = await askInstruction({
      title: titleOf(task),
      initial: task.instruction,
      recents: this.#recents,
      cost: async (instruction, added) =>
        words.costs(
          this.#needs.modelName(),
          (await this.#needs.tokensOf(request(instruction, added))) * targets.length,
        ),
      preview: (instruction, added) => this.#needs.preview(request(instruction, added)),
      left: (typed) => (this.#unsent = typed),
      contexts: () => contextsFor(document, this.#needs.pinned()),
    });
    if (asked === undefined) return;
    this.#unsent = "";
    if (asked.way === "chat") return this.#needs.continueInChat(chatParts({ ...task, ...asked }));
    this.#recents.add(asked.instruction);
    await this.#run({ ...task, instruction: asked.instruction, added: asked.added });
  }

  async #run(task: Task): Promise<void> {
    const running = task.targets.map((places) => new Running(task.document, places));
    try {
      const title = words.workingTitle(nameOf(task.document));
      const answered = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
        this.#askModel(task, running),
      );
      await this.#apply(task, answered);
    } finally {
      for (const one of running) one.dispose();
    }
  }

  async #askModel(task: Task, running: readonly Running[]): Promise<Answered[]> {
    const text = task.document.getText();
    const waiting = [...task.targets.entries()];
    const answered: Answered[] = [];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, places] = next;
        const one = running[index];
        if (one === undefined || one.signal.aborted) continue;
        answered.push(await this.#askFor(task, text, places, one));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return answered.filter((one) => !one.running.signal.aborted);
  }

  async #askFor(task: Task, text: string, places: Places, running: Running): Promise<Answered> {
    const request = { ...requestOf(task, places), text };
    let sent: SentRequest | undefined;
    const result = await this.#needs.ask(request, {
      signal: running.signal,
      received: (lines) => running.received(lines),
      sent: (show) => {
        if (sent !== undefined) {
          sent.show = show;
          return;
        }
        const { start, end } = linesOfPlaces(places);
        sent = { instruction: task.instruction, place: words.placeOf(request.path, start, end), show };
        this.#sent.add(sent);
      },
    });
    return { running, text, places, result, sent };
  }

  /** All answers of a refactoring are one undo step. */
  async #apply(task: Task, answered: readonly Answered[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const fitted = await this.#fitted(task, answered);
      if (answered.length === 0 || answered.some(({ running }) => running.signal.aborted)) {
        vscode.window.setStatusBarMessage(words.stopped, 4_000);
        return;
      }
      // From here on the change goes into the document: the editor's undo takes it back, not a stop.
      for (const { running } of answered) running.settle();
      const { version } = task.document;
      const edits = fitted.flatMap((one) => this.#editsOf(task, one));
      const problem = await this.#put(task.document, edits);
      // VS Code accepts nothing for a text that the user has just changed, and may tell of that change later.
      if (problem !== undefined && tries < MOST_TRIES && (await changesFrom(task.document, version))) continue;
      if (problem !== undefined) this.#tellProblem(problem, answered);
      for (const one of fitted) await this.#tellUnapplied(task, one);
      return;
    }
  }

  /** For the document as it is when this returns: answers are fitted again if the user wrote meanwhile. */
  async #fitted(task: Task, answered: readonly Answered[]): Promise<Fitted[]> {
    for (;;) {
      const { version } = task.document;
      const fitted = await Promise.all(answered.map((one) => fit(task.document, one)));
      if (task.document.version === version) return fitted;
    }
  }

  /** Returns why it could not. */
  async #put(document: vscode.TextDocument, edits: readonly ProposedEdit[]): Promise<string | undefined> {
    if (edits.length === 0) return undefined;
    const review = this.#reviews.of(document);
    try {
      await review.apply(edits);
    } catch (error) {
      return reasonOf(error);
    }
    await revealLine(document, review.hunks[0]?.lines.start ?? 1);
    vscode.window.setStatusBarMessage(words.changes(review.hunks.length), 6_000);
    return undefined;
  }

  /** The answers stay readable: the user may have waited long for them. */
  #tellProblem(problem: string, answered: readonly Answered[]): void {
    const said = answered.flatMap(({ result }) => (result.ok ? [result.value.output] : []));
    this.#tellRefused(problem, { answer: said.join("\n\n"), sent: answered[0]?.sent });
  }

  #editsOf(task: Task, { answered, places, finished }: Fitted): ProposedEdit[] {
    if (places === undefined || finished?.ok !== true) return [];
    const proposal: Proposal = {
      lines: linesOfPlaces(places),
      again: (lines, isOther) => this.#again(task, places, lines, isOther),
      showRequest: () => answered.sent?.show(),
    };
    return finished.value.edits.map((edit) => ({ edit, proposal }));
  }

  async #tellUnapplied(task: Task, { answered, finished }: Fitted): Promise<void> {
    const { result, sent } = answered;
    if (!result.ok) this.#refused(task, answered, result.failure);
    else if (finished?.ok === false) this.#refused(task, answered, finished.failure);
    else if (finished?.ok === true) {
      if (finished.value.edits.length === 0) void vscode.window.showInformationMessage(words.unchanged);
    } else if (task.document.isClosed)
      this.#tellRefused(words.closedMeanwhile(nameOf(task.document)), { answer: result.value.output, sent });
    else await this.#showBeside(task, result.value);
  }

  /** The old text stands there again: the target is the same selection, moved with its lines. */
  async #again(task: Task, places: Places, lines: { start: number; end: number }, isOther: boolean): Promise<void> {
    const shift = lines.start - linesOfPlaces(places).start;
    const move = ({ line, character }: Places["from"]): Places["from"] => ({ line: line + shift, character });
    const again: Task = { ...task, targets: [{ from: move(places.from), to: move(places.to) }] };
    await (isOther ? this.#ask(again) : this.#run(again));
  }

  /** The user has changed the code meanwhile: what was proposed is shown beside it, and nothing is changed. */
  async #showBeside({ document }: Task, { finished }: ModelAnswer): Promise<void> {
    void vscode.window.showWarningMessage(words.changedMeanwhile(nameOf(document)));
    await this.#texts.showProposed(document, finished.text);
  }

  #refused(task: Task, { places, sent }: Answered, { message, answer, retryable }: Refusal): void {
    const again = (): Promise<void> => this.#run({ ...task, targets: [places] });
    this.#tellRefused(words.notApplied(message), { answer, sent, again: retryable ? again : undefined });
  }

  #tellRefused(message: string, { answer, sent, again }: Offered): void {
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

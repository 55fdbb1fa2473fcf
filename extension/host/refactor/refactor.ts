// One refactoring: asks the user what to change and the model for it, and puts the answers into the document for a review.
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { isReadOnlyBySetting } from "../files/read-only.ts";
import { type Added, askInstruction } from "./ask-instruction.ts";
import { contextsFor } from "./contexts.ts";
import { changesFrom } from "./document-edit.ts";
import { nameOf, takesWrites } from "./document-facts.ts";
import { whenDrawn } from "./drawn.ts";
import { type Answered, fitAnswers, type Fitted } from "./fit-answer.ts";
import { FollowedPlaces } from "./followed-places.ts";
import type { RefactorNeeds, RefactorRequest } from "./needs.ts";
import { Recents } from "./recents.ts";
import type { Proposal, ProposedEdit } from "./review.ts";
import type { Reviews } from "./reviews.ts";
import { Running } from "./running.ts";
import { revealLine } from "./show-line.ts";
import type { SentRequest, SentRequests } from "./sent-requests.ts";
import { linesOfPlaces, type Places, targetsOf } from "./targets.ts";
import { chatParts, requestOf, type Task, titleOf } from "./task.ts";
import type { Texts } from "./texts.ts";
import { Unapplied } from "./unapplied.ts";
import * as words from "./words.ts";

/** A larger document is refused. */
const MOST_CHARACTERS = 10 * 1024 * 1024;

/** So many requests of one refactoring run at a time. */
const AT_ONCE = 3;

/** A user who writes without a pause is not waited for forever. */
const MOST_TRIES = 5;

export class Refactoring {
  readonly #needs: RefactorNeeds;
  readonly #reviews: Reviews;
  readonly #unapplied: Unapplied;
  readonly #sent: SentRequests;
  readonly #recents: Recents;
  /** What the user typed into the box and did not send. */
  #unsent = "";

  constructor(needs: RefactorNeeds, reviews: Reviews, texts: Texts, sent: SentRequests) {
    this.#needs = needs;
    this.#reviews = reviews;
    this.#unapplied = new Unapplied(texts, (task, places) => this.#run({ ...task, targets: [places] }));
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
    // An agent may write in the document while the box is open.
    const followed = task.targets.map((places) => new FollowedPlaces(task.document, places));
    const asked = await this.#instructed(task, followed).finally(() => followed.forEach((one) => one.dispose()));
    if (asked !== undefined) await this.#run(asked);
  }

  /** `undefined` if there is nothing to run: the user closed the box, or goes on in the chat. */
  async #instructed(task: Task, followed: readonly FollowedPlaces[]): Promise<Task | undefined> {
    const { document } = task;
    const taskNow = (): Task => {
      const targets = followed.flatMap(({ now }) => now ?? []);
      if (targets.length < followed.length) throw new Error(words.changedBefore(nameOf(document)));
      return { ...task, targets };
    };
    const request = (instruction: string, added: readonly Added[]): RefactorRequest => {
      const now = taskNow();
      return requestOf({ ...now, instruction, added }, now.targets[0]);
    };
    const asked = await askInstruction({
      title: titleOf(task),
      initial: task.instruction,
      recents: this.#recents,
      model: this.#needs.modelName(),
      cost: async (instruction, added) =>
        words.costs(
          this.#needs.modelName(),
          (await this.#needs.tokensOf(request(instruction, added))) * task.targets.length,
        ),
      preview: (instruction, added) => this.#needs.preview(request(instruction, added)),
      typed: (said) => (this.#unsent = said),
      contexts: () => contextsFor(document, this.#needs.pinned()),
    });
    if (asked === undefined) return undefined;
    const { instruction, added, way } = asked;
    // Until it has gone somewhere: the next box has it if the lines have changed, or the chat cannot be opened.
    this.#unsent = instruction;
    const now: Task = { ...taskNow(), instruction, added };
    if (way === "chat") await this.#needs.continueInChat(chatParts(now));
    else this.#recents.add(instruction);
    if (this.#unsent === instruction) this.#unsent = "";
    return way === "chat" ? undefined : now;
  }

  async #run(task: Task): Promise<void> {
    const running = task.targets.map((places) => new Running(task.document, places));
    try {
      const title = words.workingTitle(nameOf(task.document));
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
        this.#apply(task, await this.#askModel(task, running)),
      );
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
      const fitted = await fitAnswers(task.document, answered);
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
      if (problem !== undefined) this.#unapplied.tellProblem(problem, answered);
      for (const one of fitted) await this.#unapplied.tell(task, one);
      return;
    }
  }

  /** Returns why it could not. */
  async #put(document: vscode.TextDocument, edits: readonly ProposedEdit[]): Promise<string | undefined> {
    if (edits.length === 0) return undefined;
    const review = this.#reviews.of(document);
    const first = Math.min(...edits.map(({ edit }) => edit.range.start));
    try {
      await review.apply(edits);
    } catch (error) {
      return reasonOf(error);
    }
    await whenDrawn();
    await revealLine(document, first);
    vscode.window.setStatusBarMessage(words.changes(review.hunks.length), 6_000);
    return undefined;
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

  /** The old text stands there again: the target is the same selection, moved with its lines. */
  async #again(task: Task, places: Places, lines: { start: number; end: number }, isOther: boolean): Promise<void> {
    const shift = lines.start - linesOfPlaces(places).start;
    const move = ({ line, character }: Places["from"]): Places["from"] => ({ line: line + shift, character });
    const again: Task = { ...task, targets: [{ from: move(places.from), to: move(places.to) }] };
    await (isOther ? this.#ask(again) : this.#run(again));
  }
}

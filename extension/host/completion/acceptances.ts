// Accepted texts while the user goes on: each is looked at after 30 seconds and after five minutes.
import * as vscode from "vscode";
import type { Counted } from "../../pipelines/completion/session/statistics.ts";
import { follow, isStillThere, type Stretch } from "../../pipelines/completion/session/still-there.ts";
import type { Accepted } from "./provider.ts";

interface Look {
  ms: number;
  looked: Counted;
  there: Counted;
}

const LOOKS: readonly Look[] = [
  { ms: 30_000, looked: "looked30", there: "there30" },
  { ms: 300_000, looked: "looked300", there: "there300" },
];

/** More are not followed. */
const MOST = 50;

interface Followed extends Accepted {
  stretch: Stretch;
  timers: ReturnType<typeof setTimeout>[];
}

export class Acceptances implements vscode.Disposable {
  readonly #count: (model: string, ...counted: Counted[]) => void;
  readonly #looks: readonly Look[];
  readonly #followed = new Set<Followed>();

  constructor(count: (model: string, ...counted: Counted[]) => void, looks = LOOKS) {
    this.#count = count;
    this.#looks = looks;
  }

  add(accepted: Accepted): void {
    this.#count(accepted.model, "accepted");
    const { start, insert } = accepted;
    const one: Followed = { ...accepted, stretch: { start, end: start + insert.length }, timers: [] };
    one.timers = this.#looks.map((look, at) =>
      setTimeout(() => {
        this.#look(one, look);
        if (at === this.#looks.length - 1) this.#end(one);
      }, look.ms),
    );
    this.#followed.add(one);
    const [oldest] = this.#followed;
    if (this.#followed.size > MOST && oldest !== undefined) this.#end(oldest);
  }

  changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (this.#followed.size === 0) return;
    const name = document.uri.toString();
    const changes = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
      ...{ offset: rangeOffset, length: rangeLength, text },
    }));
    for (const one of this.#followed) if (one.document === name) one.stretch = follow(one.stretch, changes);
  }

  dispose(): void {
    for (const one of this.#followed) this.#end(one);
  }

  /** A document that is closed is not looked at. */
  #look({ document: name, insert, model, stretch }: Followed, { looked, there }: Look): void {
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
    if (document === undefined) return;
    const range = new vscode.Range(document.positionAt(stretch.start), document.positionAt(stretch.end));
    if (isStillThere(insert, document.getText(range))) this.#count(model, looked, there);
    else this.#count(model, looked);
  }

  #end(one: Followed): void {
    for (const timer of one.timers) clearTimeout(timer);
    this.#followed.delete(one);
  }
}

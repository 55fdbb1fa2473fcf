// What the draft amounts to, told to all who show it: the chips and the meter, the Shelf, the inspector.
import type * as vscode from "vscode";
import { type Draft, partKey } from "../../protocol/draft.ts";
import { expansionOf } from "../../preview/expansion.ts";
import { KnownMeasures } from "../../preview/known-measures.ts";
import { measureDraft } from "../../preview/meter.ts";
import { preparedCatalog } from "../../turn/request/prepared-catalog.ts";
import type { Core } from "../core.ts";
import { DraftWatch } from "./draft-watch.ts";
import type { Pane } from "./pane.ts";

export class Gauge implements vscode.Disposable {
  readonly #core: Core;
  readonly #pane: Pane;
  readonly #known = new KnownMeasures();
  readonly #watch = new DraftWatch((paths) => {
    if (paths === undefined) return void this.measure();
    this.#known.forgetFiles(paths);
    void this.measure(this.#pane.session.draft());
  });
  #round = 0;
  /** The last value told, by kind, so that a keystroke that changes nothing posts nothing. */
  readonly #told = new Map<string, string>();

  constructor(core: Core, pane: Pane) {
    this.#core = core;
    this.#pane = pane;
  }

  /** Only the newest draft's figures are told. Without a draft something else has changed: everything is read again. */
  async measure(draft?: Draft): Promise<void> {
    const round = ++this.#round;
    if (draft === undefined) this.#known.forgetAll();
    const { shelf, commands, offers, inspector, session } = this.#partners();
    const { parts } = draft ?? session.draft();
    const { automatic } = this.#pane.ghosts;
    this.#watch.watch(parts);
    inspector.changed();
    const isNews = (kind: string, value: unknown): boolean => this.#isNews(kind, value) || draft === undefined;
    const { catalog } = await preparedCatalog(this.#core.rooms, session.id, parts);
    if (round !== this.#round) return;
    const expansion = expansionOf(parts, catalog, commands.absence, (id) => offers.serverOf(id));
    if (isNews("expansion", expansion)) this.#pane.post({ type: "expansion", expansion });
    const { meter, measures, pins } = await measureDraft(
      this.#core.rooms,
      session.id,
      [...parts, ...automatic],
      this.#known,
    );
    if (round !== this.#round) return;
    if (isNews("measures", measures)) this.#pane.post({ type: "measures", measures });
    this.#pane.post({ type: "meter", meter });
    const chips = parts.filter((part) => part.type !== "text").map(partKey);
    const instructions = this.#core.surroundings.instructions(session.id);
    // The Shelf is about the pane that was used last; it learns of another when that one is used.
    if (this.#core.panes.focused !== this.#pane) this.#told.delete("shelf");
    else if (isNews("shelf", [pins, chips, measures, instructions])) await shelf.show(pins, parts, measures);
  }

  #isNews(kind: string, value: unknown): boolean {
    const told = JSON.stringify(value);
    const isSame = this.#told.get(kind) === told;
    this.#told.set(kind, told);
    return !isSame;
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #partners() {
    const { shelf, commands, offers, inspector } = this.#core;
    return { shelf, commands, offers, inspector, session: this.#pane.session };
  }
}

// What the draft amounts to, told to all who show it: the chips and the meter, the Shelf, the inspector.
import type * as vscode from "vscode";
import type { Draft } from "../protocol/draft.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import { expansionOf } from "../turn/expansion.ts";
import { KnownMeasures } from "../turn/known-measures.ts";
import { measureDraft } from "../turn/meter.ts";
import type { Rooms } from "../turn/rooms.ts";
import type { Core } from "./core.ts";
import { DraftWatch } from "./draft-watch.ts";

export class Gauge implements vscode.Disposable {
  readonly #core: Core;
  readonly #rooms: Rooms;
  readonly #post: (message: ToWebview) => void;
  readonly #known = new KnownMeasures();
  readonly #watch = new DraftWatch((paths) => {
    if (paths === undefined) return void this.measure();
    this.#known.forgetFiles(paths);
    void this.measure(this.#core.session().draft());
  });
  #round = 0;
  #told = "";

  constructor(core: Core, rooms: Rooms, post: (message: ToWebview) => void) {
    this.#core = core;
    this.#rooms = rooms;
    this.#post = post;
  }

  /** Only the newest draft's figures are told. Without a draft something else has changed: everything is read again. */
  async measure(draft?: Draft): Promise<void> {
    const round = ++this.#round;
    if (draft === undefined) this.#known.forgetAll();
    const { shelf, commands, inspector, session } = this.#partners();
    const { parts } = draft ?? session.draft();
    const { automatic } = this.#core.ghosts;
    this.#watch.watch(parts);
    inspector.changed();
    this.#post({ type: "expansion", expansion: expansionOf(parts, commands.current, commands.absence) });
    const { meter, measures, pins } = await measureDraft(
      this.#rooms,
      session.id,
      [...parts, ...automatic],
      this.#known,
    );
    if (round !== this.#round) return;
    const told = JSON.stringify(measures);
    if (draft === undefined || told !== this.#told) this.#post({ type: "measures", measures });
    this.#told = told;
    this.#post({ type: "meter", meter });
    await shelf.show(pins, parts, measures);
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #partners() {
    const { shelf, commands, inspector } = this.#core;
    return { shelf, commands, inspector, session: this.#core.session() };
  }
}

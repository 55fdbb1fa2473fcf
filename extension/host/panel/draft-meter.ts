// Measures the draft of a pane for all that show it: the chips and the meter, the Shelf, the inspector.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import { type Draft, partKey } from "../../protocol/draft.ts";
import { KnownMeasures } from "../../preview/known-measures.ts";
import { DraftWatch } from "./draft/draft-watch.ts";
import type { DraftMeterNeeds } from "./needs.ts";
import type { ShownPane } from "./shown-pane.ts";

/** What the pane knows besides. */
interface PaneState {
  /** What goes with the message without being asked for. */
  automatic: () => readonly KnownPart[];
  /** Whether it was used last and can be seen. */
  isFocused: () => boolean;
}

export class DraftMeter implements vscode.Disposable {
  readonly #needs: DraftMeterNeeds;
  readonly #pane: ShownPane;
  readonly #state: PaneState;
  readonly #known = new KnownMeasures();
  readonly #watch = new DraftWatch((paths) => {
    if (paths === undefined) return void this.measure();
    this.#known.forgetFiles(paths);
    void this.measure(this.#pane.conversation.input.draft);
  });
  #round = 0;
  /** The last value told, by kind, so that a keystroke that changes nothing posts nothing. */
  readonly #told = new Map<string, string>();
  #toldOf: string | undefined;

  constructor(needs: DraftMeterNeeds, pane: ShownPane, state: PaneState) {
    this.#needs = needs;
    this.#pane = pane;
    this.#state = state;
  }

  /** Only the newest draft's figures are told. Without a draft something else has changed: everything is read again. */
  async measure(draft?: Draft): Promise<void> {
    const round = ++this.#round;
    if (draft === undefined) this.#known.forgetAll();
    const { conversation } = this.#pane;
    const session_id = conversation.id;
    // A page that shows another conversation by now was told nothing of this one.
    if (session_id !== this.#toldOf) this.#told.clear();
    this.#toldOf = session_id;
    const { parts } = draft ?? conversation.input.draft;
    const automatic = this.#state.automatic();
    this.#watch.watch(parts);
    this.#needs.requestChanged();
    const isNews = (kind: string, value: unknown): boolean => this.#remember(kind, value) || draft === undefined;
    const expansion = await this.#needs.expand(session_id, parts);
    if (round !== this.#round) return;
    if (isNews("expansion", expansion)) this.#pane.post({ type: "expansion", session_id, expansion });
    const { meter, measures, pins } = await this.#needs.measureDraft(session_id, [...parts, ...automatic], this.#known);
    if (round !== this.#round) return;
    if (isNews("measures", measures)) this.#pane.post({ type: "measures", session_id, measures });
    this.#pane.post({ type: "meter", session_id, meter });
    const chips = parts.filter((part) => part.type !== "text").map(partKey);
    const instructions = this.#needs.instructions(session_id);
    // The Shelf is about the pane that was used last; it learns of another when that one is used.
    if (!this.#state.isFocused()) this.#told.delete("shelf");
    else if (isNews("shelf", [pins, chips, measures, instructions]))
      await this.#needs.showOnShelf(pins, parts, measures);
  }

  /** Returns whether it is not what was told last. */
  #remember(kind: string, value: unknown): boolean {
    const told = JSON.stringify(value);
    const isSame = this.#told.get(kind) === told;
    this.#told.set(kind, told);
    return !isSame;
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

// Measures the draft, and tells the result to the chips, the meter, the Shelf and the inspector.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import { type Draft, partKey } from "../../protocol/draft.ts";
import { KnownMeasures } from "../../preview/known-measures.ts";
import { DraftWatch } from "./draft/draft-watch.ts";
import type { DraftMeterNeeds } from "./needs.ts";
import type { ShownPane } from "./shown-pane.ts";

/** The state of the pane that matters to the measure. */
interface PaneState {
  /** The context that is sent automatically. */
  automatic: () => readonly KnownPart[];
  /** The pane was used last and is visible. */
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

  /** Tells only the figures of the newest draft. Without a draft, reads everything again: a file, a pin or a setting has changed. */
  async measure(draft?: Draft): Promise<void> {
    const round = ++this.#round;
    if (draft === undefined) this.#known.forgetAll();
    const { conversation } = this.#pane;
    const session_id = conversation.id;
    // The page knows no figures of a conversation that it has just begun to show.
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
    // The Shelf shows the pane that was used last; another pane tells it when the user returns to that pane.
    if (!this.#state.isFocused()) this.#told.delete("shelf");
    else if (isNews("shelf", [pins, chips, measures, instructions]))
      await this.#needs.showOnShelf(pins, parts, measures);
  }

  /** Returns whether the value differs from the last one told. */
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

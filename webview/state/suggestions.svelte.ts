// The list of suggestions for the token at the cursor: asks the host, shows its answers, and knows the active one.
import { SvelteMap } from "svelte/reactivity";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import { readAhead } from "../../extension/text/paths/path-suggestion.ts";
import type { Peek, Suggestion } from "../../extension/protocol/suggest.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { Editor } from "../editor/editor.ts";
import type { ChipPart } from "../editor/schema.ts";
import type { Token } from "../editor/trigger.ts";
import type { Host } from "../host.ts";
import { findCommands } from "./commands.ts";
import { matched, narrow } from "./narrow.ts";

/** How many rows Page Up and Page Down move. */
const PAGE = 8;

/** The list says that it is searching after this long. */
const BUSY_AFTER = 400;

/** The preview is requested when an item has been active for this long. */
const PEEK_AFTER = 120;

/** How many items are shown before the host answers: no more than fit, to keep the frame short. */
const MOST_AHEAD = 12;

/** How many previews are kept. */
const MOST_PEEKS = 100;

/** No item is active: Enter sends the message. */
const NONE = -1;

/** The part of the editor that suggestions use. */
export type TokenEditor = Pick<Editor, "choose" | "retype" | "dismiss" | "endToken" | "pressEnter">;

type Answer = Extract<ToWebview, { type: "suggestions" }>;

export class Suggestions {
  token = $state.raw<Token | undefined>(undefined);
  items = $state.raw<readonly Suggestion[]>([]);
  /** Its index, or `NONE`. */
  active = $state(0);
  /** The list is complete. */
  done = $state(false);
  /** The search takes long. */
  busy = $state(false);
  readonly peeks = new SvelteMap<string, Peek>();
  readonly #host: Host;
  readonly #catalog: () => readonly CommandSpec[];
  #editor: TokenEditor | undefined;
  /** Paths that the next letter may match. */
  #ahead: readonly string[] = [];
  /** Paths that the first letter of a new token may match. */
  #beginnings: readonly string[] = [];
  /** The round that asked for `#beginnings`: its answer is used even if the user typed on meanwhile. */
  #beginning = 0;
  #round = 0;
  /** The round the items belong to. */
  #shown = 0;
  /** The user moved to the active item, so an answer does not change it. */
  #moved = false;
  /** The last answer of the host for this token. */
  #answered: readonly Suggestion[] = [];
  /** The items shown before the answer match the query well enough for Enter to choose one. */
  #fits = false;
  /** A key pressed before the answer: chooses the first item of it. If nothing is found, Enter acts as usual. */
  #pendingKey: "Enter" | "Tab" | undefined;
  #busyTimer: ReturnType<typeof setTimeout> | undefined;
  #peekTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, catalog: () => readonly CommandSpec[]) {
    this.#host = host;
    this.#catalog = catalog;
  }

  /** An empty list is not shown for values, most of which the user types, nor after a space, which may begin a sentence. */
  readonly open = $derived(
    this.token !== undefined &&
      (this.items.length > 0 || (this.token.sign !== "value" && !this.#hasSpace && (this.done || this.busy))),
  );

  get current(): Suggestion | undefined {
    return this.items[this.active];
  }

  attach(editor: TokenEditor): void {
    this.#editor = editor;
  }

  /** Takes the token before the cursor, and starts a new round. */
  take(token: Token | undefined): void {
    const before = this.token;
    this.token = token;
    this.#round += 1;
    this.#pendingKey = undefined;
    clearTimeout(this.#busyTimer);
    this.busy = false;
    if (token === undefined) {
      this.#show([], true);
      return;
    }
    const continues = before?.sign === token.sign && before.from === token.from;
    if (!continues) this.#ahead = token.sign === "@" ? this.#beginnings : [];
    if (token.sign === "@" && token.query === "") this.#beginning = this.#round;
    this.#moved = false;
    if (token.sign === "/") {
      this.#shown = this.#round;
      this.#show(findCommands(this.#catalog(), token.query), true);
      return;
    }
    if (token.sign === "value") {
      this.#show(continues ? narrow(this.items, token.query) : [], false);
      if (token.of !== undefined) this.#host.post({ type: "complete", round: this.#round, ...token.of });
      return;
    }
    // Until the host answers, show the items that still match; if none does, keep the old ones.
    if (!continues) [this.#answered, this.#fits] = [[], false];
    const still = continues ? this.#narrow(token.query) : [];
    this.#show(still.length > 0 || !continues || this.#hasSpace ? still : this.items, false);
    this.#busyTimer = setTimeout(() => (this.busy = !this.done), BUSY_AFTER);
    this.#host.post({ type: "suggest", round: this.#round, trigger: token.sign, query: token.query });
  }

  /** The catalog has changed: updates an open list of commands. */
  refresh(): void {
    if (this.token?.sign === "/") this.#show(findCommands(this.#catalog(), this.token.query), true);
  }

  receive({ round, items, ahead, done }: Answer): void {
    if (round === this.#beginning) this.#beginnings = ahead ?? this.#beginnings;
    if (round !== this.#round || this.token === undefined) return;
    this.#ahead = ahead ?? this.#ahead;
    if (items.length === 0 && !done) {
      // No items yet: a pending Enter still waits, and items that fit stay.
      if (!this.#fits) this.#show([], false);
      return;
    }
    if (items.length === 0 && this.#hasSpace) {
      this.#editor?.endToken();
      return;
    }
    this.#shown = round;
    this.#answered = items;
    if (done) this.busy = false;
    this.#show(items, done);
    const key = this.#pendingKey;
    this.#pendingKey = undefined;
    if (key !== undefined && items.length > 0) this.choose();
    else if (key === "Enter") this.#editor?.pressEnter();
  }

  /** The host's items first, in its order; then the paths it sent ahead, best match first. */
  #narrow(query: string): Suggestion[] {
    const shown = narrow(this.#answered, query);
    const more = this.#ahead
      .flatMap((path) => matched(readAhead(path), query))
      .filter(({ item }) => !shown.some(({ key }) => key === item.key))
      .sort((a, b) => b.score - a.score)
      .map(({ item }) => item);
    const [best] = more;
    this.#fits = shown.length > 0 || (best?.name.toLowerCase().startsWith(query.toLowerCase()) ?? false);
    return [...shown, ...more].slice(0, MOST_AHEAD);
  }

  learn(peek: Peek): void {
    if (this.peeks.size >= MOST_PEEKS) this.peeks.clear();
    this.peeks.set(peek.key, peek);
  }

  /** Returns whether the list handled the key. */
  press(key: string): boolean {
    // The panel lost the focus meanwhile: the token is plain text until the user types on.
    if (this.token === undefined) return false;
    if (key === "Escape") return this.#dismiss();
    // Enter sends, unless the user has typed part of a value or moved to one.
    if (key === "Enter" && this.token.sign === "value" && !this.#isWanted) return false;
    if ((key === "Enter" || key === "Tab") && this.#awaitsAnswer) {
      this.#pendingKey = key;
      return true;
    }
    if (!this.open || this.items.length === 0) return false;
    if (key === "Enter") return this.current !== undefined && this.choose();
    if (key === "Tab") return this.choose(this.current ?? this.items[0]);
    const last = this.items.length - 1;
    if (key === "ArrowDown") this.go(this.active === last ? 0 : this.active + 1);
    else if (key === "ArrowUp") this.go(this.active <= 0 ? last : this.active - 1);
    else if (key === "PageDown") this.go(Math.min(last, this.active + PAGE));
    else if (key === "PageUp") this.go(Math.max(0, this.active - PAGE));
    else return false;
    return true;
  }

  go(index: number): void {
    this.active = index;
    this.#moved = true;
    this.#peek();
  }

  choose(item: Suggestion | undefined = this.current): boolean {
    if (item === undefined || this.token === undefined) return false;
    if (item.goes_on !== undefined) {
      this.#editor?.retype(this.token, item.goes_on);
      return true;
    }
    if (item.part.type === "text") {
      this.#editor?.retype(this.token, `${item.part.text} `);
      return true;
    }
    const part: ChipPart = item.part;
    this.#host.post({ type: "chosen", part });
    this.#editor?.choose(this.token, part);
    return true;
  }

  /** Closes the list when the panel loses the focus; the text stays. */
  leave(): void {
    if (this.token === undefined) return;
    this.take(undefined);
    this.#editor?.endToken();
  }

  #dismiss(): boolean {
    const was = this.open;
    this.#editor?.dismiss();
    return was;
  }

  /** The host has not answered, and no shown item is a sensible choice. */
  get #awaitsAnswer(): boolean {
    if (this.token?.sign === "value" || this.#hasSpace || this.#shown === this.#round) return false;
    return this.items.length === 0 || (!this.#moved && !this.#fits);
  }

  /** The query has several words: a search as in Quick Open, or a sentence after a name. */
  get #hasSpace(): boolean {
    return this.token?.sign === "@" && this.token.query.includes(" ");
  }

  get #isWanted(): boolean {
    const typed = this.token?.query ?? "";
    return this.#moved || (typed !== "" && this.current !== undefined && this.current.name !== typed);
  }

  /** None after a space, or if the best match is only a conversation's title: there Enter sends. */
  #first([first]: readonly Suggestion[]): number {
    const isSentence = this.#hasSpace && (this.token?.query.endsWith(" ") === true || first?.kind === "conversation");
    return isSentence ? NONE : 0;
  }

  /** The item that the user moved to stays active; otherwise the first is. */
  #show(items: readonly Suggestion[], done: boolean): void {
    const key = this.#moved ? this.current?.key : undefined;
    const at = key === undefined ? 0 : items.findIndex((item) => item.key === key);
    this.items = items;
    this.done = done;
    this.active = key !== undefined && at !== -1 ? at : this.#first(items);
    this.#peek();
  }

  #peek(): void {
    clearTimeout(this.#peekTimer);
    const item = this.current;
    if (item === undefined || item.kind === "command" || item.kind === "value") return;
    // A preview from before is shown at once, and requested again.
    this.#peekTimer = setTimeout(
      () => this.#host.post({ type: "peek", key: peekKey(item), part: item.part }),
      PEEK_AFTER,
    );
  }
}

/** The same file with other lines has its own preview. */
export function peekKey(item: Suggestion): string {
  return JSON.stringify(item.part);
}

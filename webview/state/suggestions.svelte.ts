// The list of suggestions: what is asked, what is shown of the answers, and which one is active.
import { SvelteMap } from "svelte/reactivity";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import { readAhead } from "../../extension/text/path-suggestion.ts";
import type { Peek, Suggestion } from "../../extension/protocol/suggest.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { Editor } from "../editor/editor.ts";
import type { ChipPart } from "../editor/schema.ts";
import type { Token } from "../editor/trigger.ts";
import type { Host } from "../host.ts";
import { findCommands } from "./commands.ts";
import { matched, narrow } from "./narrow.ts";

/** How many rows a page is. */
const PAGE = 8;

/** A wait shorter than this is not worth a word. */
const BUSY_AFTER = 400;

/** The active one is looked at when the choice rests on it. */
const PEEK_AFTER = 120;

/** Before the host has looked, no more are drawn than are seen: a frame is short. */
const MOST_AHEAD = 12;

/** More looks than this are not remembered. */
const MOST_PEEKS = 100;

/** No option is active: Enter is for the message. */
const NONE = -1;

/** What it needs of the input. */
export type TokenEditor = Pick<Editor, "choose" | "retype" | "dismiss" | "endToken" | "pressEnter">;

type Answer = Extract<ToWebview, { type: "suggestions" }>;

export class Suggestions {
  token = $state.raw<Token | undefined>(undefined);
  items = $state.raw<readonly Suggestion[]>([]);
  /** Its index, or `NONE`. */
  active = $state(0);
  /** Everything that was to be found is in the list. */
  done = $state(false);
  /** Said only when it takes long. */
  busy = $state(false);
  readonly peeks = new SvelteMap<string, Peek>();
  readonly #host: Host;
  readonly #catalog: () => readonly CommandSpec[];
  #editor: TokenEditor | undefined;
  /** Paths the next letter may find, and those that a first letter may: the same the next time one begins. */
  #ahead: readonly string[] = [];
  #beginnings: readonly string[] = [];
  /** The round that asked for those, whose answer counts also when a letter was quicker. */
  #beginning = 0;
  #round = 0;
  /** The round the items belong to. */
  #shown = 0;
  /** The user went to the active one: answers leave it alone. */
  #moved = false;
  /** What the host answered with last, for what is being typed. */
  #answered: readonly Suggestion[] = [];
  /** What is shown before the answer fits what is typed: Enter is for what one sees. A mere guess does not count. */
  #fits = false;
  /** The key that came before the answer: it is for the first of it. Where nothing is found, Enter means what it always does. */
  #impatient: "Enter" | "Tab" | undefined;
  #busyTimer: ReturnType<typeof setTimeout> | undefined;
  #peekTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, catalog: () => readonly CommandSpec[]) {
    this.#host = host;
    this.#catalog = catalog;
  }

  /** Of values nothing is said while none is known: most are typed. Nor behind a blank: what follows may be a sentence. */
  readonly open = $derived(
    this.token !== undefined &&
      (this.items.length > 0 || (this.token.sign !== "value" && !this.#hasBlank && (this.done || this.busy))),
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
    this.#impatient = undefined;
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
    // Until the answer is there, what still matches is shown; if nothing does, what was there stays.
    if (!continues) [this.#answered, this.#fits] = [[], false];
    const still = continues ? this.#narrow(token.query) : [];
    this.#show(still.length > 0 || !continues || this.#hasBlank ? still : this.items, false);
    this.#busyTimer = setTimeout(() => (this.busy = !this.done), BUSY_AFTER);
    this.#host.post({ type: "suggest", round: this.#round, trigger: token.sign, query: token.query });
  }

  /** The commands are others now: a list that is open shows them. */
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
    if (items.length === 0 && this.#hasBlank) {
      this.#editor?.endToken();
      return;
    }
    this.#shown = round;
    this.#answered = items;
    if (done) this.busy = false;
    this.#show(items, done);
    const key = this.#impatient;
    this.#impatient = undefined;
    if (key !== undefined && items.length > 0) this.choose();
    else if (key === "Enter") this.#editor?.pressEnter();
  }

  /** What the host has shown first, as it ordered it; then what was only known, the best first. */
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

  /** Returns whether the key was for the list. */
  press(key: string): boolean {
    // The panel was left and is back: what stands there is text until one types on.
    if (this.token === undefined) return false;
    if (key === "Escape") return this.#dismiss();
    // Enter sends, unless a value is being typed or was gone to.
    if (key === "Enter" && this.token.sign === "value" && !this.#isWanted) return false;
    if ((key === "Enter" || key === "Tab") && this.#waits) {
      this.#impatient = key;
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

  /** The panel is left: the list goes, the text stays. */
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

  /** The answer is still to come, and what is shown before it is nothing one could mean. */
  get #waits(): boolean {
    if (this.token?.sign === "value" || this.#hasBlank || this.#shown === this.#round) return false;
    return this.items.length === 0 || (!this.#moved && !this.#fits);
  }

  /** Several words: a search as in Quick Open, or a sentence that goes on behind a name. */
  get #hasBlank(): boolean {
    return this.token?.sign === "@" && this.token.query.includes(" ");
  }

  get #isWanted(): boolean {
    const typed = this.token?.query ?? "";
    return this.#moved || (typed !== "" && this.current !== undefined && this.current.name !== typed);
  }

  /** Right behind a blank Enter sends; so it does where only the title of a conversation reads like the sentence. */
  #first([first]: readonly Suggestion[]): number {
    const isSentence = this.#hasBlank && (this.token?.query.endsWith(" ") === true || first?.kind === "conversation");
    return isSentence ? NONE : 0;
  }

  /** The active one stays active when the user chose it; else it is the first. */
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
    // What was seen a while ago is shown at once, and looked at again.
    this.#peekTimer = setTimeout(
      () => this.#host.post({ type: "peek", key: peekKey(item), part: item.part }),
      PEEK_AFTER,
    );
  }
}

/** One file with other lines is another look. */
export function peekKey(item: Suggestion): string {
  return JSON.stringify(item.part);
}

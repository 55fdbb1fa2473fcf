// The unsent message: who holds it, when the host hears of it, and how none of it is ever lost.
import { isBlank } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { EMPTY_DRAFT, type Draft } from "../../extension/protocol/draft.ts";
import type { StopHow } from "../../extension/protocol/queue.ts";
import type { Editor } from "../editor/editor.ts";
import type { Host } from "../host.ts";
import type { Thread } from "./thread.svelte.ts";

/** The host has promised to have a change within 300 ms; half of that is ours. */
const POST_AFTER = 150;

/** What takes longer than this is said to take its time. */
const SLOW_AFTER = 1000;

/** One sentence is read in less. */
const READ_AFTER = 4000;

/** What it needs of the input. */
export type DraftEditor = Pick<
  Editor,
  | "draft"
  | "isBlank"
  | "isDragging"
  | "replace"
  | "prepend"
  | "insert"
  | "remove"
  | "replaceChip"
  | "showArguments"
  | "focus"
>;

export class Compositor {
  blank = $state(true);
  /** One sentence for the user, beside the meter and read out politely. */
  notice = $state("");
  /** Why what was sent is not in the conversation yet; a notice comes before it. */
  preparing = $state("");
  /** What there is to know about the selected chip; the others come before it. */
  hint = $state("");
  readonly #host: Host;
  readonly #thread: Thread;
  readonly #automatic: (parts: readonly KnownPart[]) => KnownPart[];
  #editor: DraftEditor | undefined;
  #sessionId: string | undefined;
  /** Submitted and not yet answered. The host keeps what was submitted as the draft until its message is on disk. */
  #sending = false;
  /** Sent before the host had said which conversation this is: goes when it has. */
  #early: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #read: ReturnType<typeof setTimeout> | undefined;

  /** `automatic`: the context shown above the input that is sent with these parts. */
  constructor(host: Host, thread: Thread, automatic: (parts: readonly KnownPart[]) => KnownPart[]) {
    this.#automatic = automatic;
    this.#host = host;
    this.#thread = thread;
  }

  attach(editor: DraftEditor): void {
    this.#editor = editor;
  }

  changed(): void {
    this.blank = this.#editor?.isBlank ?? true;
    this.notice = "";
    this.#timer ??= setTimeout(() => this.#post(), POST_AFTER);
  }

  /** What still waits goes now: the page may be gone a moment later. */
  flush(): void {
    if (this.#timer !== undefined) this.#post();
  }

  /** The stored draft was there before anything that is typed by now. `sending`: another is still on its way from here. */
  open(sessionId: string, draft: Draft, { replaces = false, sending = false } = {}): void {
    const before = this.#sessionId;
    if (before === sessionId && !replaces) return;
    // What is replaced is meant to go; what belongs to another conversation is still to be told.
    if (replaces && before === sessionId) clearTimeout(this.#timer);
    else this.flush();
    this.#timer = undefined;
    this.#sessionId = sessionId;
    this.#answered();
    if (sending) this.#waits();
    const typed = before === undefined && this.#editor?.draft.parts.length !== 0;
    if (before === undefined) this.#putBefore(draft);
    else this.#editor?.replace(draft);
    this.blank = this.#editor?.isBlank ?? true;
    this.notice = "";
    if (this.#early !== undefined) this.#sendEarly(sessionId, this.#early);
    else if (typed) this.changed();
  }

  /** The host stores what is submitted as the draft until it is a message: the draft itself is told anew at once. */
  #sendEarly(sessionId: string, draft: Draft): void {
    this.#early = undefined;
    this.#waits();
    this.#host.post({ type: "submit", session_id: sessionId, draft });
    if (!this.blank) this.#post();
  }

  /** `steers`: into the turn that runs. */
  submit(steers = false): void {
    const editor = this.#editor;
    if (editor === undefined || editor.isBlank) return;
    if (this.#sending || this.#early !== undefined)
      this.say("Sending… Your message stays in the input until it is sent.");
    else this.#send(editor, steers);
  }

  accepted(isQueued: boolean): void {
    this.#answered();
    if (isQueued) this.say("Queued");
  }

  returned(draft: Draft, replaces: boolean): void {
    if (replaces) this.#editor?.replace(draft);
    else this.#putBefore(draft);
    this.changed();
    this.focus();
  }

  refused(draft: Draft): void {
    this.#answered();
    this.#putBefore(draft);
    this.changed();
  }

  /** An action was carried out. The host has cleared the stored draft: what stands here now is told again. */
  acted(draft: Draft): void {
    this.#answered();
    this.#putBefore(draft);
    this.changed();
  }

  /** The names of the arguments that the command in the input has no value for yet. */
  showArguments(names: readonly string[]): void {
    this.#editor?.showArguments(names);
  }

  /** Without `how` as the setting says. Returns whether there was something to stop. */
  stop(how?: StopHow): boolean {
    if (!this.#thread.busy || this.#sessionId === undefined) return false;
    this.flush();
    this.#host.post({ type: "stop", session_id: this.#sessionId, ...(how !== undefined && { how }) });
    return true;
  }

  insert(parts: Draft["parts"], at: "caret" | "end"): void {
    this.#editor?.insert(parts, at);
  }

  remove(part: KnownPart, nth: number): void {
    this.#editor?.remove(part, nth);
  }

  /** The host answers with the text that replaces this chip. */
  convertToText(id: string, part: KnownPart): void {
    const session_id = this.#sessionId;
    if (session_id !== undefined) this.#host.post({ type: "as-text", session_id, id, part });
  }

  replaceChip(id: string, parts: Draft["parts"]): void {
    this.#editor?.replaceChip(id, parts);
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** A chip of the input is on its way to another place of it. */
  get isDragging(): boolean {
    return this.#editor?.isDragging ?? false;
  }

  focus(): void {
    this.#editor?.focus();
  }

  settle(): void {
    this.notice = "";
  }

  #send(editor: DraftEditor, steers: boolean): void {
    const { parts } = editor.draft;
    if (isBlank(parts)) return;
    const draft = { parts: [...withoutLastBlank(parts), ...this.#automatic(parts)] };
    clearTimeout(this.#timer);
    this.#timer = undefined;
    editor.replace(EMPTY_DRAFT);
    this.blank = true;
    this.notice = "";
    if (this.#sessionId === undefined) {
      this.#early = draft;
      this.say("Galley is starting. Your message will be sent when it is ready.");
      return;
    }
    this.#waits();
    this.#host.post({ type: "submit", session_id: this.#sessionId, draft, ...(steers && { steers }) });
  }

  /** What takes long with what was sent. */
  prepares(words: string): void {
    if (this.#sending) this.preparing = words;
  }

  #waits(): void {
    clearTimeout(this.#slow);
    this.#sending = true;
    this.#slow = setTimeout(() => (this.preparing ||= "Preparing message…"), SLOW_AFTER);
  }

  /** The host has accepted or refused the message: nothing is being sent. */
  #answered(): void {
    clearTimeout(this.#slow);
    this.#sending = false;
    this.preparing = "";
  }

  #post(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#editor === undefined || this.#sessionId === undefined) return;
    this.#host.post({ type: "draft", session_id: this.#sessionId, draft: this.#editor.draft });
  }

  #putBefore(draft: Draft): void {
    if (draft.parts.length === 0) return;
    if (this.#editor?.draft.parts.length === 0) this.#editor.replace(draft);
    else this.#editor?.prepend(draft);
  }

  say(sentence: string): void {
    this.notice = sentence;
  }

  /** What is done: said for as long as it takes to read. */
  acknowledge(sentence: string): void {
    this.say(sentence);
    clearTimeout(this.#read);
    this.#read = setTimeout(() => {
      if (this.notice === sentence) this.notice = "";
    }, READ_AFTER);
  }
}

/** The blank that came with the last chip, for words that never followed. */
function withoutLastBlank(parts: Draft["parts"]): Draft["parts"] {
  const [chip, blank] = parts.slice(-2);
  const isIt = blank?.type === "text" && blank.text === " " && chip?.type !== "text";
  return isIt ? parts.slice(0, -1) : parts;
}

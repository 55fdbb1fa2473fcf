// The unsent message: reports it to the host, submits it, and takes it back if the host refuses it.
import { isBlank } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import type { StopHow } from "../../extension/protocol/queue.ts";
import type { Written } from "../first/early-page.ts";
import type { Editor } from "../editor/editor.ts";
import type { Host } from "../host.ts";
import type { ShownConversation } from "./shown-conversation.svelte.ts";
import * as words from "./words.ts";

/** The host must have a change within 300 ms; the panel may use half of that. */
const POST_AFTER = 150;

/** After this long, the panel says that the message is being prepared. */
const SLOW_AFTER = 1000;

/** Long enough to read one sentence. */
const READ_AFTER = 4000;

/** The part of the editor that the compositor uses. */
export type DraftEditor = Pick<
  Editor,
  | "draft"
  | "write"
  | "isBlank"
  | "isDragging"
  | "take"
  | "replace"
  | "prepend"
  | "insert"
  | "type"
  | "remove"
  | "replaceChip"
  | "showArguments"
  | "focus"
>;

export class Compositor {
  blank = $state(true);
  /** One sentence for the user beside the meter; screen readers read it out when they are idle. */
  notice = $state("");
  /** Why the submitted message is not in the conversation yet; shown if there is no notice. */
  preparing = $state("");
  /** A sentence about the selected chip; shown if there is neither a notice nor a message in preparation. */
  hint = $state("");
  readonly #host: Host;
  readonly #conversation: ShownConversation;
  readonly #automatic: (parts: readonly KnownPart[]) => KnownPart[];
  #editor: DraftEditor | undefined;
  #conversationId: string | undefined;
  /** The host has not answered the submit yet. Until the message is on disk, the host keeps it as the draft. */
  #sending = false;
  #hasFocus = false;
  #areKeysBound = false;
  /** Sent before the host named the conversation; submitted when it has. */
  #sentEarly: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  /** `automatic`: the context shown above the input that is sent with these parts. */
  constructor(host: Host, conversation: ShownConversation, automatic: (parts: readonly KnownPart[]) => KnownPart[]) {
    this.#automatic = automatic;
    this.#host = host;
    this.#conversation = conversation;
  }

  attach(editor: DraftEditor): void {
    this.#editor = editor;
  }

  /** Takes what the user wrote and sent before the input was there. */
  takeOver({ text, from, to, sent }: Written): void {
    if (sent !== undefined) {
      this.#editor?.write(sent, 0, 0);
      this.submit();
    }
    if (text !== "") this.#editor?.write(text, from, to);
  }

  changed(): void {
    this.blank = this.#editor?.isBlank ?? true;
    this.notice = "";
    this.#timer ??= setTimeout(() => this.#post(), POST_AFTER);
  }

  /** Reports a pending change now: the page may close a moment later. */
  flush(): void {
    if (this.#timer !== undefined) this.#post();
  }

  /** Puts the stored draft before text that the user has typed meanwhile. `sending`: the host still prepares a submitted message. */
  open(conversationId: string, draft: Draft, { replaces = false, sending = false } = {}): void {
    const before = this.#conversationId;
    if (before === conversationId && !replaces) return;
    // Drop a pending change of the draft that is replaced; report one of the conversation that is left.
    if (replaces && before === conversationId) clearTimeout(this.#timer);
    else this.flush();
    this.#timer = undefined;
    this.#conversationId = conversationId;
    this.#endSending();
    if (sending) this.#startSending();
    const typed = before === undefined && this.#editor?.draft.parts.length !== 0;
    if (before === undefined) this.#putBefore(draft);
    else this.#editor?.replace(draft);
    this.blank = this.#editor?.isBlank ?? true;
    this.notice = "";
    if (this.#sentEarly !== undefined) this.#sendEarly(conversationId, this.#sentEarly);
    else if (typed) this.changed();
  }

  /** The host stores the submitted message as the draft, so the draft in the input must be reported again. */
  #sendEarly(conversationId: string, draft: Draft): void {
    this.#sentEarly = undefined;
    this.#startSending();
    this.#host.post({ type: "submit", session_id: conversationId, draft });
    if (!this.blank) this.#post();
  }

  /** `steers`: the message goes into the running turn. `isMarked`: it is the message at the time of the key. */
  submit({ steers = false, isMarked = false } = {}): void {
    const editor = this.#editor;
    if (editor === undefined || editor.isBlank) return;
    if (this.#sending || this.#sentEarly !== undefined) this.say(words.alreadySending);
    else this.#send(editor, steers, isMarked);
  }

  /** The user pressed a key of VS Code's. An agent that takes nothing into its running turn gets the message next. */
  submitByKey(steers: boolean): void {
    const { busy, model } = this.#conversation;
    this.submit({ steers: steers && busy && model?.steers !== false, isMarked: true });
  }

  /** Tells VS Code where keys go: those that send work in the input only. */
  focused(has: boolean): void {
    this.#hasFocus = has;
    this.#areKeysBound = false;
    this.#host.post({ type: "input-focus", has });
  }

  /** VS Code runs the commands of the input's keys from now on. */
  bindKeys(): void {
    this.#areKeysBound = this.#hasFocus;
  }

  /** Whether VS Code runs the commands of the input's keys. Until it does, the input answers them itself. */
  get areKeysBound(): boolean {
    return this.#areKeysBound;
  }

  accepted(isQueued: boolean): void {
    this.#endSending();
    if (isQueued) this.say(words.queued);
  }

  returned(draft: Draft, replaces: boolean): void {
    if (replaces) this.#editor?.replace(draft);
    else this.#putBefore(draft);
    this.changed();
    this.focus();
  }

  refused(draft: Draft): void {
    this.#endSending();
    this.#putBefore(draft);
    this.changed();
  }

  /** The host ran an action and cleared the stored draft, so the draft in the input must be reported again. */
  acted(draft: Draft): void {
    this.#endSending();
    this.#putBefore(draft);
    this.changed();
  }

  /** The names of the arguments that the command in the input has no value for yet. */
  showArguments(names: readonly string[]): void {
    this.#editor?.showArguments(names);
  }

  /** Without `how`, the setting decides. Returns whether a turn runs. */
  stop(how?: StopHow): boolean {
    if (!this.#conversation.busy || this.#conversationId === undefined) return false;
    this.flush();
    this.#host.post({ type: "stop", session_id: this.#conversationId, ...(how !== undefined && { how }) });
    return true;
  }

  insert(parts: Draft["parts"], at: "caret" | "end"): void {
    this.#editor?.insert(parts, at);
  }

  /** As if the user typed it. */
  type(text: string): void {
    this.#editor?.type(text);
  }

  remove(part: KnownPart, nth: number): void {
    this.#editor?.remove(part, nth);
  }

  /** The host answers with the text that replaces this chip. */
  convertToText(id: string, part: KnownPart): void {
    const session_id = this.#conversationId;
    if (session_id !== undefined) this.#host.post({ type: "as-text", session_id, id, part });
  }

  replaceChip(id: string, parts: Draft["parts"]): void {
    this.#editor?.replaceChip(id, parts);
  }

  get conversationId(): string | undefined {
    return this.#conversationId;
  }

  /** The user drags a chip within the input. */
  get isDragging(): boolean {
    return this.#editor?.isDragging ?? false;
  }

  focus(): void {
    this.#editor?.focus();
  }

  clearNotice(): void {
    this.notice = "";
  }

  #send(editor: DraftEditor, steers: boolean, isMarked: boolean): void {
    if (isBlank(editor.draft.parts)) return;
    const { parts } = editor.take(isMarked);
    // The key was pressed in an empty input: what was typed since stays there.
    if (isBlank(parts)) return;
    const draft = { parts: [...withoutTrailingSpace(parts), ...this.#automatic(parts)] };
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.blank = editor.isBlank;
    this.notice = "";
    if (this.#conversationId === undefined) {
      this.#sentEarly = draft;
      this.say(words.sentWhenReady);
      return;
    }
    this.#startSending();
    this.#host.post({ type: "submit", session_id: this.#conversationId, draft, ...(steers && { steers }) });
    if (!this.blank) this.#post();
  }

  /** `reason`: why the submitted message takes long. */
  showPreparing(reason: string): void {
    if (this.#sending) this.preparing = reason;
  }

  #startSending(): void {
    clearTimeout(this.#slowTimer);
    this.#sending = true;
    this.#slowTimer = setTimeout(() => (this.preparing ||= words.preparing), SLOW_AFTER);
  }

  #endSending(): void {
    clearTimeout(this.#slowTimer);
    this.#sending = false;
    this.preparing = "";
  }

  #post(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#editor === undefined || this.#conversationId === undefined) return;
    this.#host.post({ type: "draft", session_id: this.#conversationId, draft: this.#editor.draft });
  }

  #putBefore(draft: Draft): void {
    if (draft.parts.length === 0) return;
    if (this.#editor?.draft.parts.length === 0) this.#editor.replace(draft);
    else this.#editor?.prepend(draft);
  }

  say(sentence: string): void {
    this.notice = sentence;
  }

  /** Shows a notice for as long as it takes to read. */
  acknowledge(sentence: string): void {
    this.say(sentence);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => {
      if (this.notice === sentence) this.notice = "";
    }, READ_AFTER);
  }
}

/** Without the space that the editor adds after a chip, if it is the end of the message. */
function withoutTrailingSpace(parts: Draft["parts"]): Draft["parts"] {
  const [chip, blank] = parts.slice(-2);
  const isIt = blank?.type === "text" && blank.text === " " && chip?.type !== "text";
  return isIt ? parts.slice(0, -1) : parts;
}

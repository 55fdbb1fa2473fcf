// The contexts that offer themselves for the message that is being written, as the editor and the draft change.
import * as vscode from "vscode";
import { type ContextName, isContextName } from "../../acquire/context.ts";
import { automaticContexts } from "../../acquire/policy.ts";
import { givesKnownCommand } from "../../message/given-command.ts";
import type { KnownPart } from "../../message/part.ts";
import { type ContextPart, contextNameOf } from "../../message/resolved.ts";
import { wordsOf } from "../../text/words.ts";
import type { Ghost, GhostAction } from "../../protocol/ghost.ts";
import type { GhostsNeeds } from "./needs.ts";
import type { ShownPane } from "./shown-pane.ts";

/** A selection that is being dragged is looked at when it rests. */
const SETTLE_MS = 120;

/** A context that may offer itself for a draft. */
interface Wanted {
  name: ContextName;
  mode: Ghost["mode"];
  draft: readonly KnownPart[];
}

export class Ghosts implements vscode.Disposable {
  readonly #needs: GhostsNeeds;
  readonly #pane: ShownPane;
  readonly #listening: vscode.Disposable[];
  /** Dismissed contexts by name: an offer as the signature of its parts, automatic context as `ANY`. */
  readonly #dismissed = new Map<ContextName, string>();
  #ghosts: Ghost[] = [];
  /** The panel hides ghosts that the user accepts, so it may show fewer than it was told. */
  #tellsAnyway = false;
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(needs: GhostsNeeds, pane: ShownPane) {
    this.#needs = needs;
    this.#pane = pane;
    const look = (): void => this.update();
    this.#listening = [
      needs.onAutomaticChange(look),
      vscode.window.onDidChangeTextEditorSelection(look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.tabGroups.onDidChangeTabs(look),
      vscode.languages.onDidChangeDiagnostics(look),
    ];
  }

  /** What goes without being asked for, as it is shown. */
  get automatic(): KnownPart[] {
    return this.#ghosts.filter(({ mode }) => mode === "always").flatMap(({ parts }) => parts);
  }

  /** Something may have changed: looked at when things rest. */
  update(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), SETTLE_MS);
  }

  /** To a panel that knows of none yet. */
  tell(): void {
    this.#tell();
    this.update();
  }

  /** The pane shows another conversation: the next look tells what it finds, even if nothing has changed. */
  turned(): void {
    this.#tellsAnyway = true;
  }

  act({ name, action }: Pick<GhostAction, "name" | "action">): void {
    if (!isContextName(name)) return;
    const ghost = this.#ghosts.find((one) => one.name === name);
    if (action !== "dismiss") this.#needs.choosePolicy(name, action);
    else if (ghost !== undefined) this.#dismissed.set(name, ghost.mode === "always" ? ANY : signatureOf(ghost.parts));
    this.update();
  }

  /** The message is sent: for the next one everything is offered again. */
  sent(): void {
    this.#dismissed.clear();
    this.#tellsAnyway = true;
    this.update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listening of this.#listening) listening.dispose();
  }

  async #look(): Promise<void> {
    const round = ++this.#round;
    const { id, conversation } = this.#pane;
    const draft = conversation.input.draft.parts;
    const isCommand = this.#givesCommand(draft);
    const wanted = automaticContexts((name) => this.#needs.policyOf(name)).filter(
      ({ mode }) => mode === "ask" || !isCommand,
    );
    // A context that cannot be read now is not offered.
    const found = await Promise.all(
      wanted.map(({ name, mode }) => this.#ghostOf(id, { name, mode, draft }).catch(() => [])),
    );
    if (round !== this.#round || id !== this.#pane.id) return;
    const before = this.#ghosts;
    this.#ghosts = found.flat();
    if (signatureOf(before) === signatureOf(this.#ghosts) && !this.#tellsAnyway) return;
    this.#tellsAnyway = false;
    this.#tell();
    const isAutomatic = (ghosts: readonly Ghost[]): string =>
      signatureOf(ghosts.filter(({ mode }) => mode === "always"));
    if (isAutomatic(before) !== isAutomatic(this.#ghosts)) void this.#pane.measure({ parts: draft });
  }

  #tell(): void {
    const session_id = this.#pane.id;
    this.#pane.post({ type: "ghosts", session_id, ghosts: this.#ghosts });
    this.#needs.tellOffers(session_id, this.#ghosts);
  }

  async #ghostOf(sessionId: string, { name, mode, draft }: Wanted): Promise<Ghost[]> {
    const parts = await this.#needs.readAutomatic(name);
    if (parts.length === 0 || isInDraft(name, parts, draft)) return [];
    const dismissed = this.#dismissed.get(name);
    if (dismissed === ANY || dismissed === signatureOf(parts)) return [];
    return [
      {
        name,
        mode,
        label: labelOf(name, parts),
        tokens: await this.#needs.tokensIn(sessionId, parts),
        parts,
      },
    ];
  }

  /** Automatic context is for messages only: a command gets only what the user gives it. */
  #givesCommand(draft: readonly KnownPart[]): boolean {
    const { byId } = this.#needs.catalog();
    return givesKnownCommand(draft, (id) => byId.has(id));
  }
}

const ANY = "*";

/** The same thing told at another time is the same thing. */
function signatureOf(told: readonly (KnownPart | Ghost)[]): string {
  return JSON.stringify(told, (key, value: unknown) => (key === "emitted_at" ? undefined : value));
}

/** Mentioned by name, or there as it stands. */
function isInDraft(name: ContextName, parts: readonly ContextPart[], draft: readonly KnownPart[]): boolean {
  const there = new Set(draft.map((part) => signatureOf([part])));
  const isHere = (part: ContextPart): boolean =>
    there.has(signatureOf([part])) ||
    (part.type === "editor-context" && draft.some((other) => other.type === part.type && other.kind === part.kind));
  return draft.some((part) => contextNameOf(part) === name) || parts.every(isHere);
}

function labelOf(name: ContextName, parts: readonly ContextPart[]): string {
  const [first] = parts;
  if (name === "open") return "open editors";
  if (first?.type !== "file-ref") return name;
  const more = parts.length > 1 ? ` and ${parts.length - 1} more` : "";
  return `${name === "viewport" ? "visible: " : ""}${wordsOf(first)}${more}`;
}

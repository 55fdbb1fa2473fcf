// Shows in the status bar that Galley is there, and what conversations do, in this window and in others: first those that need the user's answer, then those that work or have failed.
import type * as vscode from "vscode";
import type { RunState } from "../../protocol/conversation.ts";
import { runWords } from "../../text/run-words.ts";
import { WindowStates } from "../../turn/conversation/window-states.ts";
import type { TurnEvent } from "../../turn/events.ts";
import { showIdle } from "./idle-status.ts";
import * as words from "./words.ts";

type State = RunState["state"];

/** The status bar shows the first of these states that a conversation is in. */
const ORDER: readonly State[] = ["waiting", "retrying", "busy", "error"];

const ICONS: Readonly<Partial<Record<State, string>>> = {
  waiting: "$(bell-dot)",
  retrying: "$(sync~spin)",
  busy: "$(loading~spin)",
  error: "$(error)",
};

export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #states: WindowStates;

  /** `failed`: the conversations whose last turn failed before this window began. */
  constructor(item: vscode.StatusBarItem, failed: readonly string[]) {
    this.#item = item;
    this.#states = new WindowStates(failed);
    this.#show();
  }

  tell(event: TurnEvent): void {
    if (event.type !== "run") return;
    this.#states.tell(event.session_id, event.run.state);
    this.#show();
  }

  /** What turns of other windows do, by conversation. */
  tellElsewhere(states: ReadonlyMap<string, State>): void {
    this.#states.tellElsewhere(states);
    this.#show();
  }

  /** The user looks at the conversation: its failure is known. */
  seen(conversationId: string): void {
    this.#states.seen(conversationId);
    this.#show();
  }

  /** `undefined` if the conversation does nothing in this window. */
  stateOf(conversationId: string): State | undefined {
    return this.#states.ownState(conversationId);
  }

  dispose(): void {
    showIdle(this.#item);
  }

  #show(): void {
    const running = [...this.#states.all];
    const state = ORDER.find((one) => running.some(([, other]) => other === one));
    const icon = state && ICONS[state];
    if (state === undefined || icon === undefined) {
      showIdle(this.#item);
      return;
    }
    const alike = running.filter(([, other]) => other === state).map(([id]) => id);
    const label = words.status(runWords[state], alike.length);
    this.#item.text = `${icon} ${label}`;
    this.#item.tooltip = words.statusTooltip;
    this.#item.command = { command: "galley.sessions.open", title: words.openConversation, arguments: [alike[0]] };
    this.#item.accessibilityInformation = { label };
  }
}

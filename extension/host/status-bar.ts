// What conversations are doing, in the status bar while they do it: one that waits for the user comes before one that answers.
import * as vscode from "vscode";
import type { RunState } from "../protocol/conversation.ts";
import type { ToWebview } from "../protocol/to-webview.ts";

type State = RunState["state"];

/** The first of these that a conversation is in is what is shown. */
const ORDER: readonly State[] = ["waiting", "retrying", "busy"];

const FACES: Readonly<Partial<Record<State, { icon: string; words: string }>>> = {
  waiting: { icon: "$(bell-dot)", words: "Galley asks" },
  retrying: { icon: "$(sync~spin)", words: "Galley tries again" },
  busy: { icon: "$(loading~spin)", words: "Galley answers" },
};

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("galley.status", vscode.StatusBarAlignment.Right, 100);
  readonly #states = new Map<string, State>();

  constructor() {
    this.#item.name = "Galley";
  }

  tell(sessionId: string, event: ToWebview): void {
    if (event.type !== "run") return;
    const { state } = event.run;
    if (ORDER.includes(state)) this.#states.set(sessionId, state);
    else this.#states.delete(sessionId);
    this.#show();
  }

  /** Of a conversation of this window that does something now. */
  stateOf(sessionId: string): State | undefined {
    return this.#states.get(sessionId);
  }

  dispose(): void {
    this.#item.dispose();
  }

  #show(): void {
    const running = [...this.#states];
    const state = ORDER.find((one) => running.some(([, other]) => other === one));
    const face = state && FACES[state];
    if (face === undefined) {
      this.#item.hide();
      return;
    }
    const alike = running.filter(([, other]) => other === state).map(([id]) => id);
    const more = alike.length > 1 ? ` (${alike.length})` : "";
    this.#item.text = `${face.icon} ${face.words}${more}`;
    this.#item.tooltip = "Show the conversation";
    this.#item.command = { command: "galley.sessions.open", title: "Open Conversation", arguments: [alike[0]] };
    this.#item.accessibilityInformation = { label: `${face.words}${more}` };
    this.#item.show();
  }
}

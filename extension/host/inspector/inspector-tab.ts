// The inspector's tab: shows beside the code what the model will see, or saw.
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { FromInspector, type ToInspector } from "../../protocol/inspection.ts";
import type { Inspected } from "../../preview/inspect.ts";
import { drawPage, pageFiles } from "../window/draw-page.ts";
import { showPlace } from "../window/editor.ts";
import * as words from "./words.ts";

/** The tab updates when the draft has not changed for this long. */
const UPDATE_AFTER_MS = 200;

type Look = () => Promise<Inspected | undefined>;

interface Shows {
  /** Updates when the draft changes. */
  isLive: boolean;
  /** The message that a sent request was for. */
  turn?: { session_id: string; message_id: string };
}

export class InspectorTab implements vscode.Disposable {
  static readonly view = "galley.inspector";
  readonly #files: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  #panel: vscode.WebviewPanel | undefined;
  readonly #replay: (turn: Shows["turn"]) => Promise<void>;
  #look: (Shows & { look: Look }) | undefined;
  #shown: Inspected | undefined;
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  /** `replay` shows what was sent for a message beside what would be sent now. */
  constructor(extension: vscode.Uri, log: vscode.LogOutputChannel, replay: (turn: Shows["turn"]) => Promise<void>) {
    this.#files = pageFiles(extension);
    this.#log = log;
    this.#replay = replay;
  }

  show(title: string, look: Look, shows: Shows): void {
    this.#look = { ...shows, look };
    this.#panel ??= this.#open();
    this.#panel.title = title;
    this.#panel.reveal(undefined, true);
    void this.#update();
  }

  /** The request that would be sent now is in sight. */
  get isNextShown(): boolean {
    return this.#panel?.visible === true && this.#look?.isLive === true;
  }

  /** Call it when the draft, the pins, the model or the conversation changed. */
  changed(): void {
    if (this.#panel === undefined || this.#look?.isLive !== true) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), UPDATE_AFTER_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#panel?.dispose();
  }

  #open(): vscode.WebviewPanel {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { retainContextWhenHidden: true };
    const panel = vscode.window.createWebviewPanel(InspectorTab.view, "", column, options);
    panel.iconPath = new vscode.ThemeIcon("eye");
    const { webview } = panel;
    webview.onDidReceiveMessage((raw) => void this.#receive(raw));
    // What it shows is not followed while it is hidden.
    panel.onDidChangeViewState(() => {
      if (panel.visible) this.changed();
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#look = undefined;
    });
    drawPage(webview, this.#files, "inspector");
    return panel;
  }

  async #update(): Promise<void> {
    const round = ++this.#round;
    const looked = await this.#lookNow();
    if (round !== this.#round) return;
    this.#shown = "reason" in looked ? undefined : looked;
    const message: ToInspector =
      "reason" in looked
        ? { type: "nothing", reason: looked.reason }
        : { type: "inspection", inspection: looked.inspection };
    void this.#panel?.webview.postMessage(message);
  }

  async #lookNow(): Promise<Inspected | { reason: string }> {
    try {
      const looked = await this.#look?.look();
      return looked ?? { reason: words.nothingToShow };
    } catch (error) {
      this.#log.error(`The request preview failed: ${reasonOf(error)}`);
      return { reason: words.notShown(reasonOf(error)) };
    }
  }

  async #receive(raw: unknown): Promise<void> {
    const parsed = FromInspector.safeParse(raw);
    if (!parsed.success) {
      this.#log.warn(`Rejected a message from the request preview: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case "ready":
        return this.#update();
      case "open":
        await showPlace(message.place.path, message.place.range).catch((error: unknown) => {
          void vscode.window.showErrorMessage(reasonOf(error));
        });
        return;
      case "copy": {
        const whole = message.what === "wire" ? this.#shown?.request : this.#shown?.manifest;
        await vscode.env.clipboard.writeText(JSON.stringify(whole ?? null, null, 2));
        vscode.window.setStatusBarMessage(words.copied, 2_000);
        return;
      }
      case "replay":
        await this.#replay(this.#look?.turn).catch((error: unknown) => {
          void vscode.window.showErrorMessage(reasonOf(error));
        });
        return;
      case "fault":
        this.#log.error(`The request preview reported: ${message.message}`);
        return;
      default:
        message satisfies never;
    }
  }
}

// Everything behind the panel, loaded when it is first needed: ports filled with VS Code, sessions opened on the store.
import { mkdirSync } from "node:fs";
import * as vscode from "vscode";
import { v7 as uuid } from "uuid";
import { defaultLayers } from "../assemble/layers.ts";
import type { Failure } from "../message/failure.ts";
import { KnownPart } from "../message/part.ts";
import { listSessions } from "../persist/sessions.ts";
import { openStore, type Store } from "../persist/store.ts";
import type { Draft } from "../protocol/draft.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import { measureDraft } from "../turn/meter.ts";
import type { Rooms } from "../turn/rooms.ts";
import { Session } from "../turn/session.ts";
import { preview } from "../turn/turn.ts";
import type { GalleyApi, GalleyEvent } from "./api.ts";
import { Bridge } from "./bridge.ts";
import { selectionParts } from "./editor.ts";
import { readFile } from "./files.ts";
import { languageModel } from "./language-model.ts";
import { Models } from "./models.ts";
import { isProcessAlive, processName } from "./owner.ts";
import type { Panel } from "./panel.ts";
import { attachmentLimits, fileRefInlineBytes } from "./settings.ts";
import { folderNames } from "./workspace.ts";

const CURRENT = "galley.session";

export class Core implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel("Galley", { log: true });
  readonly models = new Models();
  readonly bridge: Bridge;
  readonly #context: vscode.ExtensionContext;
  readonly #panel: Panel;
  readonly #events: vscode.EventEmitter<GalleyEvent>;
  readonly #store: Store;
  readonly #rooms: Rooms;
  readonly #sessions = new Map<string, Session>();
  #current: string;
  #measuring = 0;

  /** Throws with words for the user when the conversations cannot be opened. */
  constructor(context: vscode.ExtensionContext, panel: Panel, events: vscode.EventEmitter<GalleyEvent>) {
    this.#context = context;
    this.#panel = panel;
    this.#events = events;
    this.#store = openConversations(context);
    this.#rooms = this.#makeRooms();
    this.#current = context.workspaceState.get(CURRENT) ?? listSessions(this.#store)[0]?.id ?? this.#rooms.newId("ses");
    this.bridge = new Bridge(this, panel, this.log);
    this.models.onChange(() => {
      this.#panel.post({ type: "model", model: this.session().shownModel() });
      void this.measure();
    });
  }

  /** The session the panel shows, or one by id. */
  session(id: string = this.#current): Session {
    const open = this.#sessions.get(id) ?? new Session(this.#rooms, id);
    this.#sessions.set(id, open);
    return open;
  }

  listSessions(): ReturnType<typeof listSessions> {
    return listSessions(this.#store);
  }

  show(id: string): void {
    this.#current = id;
    void this.#context.workspaceState.update(CURRENT, id);
    this.#panel.post({ type: "snapshot", snapshot: this.session().snapshot() });
    void this.measure();
  }

  newSession(): void {
    this.show(this.#rooms.newId("ses"));
  }

  /** The active editor's selections, at the caret; the panel is shown and has the focus, so that one can type on. */
  async addSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) throw new Error("Open a text editor and select what you want to add.");
    const parts = selectionParts(editor);
    await this.#panel.reveal();
    this.#panel.post({ type: "insert", parts, at: "caret" });
    this.#panel.post({ type: "focus" });
  }

  /** Into the draft: at the caret when the panel is there, else behind what is stored. */
  addParts(raw: readonly unknown[], at: "caret" | "end"): void {
    const parts = raw.map((part) => KnownPart.parse(part));
    const session = this.session();
    if (this.#panel.isOpen) this.#panel.post({ type: "insert", parts, at });
    else session.saveDraft({ parts: [...session.draft().parts, ...parts] });
  }

  async submitOrThrow(raw: readonly unknown[], sessionId?: string): Promise<{ messageId: string; queued: boolean }> {
    const result = await this.session(sessionId).submit(raw.map((part) => KnownPart.parse(part)));
    if (!result.ok) throw new Error(result.failure.message);
    return { messageId: result.message_id, queued: false };
  }

  async previewRequest(parts: readonly KnownPart[] = this.session().draft().parts): ReturnType<GalleyApi["preview"]> {
    const { assembled, prepared } = await preview(this.#rooms, this.#current, parts);
    return { request: prepared.request, manifest: assembled.manifest, warnings: prepared.warnings };
  }

  /** Tells the panel what its draft amounts to. Only the newest draft's figures are told. */
  async measure(draft: Draft = this.session().draft()): Promise<void> {
    const round = ++this.#measuring;
    const { meter, measures } = await measureDraft(this.#rooms, this.#current, draft.parts);
    if (round !== this.#measuring) return;
    this.#panel.post({ type: "measures", measures });
    this.#panel.post({ type: "meter", meter });
  }

  fail(failure: Failure): void {
    this.log.error(`${failure.stage}/${failure.code}: ${failure.message}`);
    this.#panel.post({ type: "failure", failure });
  }

  dispose(): void {
    this.models.dispose();
    for (const session of this.#sessions.values()) session.stop();
    this.#store.close();
    this.log.dispose();
  }

  #makeRooms(): Rooms {
    return {
      store: this.#store,
      readFile: (target) => readFile(target, fileRefInlineBytes()),
      attachmentLimits,
      layers: () => defaultLayers(folderNames()),
      model: () => this.models.current(),
      languageModel,
      now: () => Date.now(),
      newId: (prefix) => `${prefix}_${uuid()}`,
      emit: (sessionId, event) => {
        this.#tell(sessionId, event);
      },
      owner: processName,
      isAlive: isProcessAlive,
    };
  }

  #tell(sessionId: string, event: ToWebview): void {
    this.#events.fire({ session_id: sessionId, event });
    if (event.type === "failure")
      this.log.error(`${event.failure.stage}/${event.failure.code}: ${event.failure.message}`);
    if (sessionId !== this.#current) return;
    this.#panel.post(event);
    if (event.type !== "run") return;
    const isBusy = event.run.state === "busy";
    void vscode.commands.executeCommand("setContext", "galley.busy", isBusy);
    if (!isBusy) void this.measure();
  }
}

/** One database per workspace; a window without a folder has one of its own. */
function openConversations(context: vscode.ExtensionContext): Store {
  const folder = context.storageUri ?? context.globalStorageUri;
  const path = vscode.Uri.joinPath(folder, "galley.db").fsPath;
  try {
    mkdirSync(folder.fsPath, { recursive: true });
    return openStore(path);
  } catch (error) {
    throw new Error(`Galley could not open its conversations at ${path}.`, { cause: error });
  }
}

// Everything behind the panel, loaded when it is first needed: ports filled with VS Code, sessions opened on the store.
import { join } from "node:path";
import * as vscode from "vscode";
import type { Failure } from "../message/failure.ts";
import { KnownPart } from "../message/part.ts";
import type { SessionSummary } from "../message/session.ts";
import { openSafely } from "../persist/open.ts";
import { sessionsWithQueue } from "../persist/queue.ts";
import { isDeleted, listSessions, readSession, runningSessions } from "../persist/sessions.ts";
import type { Store } from "../persist/store.ts";
import { type Draft } from "../protocol/draft.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import type { Rooms } from "../turn/rooms.ts";
import { Session } from "../turn/session.ts";
import { preview } from "../turn/turn.ts";
import { weigh } from "../turn/weigh.ts";
import type { GalleyApi, GalleyEvent } from "./api.ts";
import { Agents, tellWhoAnswers } from "./agents.ts";
import { Bridge } from "./bridge.ts";
import { makeRooms } from "./make-rooms.ts";
import { Memories } from "./memories.ts";
import { Models } from "./models.ts";
import { carryOutFor } from "./command-actions.ts";
import { CommandCatalog } from "./command-catalog.ts";
import { Contexts } from "./contexts.ts";
import { conversationSource } from "./conversations.ts";
import { commands } from "./commands.ts";
import { DraftDoor } from "./draft-door.ts";
import { Surroundings } from "./frame.ts";
import { Gauge } from "./gauge.ts";
import { Ghosts } from "./ghosts.ts";
import { keepHouse } from "./housekeeping.ts";
import { Inspector } from "./inspector.ts";
import { setKey } from "./keys.ts";
import { OtherWindows } from "./other-windows.ts";
import type { Panel } from "./panel.ts";
import { Providers } from "./providers.ts";
import type { RegisteredPins } from "./registered-pins.ts";
import type { RegisteredCommands } from "./registered-commands.ts";
import type { RegisteredContexts } from "./registered-contexts.ts";
import { Reference } from "./reference.ts";
import { isUsual, SessionList } from "./session-list.ts";
import type { SessionsView } from "./sessions-view.ts";
import { Shelf } from "./shelf.ts";
import type { ShelfView } from "./shelf-view.ts";
import { Suggest } from "./suggest.ts";
import { contextSource } from "./suggest-contexts.ts";
import { storageFolder } from "./storage.ts";
import { onPanelSettings, panelSettings, resumesOnStart } from "./settings.ts";
import { TakeIn } from "./take-in.ts";

const CURRENT = "galley.session";

/** What VS Code knows of Galley before the core is loaded. */
export interface Shell {
  context: vscode.ExtensionContext;
  panel: Panel;
  sessions: SessionsView;
  shelf: ShelfView;
  pins: RegisteredPins;
  contexts: RegisteredContexts;
  registered: RegisteredCommands;
  events: vscode.EventEmitter<GalleyEvent>;
}

export class Core implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel("Galley", { log: true });
  readonly providers: Providers;
  readonly models: Models;
  readonly agents: Agents;
  readonly memories: Memories;
  readonly surroundings = new Surroundings(this);
  readonly commands: CommandCatalog;
  readonly contexts: Contexts;
  readonly ghosts: Ghosts;
  readonly reference = new Reference();
  readonly bridge: Bridge;
  readonly takeIn: TakeIn;
  readonly list: SessionList;
  readonly shelf: Shelf;
  readonly suggest: Suggest;
  readonly inspector: Inspector;
  readonly store: Store;
  readonly rooms: Rooms;
  /** Ways into and out of the unsent message. */
  readonly draft: DraftDoor;
  readonly context: vscode.ExtensionContext;
  readonly #panel: Panel;
  readonly #events: vscode.EventEmitter<GalleyEvent>;
  readonly #others: OtherWindows;
  readonly #settings = onPanelSettings(() => {
    this.tellSettings();
  });
  readonly #sessions = new Map<string, Session>();
  #current: string;
  readonly #gauge: Gauge;

  constructor({ context, panel, sessions, shelf, pins, contexts, registered, events }: Shell) {
    this.context = context;
    this.#panel = panel;
    this.#events = events;
    this.providers = new Providers(context.secrets, this.log);
    this.store = openConversations(context, this.log);
    this.models = new Models(this);
    this.agents = new Agents(context, this.store, this.log);
    this.memories = new Memories(this);
    this.commands = new CommandCatalog(registered, this.log);
    this.contexts = new Contexts(contexts, this.store);
    this.ghosts = new Ghosts(this, (event) => {
      this.#tell(this.#current, event);
    });
    this.rooms = makeRooms(this, (sessionId, event) => {
      this.#tell(sessionId, event);
    });
    this.draft = new DraftDoor(this, panel);
    this.#current = this.#lastShown();
    this.inspector = new Inspector(context.extensionUri, this.log);
    this.#gauge = new Gauge(this, this.rooms, (message) => {
      panel.post(message);
    });
    this.takeIn = new TakeIn(this, (message) => {
      panel.post(message);
    });
    this.bridge = new Bridge(this, panel, this.log);
    this.list = new SessionList(this, sessions, context.workspaceState);
    this.shelf = new Shelf(this, shelf, pins);
    this.suggest = new Suggest(panel, context.workspaceState, (part) => weigh(this.rooms, this.#current, [part]));
    this.suggest.register(
      contextSource(() => this.contexts.names, "begun"),
      "first",
    );
    this.suggest.register(contextSource(() => this.contexts.names, "all"));
    this.suggest.register(conversationSource(this.store, () => this.#current));
    this.#others = new OtherWindows(this, () => panel.isVisible || sessions.tree.visible || shelf.tree.visible);
    keepHouse(this.store, this.log, Date.now());
    if (!this.store.readOnly && resumesOnStart())
      for (const id of sessionsWithQueue(this.store)) this.session(id).resume();
    this.#updateKeys();
    this.commands.onChange(() => {
      this.post({ type: "catalog", commands: this.commands.specs() });
      void this.measure();
    });
    tellWhoAnswers(this);
  }

  /** The session the panel shows, or one by id. */
  session(id: string = this.#current): Session {
    const open = this.#sessions.get(id) ?? new Session(this.rooms, id);
    this.#sessions.set(id, open);
    return open;
  }

  /** A command of package.json, with whatever it was called with. */
  run(command: string, args: readonly unknown[]): unknown {
    return commands[command]?.(this, ...args);
  }

  listSessions(): SessionSummary[] {
    return listSessions(this.store);
  }

  /** The sessions with a turn under way, in this window or another. */
  running(): ReturnType<typeof runningSessions> {
    const { owner, now, isAlive } = this.rooms;
    return runningSessions(this.store, { owner, now: now(), isAlive });
  }

  show(id: string, options: { replacesDraft?: boolean } = {}): void {
    this.#current = id;
    void this.context.workspaceState.update(CURRENT, id);
    this.changed(id, options);
  }

  /** The latest of the others, or a new one: what is shown when this one goes. */
  showNext(): void {
    const next = this.listSessions().find((session) => isUsual(session) && session.id !== this.#current);
    if (next === undefined) this.newSession();
    else this.show(next.id);
  }

  /** Stored in another way than by its own turn: whoever shows it learns of it. */
  changed(id: string, { replacesDraft = false }: { replacesDraft?: boolean } = {}): void {
    this.list.update();
    if (id !== this.#current) return;
    const snapshot = this.session().snapshot();
    this.#panel.post({ type: "snapshot", snapshot, ...(replacesDraft && { replace_draft: true }) });
    this.#updateKeys();
    void this.measure();
  }

  /** What is on disk counts again, unless a turn is ahead of it. */
  reread(id: string): void {
    if (this.#sessions.get(id)?.run.state === "idle") this.#sessions.delete(id);
  }

  /** To the panel, whatever it shows. */
  post(message: ToWebview): void {
    this.#panel.post(message);
  }

  /** The panel can be seen; the focus stays where it is if that is possible. */
  revealPanel(): Promise<void> {
    return this.#panel.show();
  }

  newId(prefix: "msg" | "man" | "ses"): string {
    return this.rooms.newId(prefix);
  }

  newSession(): void {
    this.show(this.rooms.newId("ses"));
  }

  async submitOrThrow(raw: readonly unknown[], sessionId?: string): Promise<{ messageId: string; queued: boolean }> {
    const parts = raw.map((part) => KnownPart.parse(part));
    const session = this.session(sessionId);
    if (await carryOutFor(this, session.id, parts)) return { messageId: "", queued: false };
    const result = await session.submit(parts);
    if (!result.ok) throw new Error(result.failure.message);
    return { messageId: result.message_id, queued: result.queued };
  }

  async previewRequest(parts: readonly KnownPart[] = this.session().draft().parts): ReturnType<GalleyApi["preview"]> {
    await this.commands.ready;
    const { assembled, prepared } = await preview(this.rooms, this.#current, parts);
    return { request: prepared.request, manifest: assembled.manifest, warnings: prepared.warnings };
  }

  /** Without a draft: something else has changed that the meter, the Shelf and the inspector show. */
  measure(draft?: Draft): Promise<void> {
    this.ghosts.update();
    return this.#gauge.measure(draft);
  }

  fail(failure: Failure): void {
    this.log.error(`${failure.stage}/${failure.code}: ${failure.message}`);
    this.#panel.post({ type: "failure", failure });
  }

  tellSettings(): void {
    this.#panel.post({ type: "settings", settings: panelSettings() });
  }

  dispose(): void {
    this.#settings.dispose();
    this.#others.dispose();
    this.shelf.dispose();
    this.#gauge.dispose();
    this.inspector.dispose();
    this.takeIn.dispose();
    this.suggest.dispose();
    this.contexts.dispose();
    this.ghosts.dispose();
    this.models.dispose();
    this.agents.dispose();
    this.memories.dispose();
    this.surroundings.dispose();
    this.commands.dispose();
    for (const session of this.#sessions.values()) session.close();
    this.store.close();
    this.log.dispose();
  }

  #tell(sessionId: string, event: ToWebview): void {
    this.#events.fire({ session_id: sessionId, event });
    if (event.type === "failure")
      this.log.error(`${event.failure.stage}/${event.failure.code}: ${event.failure.message}`);
    if (event.type === "run" || event.type === "title") this.list.update();
    if (sessionId !== this.#current) return;
    this.#panel.post(event);
    if (event.type === "queue") setKey("galley.queued", event.queue.items.length > 0);
    if (event.type !== "run") return;
    this.#updateKeys();
    if (event.run.state !== "busy") void this.measure();
  }

  /** A blank conversation stays blank, under an id of its own: another window may have the old one. */
  #lastShown(): string {
    const last = this.context.workspaceState.get<string>(CURRENT);
    if (last !== undefined && readSession(this.store, last) !== undefined) return last;
    const wasBlank = last !== undefined && !isDeleted(this.store, last);
    const latest = wasBlank ? undefined : this.listSessions().find(isUsual)?.id;
    return latest ?? this.rooms.newId("ses");
  }

  #updateKeys(): void {
    const stored = readSession(this.store, this.#current);
    setKey("galley.busy", this.running().has(this.#current));
    setKey("galley.queued", this.session().firstQueued() !== undefined);
    setKey("galley.blank", stored === undefined);
    setKey("galley.archived", stored !== undefined && stored.archived_at !== null);
  }
}

/** One database per workspace. */
function openConversations(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Store {
  const { store, notice } = openSafely(join(storageFolder(context), "galley.db"), Date.now());
  if (notice !== undefined) {
    log.warn(notice);
    void vscode.window.showWarningMessage(notice);
  }
  return store;
}

// Everything behind the panel, loaded when it is first needed: ports filled with VS Code, sessions opened on the store.
import { join } from "node:path";
import * as vscode from "vscode";
import type { Failure } from "../message/failure.ts";
import { KnownPart } from "../message/part.ts";
import { Secrets } from "../message/secrets.ts";
import type { SessionSummary } from "../message/session.ts";
import { openSafely } from "../persist/database/open.ts";
import { sessionsWithQueue } from "../persist/queue.ts";
import { runningSessions } from "../persist/lease.ts";
import { listSessions } from "../persist/sessions.ts";
import type { Store } from "../persist/database/store.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import { TAKEN_OVER } from "../turn/recorder.ts";
import type { Rooms } from "../turn/rooms.ts";
import type { Session } from "../turn/session.ts";
import { Sessions } from "../turn/sessions.ts";
import { preview } from "../turn/turn.ts";
import type { GalleyApi, GalleyEvent } from "./api/api.ts";
import { type Acp, registerAcp } from "./acp/register.ts";
import { Agents, tellWhoAnswers } from "./profiles/agents.ts";
import { makeRooms } from "./make-rooms.ts";
import { type Mcp, registerMcp } from "./mcp/register.ts";
import { type Memory, registerMemory } from "./memory/register.ts";
import { Models } from "./models/models.ts";
import * as needs from "./capability-needs.ts";
import { registerSlashCommands, type SlashCommands } from "./commands/register.ts";
import { Contexts } from "./context/contexts.ts";
import { commandsOf } from "./commands.ts";
import type { CommandHandlers } from "./window/command-handlers.ts";
import { Copied } from "./context/copied.ts";
import type { DraftDoor } from "./panel/draft-door.ts";
import { Surroundings } from "./context/frame.ts";
import { keepHouse } from "./conversations/housekeeping.ts";
import { hidingLog } from "./window/hiding-log.ts";
import { Inspector } from "./inspector/inspector.ts";
import { keepBefores } from "./edits/apply-review.ts";
import { followShells } from "./edits/insert-terminal.ts";
import { followEditors } from "./window/last-editor.ts";
import { followDocuments } from "./files/open-documents.ts";
import { OtherWindows } from "./conversations/other-windows.ts";
import { paneFocus } from "./window/pane-focus.ts";
import { Panes, type Panels } from "./panel/panes.ts";
import { Policies } from "./context/policies.ts";
import { Providers } from "./models/providers.ts";
import type { RegisteredPins } from "./shelf/registered-pins.ts";
import type { RegisteredCommands } from "./commands/registered-commands.ts";
import type { RegisteredContexts } from "./context/registered-contexts.ts";
import { Reference } from "./context/reference.ts";
import { SessionList } from "./conversations/session-list.ts";
import type { SessionsView } from "./conversations/sessions-view.ts";
import { Shelf } from "./shelf/shelf.ts";
import type { ShelfView } from "./shelf/view.ts";
import { registerSkills, type Skills } from "./skills/register.ts";
import { tellRuleProblems } from "./tools/rule-problems.ts";
import { registerSuggest } from "./suggest/register.ts";
import type { Suggest } from "./suggest/suggest.ts";
import { StatusBar } from "./window/status-bar.ts";
import { storageFolder } from "./files/storage.ts";
import { Toolbox } from "./tools/toolbox.ts";
import { onPanelSettings, panelSettings, resumesOnStart } from "./settings/settings.ts";

/** What VS Code knows of Galley before the core is loaded. */
export interface Shell {
  context: vscode.ExtensionContext;
  panels: Panels;
  sessions: SessionsView;
  shelf: ShelfView;
  pins: RegisteredPins;
  contexts: RegisteredContexts;
  registered: RegisteredCommands;
  events: vscode.EventEmitter<GalleyEvent>;
}

export class Core implements vscode.Disposable {
  /** Values that stand in no log and in no journal of this window. */
  readonly secrets = new Secrets();
  readonly log = hidingLog(vscode.window.createOutputChannel("Galley", { log: true }), this.secrets);
  readonly providers: Providers;
  readonly models: Models;
  readonly agents: Agents;
  readonly memories: Memory;
  readonly mcp: Mcp;
  readonly offers: Mcp["offers"];
  readonly skills: Skills;
  readonly toolbox: Toolbox;
  readonly acp: Acp;
  readonly status = new StatusBar();
  readonly surroundings = new Surroundings(this);
  readonly commands: SlashCommands;
  readonly contexts: Contexts;
  readonly policies: Policies;
  readonly reference = new Reference();
  readonly copied = new Copied();
  readonly panes: Panes;
  readonly list: SessionList;
  readonly shelf: Shelf;
  readonly suggest: Suggest;
  readonly inspector: Inspector;
  readonly store: Store;
  readonly rooms: Rooms;
  readonly context: vscode.ExtensionContext;
  readonly #events: vscode.EventEmitter<GalleyEvent>;
  readonly #others: OtherWindows;
  readonly #editors = vscode.Disposable.from(followEditors(), followDocuments(), followShells(), keepBefores());
  readonly #house: vscode.Disposable;
  readonly #ruleProblems = tellRuleProblems(this.log);
  readonly #settings = onPanelSettings(() => {
    this.post({ type: "settings", settings: panelSettings() });
  });
  readonly #sessions: Sessions;
  readonly #handlers: CommandHandlers;

  constructor({ context, panels, sessions, shelf, pins, contexts, registered, events }: Shell) {
    this.context = context;
    this.#events = events;
    this.providers = new Providers(context.secrets, this.log, this.secrets);
    this.store = openConversations(context, this.log);
    this.models = new Models(this);
    this.agents = new Agents(context, this.store, this.log);
    this.memories = registerMemory(needs.memoryNeeds(this));
    this.skills = registerSkills(needs.skillsNeeds(this), needs.trySkillNeeds(this), needs.authoringNeeds(this));
    this.mcp = registerMcp(needs.mcpNeeds(this), needs.mcpAnswers(this));
    this.offers = this.mcp.offers;
    this.toolbox = new Toolbox(this);
    this.acp = registerAcp(needs.agentNeeds(this), needs.agentChoiceNeeds(this));
    this.commands = registerSlashCommands(needs.commandSources(this, registered), needs.commandDrafts(this));
    this.contexts = new Contexts(contexts, this.store);
    this.policies = new Policies(context.workspaceState);
    this.rooms = makeRooms(this, (sessionId, event) => {
      this.#tell(sessionId, event);
    });
    this.#sessions = new Sessions(this.rooms);
    void this.toolbox.edits.settle();
    this.panes = new Panes(this, panels);
    this.inspector = new Inspector(context.extensionUri, this.log);
    this.list = new SessionList(this, sessions, context.workspaceState);
    this.shelf = new Shelf(this, shelf, pins);
    this.suggest = registerSuggest(needs.suggestNeeds(this));
    this.#others = new OtherWindows(
      this,
      () => this.panes.all.some(({ panel }) => panel.isVisible) || sessions.tree.visible || shelf.isVisible,
    );
    this.#house = keepHouse(this.store, this.log);
    if (!this.store.readOnly && resumesOnStart())
      for (const id of sessionsWithQueue(this.store)) this.session(id).resume();
    this.#handlers = commandsOf(this);
    this.panes.updateKeys();
    this.#followOffers();
  }

  /** The session of the pane that was used last, or one by id. */
  session(id: string = this.panes.focused.id): Session {
    return this.#sessions.of(id);
  }

  /** A command of package.json, with whatever it was called with. */
  run(command: string, args: readonly unknown[]): unknown {
    // A command on a tree item leaves the focus in the tree.
    if (args[0] instanceof vscode.TreeItem) paneFocus.elsewhere();
    return this.#handlers[command]?.(...args);
  }

  listSessions(): SessionSummary[] {
    return listSessions(this.store);
  }

  /** The sessions with a turn under way, in this window or another. */
  running(): ReturnType<typeof runningSessions> {
    const { owner, now, isAlive } = this.rooms;
    return runningSessions(this.store, { owner, now: now(), isAlive });
  }

  /** Of the pane that was used last. */
  get draft(): DraftDoor {
    return this.panes.focused.draft;
  }

  /** A pane shows it, and can be seen; the focus stays where it is. */
  open(id: string): Promise<void> {
    return this.panes.show(id).panel.show();
  }

  /** Updates the panes and the list after a conversation was changed by something other than its own turn. */
  changed(id: string, options: { replacesDraft?: boolean } = {}): void {
    this.list.update();
    this.panes.refresh(id, options);
    this.#followAgents();
  }

  /** What is on disk counts again, unless this window is ahead of it. */
  reread(id: string): void {
    this.#sessions.reread(id);
  }

  /** To every pane, whatever it shows. */
  post(message: ToWebview): void {
    for (const pane of this.panes.all) pane.post(message);
  }

  newId(prefix: "msg" | "man" | "ses" | "inv"): string {
    return this.rooms.newId(prefix);
  }

  async submitOrThrow(raw: readonly unknown[], sessionId: string): Promise<{ messageId: string; queued: boolean }> {
    const parts = raw.map((part) => KnownPart.parse(part));
    const session = this.session(sessionId);
    if (await this.commands.carryOutFor(session.id, parts)) return { messageId: "", queued: false };
    const result = await session.submit(parts);
    if (!result.ok) throw new Error(result.failure.message);
    return { messageId: result.message_id, queued: result.queued };
  }

  /** In the conversation of the main pane. */
  async previewRequest(given?: readonly KnownPart[]): ReturnType<GalleyApi["preview"]> {
    await this.commands.ready;
    const { id, session } = this.panes.main;
    const { assembled, prepared } = await preview(this.rooms, id, given ?? session.draft().parts);
    return { request: prepared.request, manifest: assembled.manifest, warnings: prepared.warnings };
  }

  /** Something has changed that the meters, the Shelf and the inspector show. */
  async measure(): Promise<void> {
    await Promise.all(this.panes.all.map((pane) => pane.measure()));
  }

  /** Told where the user looks. */
  fail(failure: Failure): void {
    this.panes.focused.fail(failure);
  }

  dispose(): void {
    const own = [this.#settings, this.#editors, this.#ruleProblems, this.#others, this.#house];
    const shown = [this.shelf, this.panes, this.inspector, this.copied, this.suggest, this.status];
    const known = [this.contexts, this.policies, this.models, this.agents, this.memories, this.surroundings];
    const offered = [this.mcp, this.skills, this.toolbox, this.acp, this.commands];
    for (const one of [...own, ...shown, ...known, ...offered]) one.dispose();
    this.#sessions.close();
    this.store.close();
    this.log.dispose();
  }

  /** What can be written changes with commands, models and agents. */
  #followOffers(): void {
    this.commands.onChange(() => {
      for (const pane of this.panes.all) pane.post({ type: "catalog", commands: this.commands.specs(pane.id) });
      void this.measure();
    });
    tellWhoAnswers(this);
    this.acp.onChange(() => {
      this.models.agentsChanged();
    });
    this.models.onChange(() => {
      this.#followAgents();
    });
  }

  /** Updates the commands that agents offer in each conversation, and meets the agents of open panels. */
  #followAgents(): void {
    this.commands.offer(
      (id) => this.acp.commandsOf(id),
      this.panes.all.map(({ id }) => id),
    );
    for (const { id, panel } of this.panes.all) if (panel.isOpen) void this.acp.meet(id);
  }

  #tell(sessionId: string, event: ToWebview): void {
    this.#events.fire({ session_id: sessionId, event });
    if (event.type === "failure")
      this.log.error(`${event.failure.stage}/${event.failure.code}: ${event.failure.message}`);
    if (event.type === "failure" && event.failure.code === TAKEN_OVER.code) this.changed(sessionId);
    this.status.tell(sessionId, event);
    if (event.type === "run" || event.type === "title") this.list.update();
    this.panes.tell(sessionId, event);
  }
}

async function offerFolder(notice: string, folder: string): Promise<void> {
  const [reload, show] = ["Reload Window", "Show Folder"];
  const answer = await vscode.window.showWarningMessage(notice, reload, show);
  if (answer === reload) await vscode.commands.executeCommand("workbench.action.reloadWindow");
  if (answer === show) await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(folder));
}

/** One database per workspace. */
function openConversations(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Store {
  const { store, notice } = openSafely(join(storageFolder(context), "galley.db"), Date.now());
  if (notice !== undefined) {
    log.warn(notice);
    void offerFolder(notice, storageFolder(context));
  }
  return store;
}

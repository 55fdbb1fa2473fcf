// Makes every feature of the window and gives it what it needs. No logic: that belongs in the features.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as vscode from "vscode";
import { memoryTools } from "../memory/tools.ts";
import { Secrets } from "../message/secrets/secrets.ts";
import { isUsual } from "../message/conversation.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { listConversations } from "../persist/conversations.ts";
import { readPins } from "../persist/pins.ts";
import { sampleModel } from "../pipelines/sampling.ts";
import { expansionFor } from "../preview/command-notes.ts";
import { inspectNext, inspectTurn } from "../preview/inspect.ts";
import { measureDraft } from "../preview/meter.ts";
import { preview } from "../preview/preview.ts";
import { replayTurn } from "../preview/replay.ts";
import { tokensInParts } from "../preview/tokens-in-parts.ts";
import { loadLibrary } from "../send/libraries.ts";
import { rulesOf } from "../turn/tools/allowed.ts";
import { loadPackage, recordLoad } from "../skills/run/load-package.ts";
import { TOOL_NAMES } from "../tools/tool-names.ts";
import { failedSince } from "../turn/conversation/shared-run.ts";
import { toolsOfSkills } from "../turn/request/offered-tools.ts";
import { loadPorts } from "../turn/skill-ports.ts";
import { registerAcp } from "./acp/register.ts";
import type { GalleyEvent } from "./api/api.ts";
import type { ApiNeeds } from "./api/to-api.ts";
import { offersToPublic, toPublic } from "./api/to-public.ts";
import { registerSlashCommands } from "./commands/register.ts";
import type { RegisteredCommands } from "./commands/registered-commands.ts";
import { impatient } from "./completion/impatient.ts";
import { registerCompletion } from "./completion/register.ts";
import { registerContext } from "./context/register.ts";
import type { RegisteredContexts } from "./context/registered/registered-contexts.ts";
import { readConversation } from "./conversations/read-conversation.ts";
import { openConversations } from "./conversations/open-store.ts";
import { chooseStorage } from "./conversations/storage-place.ts";
import { registerConversations } from "./conversations/register.ts";
import type { ConversationsView } from "./conversations/conversations-view.ts";
import { registerDoor } from "./door/register.ts";
import { registerEdits } from "./edits/register.ts";
import { keepAutomatic } from "./files/kept-out.ts";
import { followDocuments } from "./files/open-documents.ts";
import { followFolders } from "./files/own-uri.ts";
import { ATTACHMENTS, RESULTS } from "./files/storage.ts";
import { pathOf } from "./files/workspace.ts";
import { registerInspector } from "./inspector/register.ts";
import { registerMcp } from "./mcp/register.ts";
import { registerMemory } from "./memory/register.ts";
import { registerModels } from "./models/register.ts";
import { followChanges } from "./panel/follow.ts";
import type { Panels } from "./panel/panes.ts";
import { registerPanel } from "./panel/register.ts";
import { registerProfiles } from "./profiles/register.ts";
import { registerSchedules } from "./schedules/register.ts";
import { followSettings, storageFolderSetting, toolRules } from "./settings/settings.ts";
import { approveCall } from "./refactor/approve-call.ts";
import { askingModel } from "./refactor/asking-model.ts";
import { registerRefactor } from "./refactor/register.ts";
import { registerShelf } from "./shelf/register.ts";
import type { RegisteredPins } from "./shelf/registered-pins.ts";
import type { ShelfView } from "./shelf/view.ts";
import { registerSkills } from "./skills/register.ts";
import { registerSuggest } from "./suggest/register.ts";
import { registerTools } from "./tools/register.ts";
import { registerTurns } from "./turns/register.ts";
import { submitting } from "./turns/submit.ts";
import { toPanel } from "./turns/to-panel.ts";
import { type CommandHandlers, runCommand } from "./window/command-handlers.ts";
import { hidingLog } from "./window/hiding-log.ts";
import { followEditors } from "./window/last-editor.ts";
import { StatusBar } from "./window/status-bar.ts";

/** Failures of this long ago are shown after a start. */
const FAILED_MS = 24 * 60 * 60 * 1000;

/** What `main.ts` registers with VS Code before the features are loaded. */
export interface Early {
  context: vscode.ExtensionContext;
  panels: Panels;
  sessions: ConversationsView;
  shelf: ShelfView;
  status: vscode.StatusBarItem;
  pins: RegisteredPins;
  contexts: RegisteredContexts;
  registered: RegisteredCommands;
  events: vscode.EventEmitter<GalleyEvent>;
}

/** A feature calls its needs later than it gets them, so a need may use a feature that is made after it. */
export function wire(early: Early) {
  const { context, events } = early;
  const settings = followSettings();
  const { workspaceState, globalState, extensionUri } = context;
  /** Values that the logs and the journal of this window hide. */
  const secrets = new Secrets();
  const log = hidingLog(vscode.window.createOutputChannel("Galley", { log: true }), secrets);
  const storage = chooseStorage(context, storageFolderSetting(), randomUUID());
  const store = openConversations(storage.folder, log);
  const failedFrom = Date.now() - FAILED_MS;
  const status = new StatusBar(early.status, failedSince(store, failedFrom));

  /** What most features need; each feature takes what its own `needs.ts` names. */
  const window = {
    ...{ context, workspaceState, globalState, extensionUri, storage, store, log },
    conversation: (id: string) => turns.conversation(id),
    newConversationId: () => turns.newId("ses"),
    isRunning: (id: string) => turns.running().has(id),
    focusedConversation: () => panes.focused.id,
    mainConversation: () => panes.main.id,
    measureAll: () => panes.measure(),
    openConversation: (id: string) => {
      status.seen(id);
      return panes.show(id).panel.show();
    },
    conversationChanged: (id: string, options?: { replacesDraft?: boolean }) => {
      keepChoices(id);
      conversations.list.update();
      panes.refresh(id, options);
      following.agents();
    },
    inherit: (from: string, to: string) => {
      models.inherit(from, to);
      profiles.inherit(from, to);
    },
    giveBack: (id: string, draft: Parameters<typeof panes.giveBack>[1]) => panes.giveBack(id, draft),
    reportFailure: (failure: Parameters<typeof panes.focused.fail>[0]) => panes.focused.fail(failure),
  };
  const keepChoices = (id: string) => {
    models.keepChoice(id);
    profiles.keepChoice(id);
  };
  const usual = () => listConversations(store).filter(isUsual);

  const models = registerModels({
    ...window,
    secretStorage: context.secrets,
    hidden: secrets,
    agentModel: (id) => acp.model(id),
    mayLookForServers: () => vscode.workspace.isTrusted,
    isInSidecarPane: (id) => panes.isSidecar(id),
    showPane: () => panes.showFocused(),
    agentItems: (id) => acp.pickerItems(id),
  });
  const profiles = registerProfiles({
    ...window,
    chosenModel: (id) => models.current(id),
    modelNamed: (name) => models.named(name),
    findModelsOfExtensions: () => models.refreshExtensionModels(),
  });
  const memory = registerMemory({ ...window, userStorage: context.globalStorageUri });
  const skills = registerSkills(
    {
      ...window,
      newRuleId: () => turns.newId("rul"),
      rules: () => rulesOf(turns.ports, ""),
      renderTemplates: (job) => profiles.render(job),
      memories: async () => (await memory.list()).memories,
      toolNames: async () => [...TOOL_NAMES, ...(await tools.offered(panes.main.id)).map(({ name }) => name)],
      loadPackage: (...wanted) => loadPackage(loadPorts(turns.ports, skills.composer), ...wanted),
      recordLoad: (...loaded) => {
        recordLoad(loadPorts(turns.ports, skills.composer), ...loaded);
      },
    },
    {
      ...window,
      toolsOfSkills: (id) => toolsOfSkills(turns.ports, id),
      commandOrigin: (id) => commands.current.byId.get(id)?.origin,
      insertIntoMain: (parts) => panes.main.draft.insertAtCaret(parts),
    },
    {
      ...window,
      openWithDraft: (id, draft) => {
        turns.conversation(id).input.save(draft);
        return panes.show(id, { replacesDraft: true }).panel.focus();
      },
    },
  );
  const mcp = registerMcp(
    { ...window, secrets },
    {
      ...window,
      ask: (id, question, signal) => turns.conversation(id).runner.ask(question, signal),
      model: (id) => profiles.modelOf(id),
      sample: (id, wanted, signal) => sampleModel(turns.ports, id, wanted, signal),
    },
  );
  const { offers } = mcp;
  const edits = registerEdits({ ...window, tell: (event) => turns.ports.emit(event) });
  const tools = registerTools({
    ...window,
    extensionPath: context.extensionPath,
    resultsFolder: join(storage.folder, RESULTS),
    attachmentsFolder: join(storage.folder, ATTACHMENTS),
    documents: edits.files,
    rules: (id) => rulesOf(turns.ports, id),
    skillTool: () => skills.tool(),
    authoringTools: (id, turn, files) => skills.authoringTools(id, turn, { files, documents: edits.files }),
    memoryTools: () => memoryTools(memory.store),
    serverTools: (id, taken, bound) => mcp.tools(id, taken, bound),
  });
  const acp = registerAcp(
    {
      ...window,
      journal: models.providers.journal,
      newMessageId: () => turns.newId("msg"),
      model: (id) => profiles.modelOf(id),
      notify: (session_id, notice) => turns.ports.emit({ type: "notice", session_id, notice }),
      world: {
        shell: tools.shell,
        tools: (id) => tools.offered(id),
        locate: (path) => tools.locate(path),
        text: (place) => edits.files.text(place),
        record: (place, before, after, about) => edits.files.record(place, before, after, about),
      },
      attachmentsFolder: () => join(storage.folder, ATTACHMENTS),
      knownServers: () => mcp.shareWithAgent(),
    },
    {
      ...window,
      selectedModel: (id) => models.current(id),
      selectModel: (id, model) => models.choose(id, model),
      renameConversation: (id, title) => turns.conversation(id).rename(title),
    },
    {
      ...window,
      extensionPath: context.extensionPath,
      userStorage: context.globalStorageUri,
      offSkills: () => skills.off.map(({ name }) => name),
      onSkillsChange: skills.onChange,
      rules: () => rulesOf(turns.ports, ""),
    },
  );
  const commands = registerSlashCommands(
    {
      ...window,
      registered: early.registered,
      prompts: () => offers.commands(),
      onPromptsChange: offers.onPrompts,
      skills: () => ({ enabled: skills.listing.skills, off: skills.off }),
      onSkillsChange: skills.onChange,
      skillsRead: () => skills.list(),
      composer: skills.composer,
    },
    {
      ...window,
      tellActed: (id, draft) => panes.of(id)?.post({ type: "acted", session_id: id, draft }),
      appendToFocused: (parts) => panes.focused.draft.addParts(parts, "end"),
      insertIntoFocused: async (parts) => {
        const { draft, panel } = panes.focused;
        await draft.addParts(parts, "caret");
        await panel.focus();
      },
    },
  );
  const submit = submitting({
    ...window,
    carryOutFor: (id, parts) => commands.carryOutFor(id, parts),
    automaticFor: (parts) => contexts.automatic.partsFor(parts),
  });
  const contexts = registerContext(
    {
      ...window,
      agent: (id) => profiles.of(id),
      render: profiles.render,
      memories: { list: () => memory.list() },
      skills: { list: () => skills.forModels() },
      shell: () => tools.shell.system,
      isShown: (id) => panes.of(id) !== undefined,
      insertAtCaret: (parts) => panes.focused.draft.insertAtCaret(parts),
      focusedPane: () => {
        const { id, draft, panel } = panes.focused;
        return { id, addToDraft: (parts) => draft.addTo(id, parts, "end"), show: () => panel.show() };
      },
      submit,
      readConversation: (mention, now) => readConversation(store, mention, now),
      isKnownCommand: (id) => commands.current.byId.has(id),
      recentFiles: () => suggest.recentFiles,
    },
    early.contexts,
  );
  const { surroundings } = contexts;
  const turns = registerTurns({
    ...window,
    readContext: (name, id) => contexts.read(name, id),
    readResource: (server, uri, sending) => offers.read(server, uri, sending),
    readSymbols: (path) => contexts.readSymbols(path),
    livePins: (id) => shelf.livePins(id),
    layers: (wanted) => surroundings.read(wanted),
    catalog: () => commands.current,
    bringPrompt: (id, sending) => offers.bring(id, sending),
    tools: (id, turn) => tools.offered(id, turn),
    searchWorkspace: (query, id, sending) => tools.searchWorkspace(query, id, sending),
    rules: (id) => [...toolRules(), ...profiles.rules(id)],
    profile: (id) => profiles.shown(id),
    model: (id) => profiles.modelOf(id),
    setUpModel: (name) => models.setUp(name),
    start: (signal) => mcp.ready("sending", signal),
    ready: () => profiles.ready(),
    stored: keepChoices,
    languageModel: models.languageModel,
    agents: acp.agents,
    journal: models.providers.journal,
    access: (provider) => models.providers.access(provider),
    wordsOfPdf: (bytes) => tools.pdfs.words(bytes),
    shrinkPicture: (picture) => panes.shrink(picture),
    watchers: [
      (event) => events.fire(toPublic(event, (text) => secrets.hide(text))),
      (event) => status.tell(event),
      (event) => conversations.tell(event),
      (event) => contexts.tell(event),
      (event) => panes.tell(event.session_id, toPanel(event)),
    ],
  });
  const suggest = registerSuggest({
    ...window,
    skills: () => skills.listing.skills,
    contexts: () => contexts.names,
    entities: () => contexts.entities,
    resources: offers.resources,
    conversations: usual,
    pathAt: (question) => commands.pathAt(question),
    completeValues: (question, post) => offers.complete(question, post),
  });
  const panel = registerPanel(
    {
      ...window,
      automaticNames: () => contexts.automatic.names(),
      findAutomatic: (draft) => contexts.automatic.find(draft),
      choosePolicy: (name, policy) => contexts.automatic.choosePolicy(name, policy),
      onAutomaticChange: contexts.automatic.onChange,
      expand: (id, parts) =>
        expansionFor(turns.ports, id, parts, commands.absence, (command) => offers.serverOf(command)),
      measureDraft: (id, parts, known) => measureDraft(turns.ports, id, parts, known),
      tokensIn: (id, parts) => tokensInParts(turns.ports, id, parts),
      instructions: (id) => surroundings.instructions(id),
      showOnShelf: (pins, parts, measures) => shelf.show(pins, parts, measures),
      requestChanged: () => inspector.changed(),
      isRequestShown: () => inspector.isNextShown(),
      catalog: () => commands.current,
      tellOffers: (id, offers) => events.fire(offersToPublic(id, offers)),
      findSource: (text) => contexts.findSource(text),
      warmSuggestions: () => suggest.warm(),
      prepareToSend: (id) => {
        const { provider } = profiles.modelOf(id);
        models.providers.prepare(provider);
        void loadLibrary(provider);
      },
      suggest: (question, asker) => suggest.ask(question, asker),
      peek: (key, part, asker) => suggest.peek(key, part, asker),
      complete: (question, answer) => suggest.complete(question, answer),
      suggestionChosen: (part) => suggest.chosen(part),
      readResource: (server, uri) => offers.read(server, uri),
      rewind: (to) => conversations.rewind(to),
      branch: (from) => conversations.branch(from),
      showSentRequest: (of) => inspector.showTurn(of),
      showReplay: (of) => inspector.showReplay(of),
      openSkill: (name) => skills.open(name),
      openResource: (server, uri) => offers.show(server, uri),
      actOnEdits: (message) => edits.files.act(message),
      actOnCode: (message) => edits.actOnCode(message),
      pin: (parts, title) => shelf.pin(parts, { title }),
      unpin: (ids) => shelf.unpin(ids),
      commandSpecs: (id) => commands.specs(id),
      meetAgent: (id) => void acp.meet(id),
      findCommands: (id) => {
        void offers.commanded();
        void acp.commanded(id);
      },
      carryOut: (id, draft, failed) => commands.carryOut(id, draft, failed),
      usualConversations: usual,
      updateList: () => conversations.list.update(),
      model: (id) => profiles.modelOf(id),
    },
    early.panels,
  );
  const { panes } = panel;
  const inspector = registerInspector({
    ...window,
    focusedComposer: () => {
      const pane = panes.focused;
      return {
        isSidecar: panes.isSidecar(pane.id),
        conversation: () => pane.id,
        parts: async () => [...pane.conversation.input.draft.parts, ...(await pane.contextOffers.currentAutomatic())],
      };
    },
    previewRequest: (id, parts) => inspectNext(turns.ports, id, parts),
    sentRequest: (id, message) => inspectTurn(turns.ports, id, message),
    replay: async (id, message) => {
      await commands.ready;
      return replayTurn(turns.ports, id, message);
    },
  });
  const refactor = registerRefactor({
    ...window,
    ...askingModel(
      { ...turns.ports, approve: approveCall, refactorTools: (id) => profiles.of(id).agent.refactor_tools },
      window.focusedConversation,
      (title, look) => inspector.showRequest(title, look),
    ),
    continueInChat: async (parts) => {
      const { draft, panel } = panes.focused;
      await draft.addParts(parts, "end");
      await panel.focus();
    },
    pinned: () => readPins(store, panes.focused.id),
  });
  const completion = registerCompletion({
    ...window,
    ...{ keepAutomatic, pathOf, digest: contentId, isRefactored: refactor.isAwaited },
    modelNamed: (key) => models.named(key),
    listModels: () => models.refresh(),
    ollamaSteps: () => models.ollamaSteps(),
    onKeysChange: models.providers.onKeysChange,
    ...impatient(turns.ports),
    now: turns.ports.now,
    newId: () => turns.newId("man"),
  });
  const conversations = registerConversations({
    ...window,
    runningConversations: () => turns.running(),
    runState: (id) => status.stateOf(id),
    tellElsewhere: (states) => status.tellElsewhere(states),
    failedFrom,
    reread: (id) => turns.reread(id),
    shownConversations: () => panes.all.map(({ id }) => id),
    show: (id, options) => void panes.show(id, options),
    open: (id) => window.openConversation(id),
    focus: async (id) => panes.of(id)?.panel.focus(),
    leave: (ids) => panes.leave(ids),
    view: early.sessions,
    isLookedAt: () =>
      early.sessions.tree.visible || early.shelf.isVisible || panes.all.some((pane) => pane.panel.isVisible),
    onLookedAt: (listener) =>
      vscode.Disposable.from(
        early.sessions.tree.onDidChangeVisibility(listener),
        early.panels.main.onDidChangeVisibility(listener),
        early.panels.sidecar.onDidChangeVisibility(listener),
      ),
    rereadPins: () => shelf.reread(),
  });
  const shelf = registerShelf({
    ...window,
    view: early.shelf,
    registered: early.pins,
    hasSeveralPanes: () => panes.all.length > 1,
    instructions: (id) => surroundings.instructions(id),
    followResources: (resources) => offers.follow(resources),
    focusedMessage: () => panes.focused.message,
    openPart: (part) => panel.openPart(part),
  });
  const following = followChanges(panes, {
    onCommandsChange: commands.onChange,
    onModelsChange: models.onChange,
    onProfilesChange: profiles.onChange,
    shownProfile: (id) => profiles.shown(id),
    offerAgentCommands: (ids) => commands.offer((id) => acp.commandsOf(id), ids),
    meetAgent: (id) => void acp.meet(id),
  });
  acp.onChange(() => models.agentsChanged());
  void edits.files.settle();
  turns.resumeQueues();
  panes.updateKeys();

  const features = [
    models,
    profiles,
    memory,
    skills,
    mcp,
    edits,
    tools,
    acp,
    commands,
    contexts,
    panel,
    inspector,
    refactor,
    completion,
  ];
  const handlers: CommandHandlers = [...features, conversations, shelf].reduce<CommandHandlers>(
    (all, feature) => ({ ...all, ...feature.commands }),
    { "galley.showLog": () => log.show() },
  );
  const schedules = registerSchedules({
    ...window,
    userStorage: context.globalStorageUri,
    catalog: () => commands.current,
    skills: async () => {
      await commands.ready;
      return skills.list();
    },
    onSkillsChange: skills.onChange,
    updateList: () => conversations.list.update(),
    isReadOnly: () => store.readOnly,
  });
  const door = registerDoor({ ...window, updateList: () => conversations.list.update() });
  const api: ApiNeeds = {
    ...window,
    hold: door.hold,
    conversations: () => listConversations(store),
    addToMainDraft: (parts, at) => panes.main.draft.addParts(parts, at),
    submit,
    preview: async (id, parts) => {
      await commands.ready;
      return preview(turns.ports, id, parts);
    },
    automaticFor: (parts) => commands.ready.then(() => contexts.automatic.partsFor(parts)),
    automaticOfMain: () => commands.ready.then(() => panes.main.contextOffers.readAutomatic()),
  };
  const watched = [followEditors(), followDocuments(), followFolders(), settings, following];
  const all = [...watched, schedules, conversations, shelf, suggest, status, ...features.toReversed(), turns];
  return {
    run: (command: string, args: readonly unknown[]) => runCommand(handlers, command, args),
    ...{ panes, shelf, api, list: conversations.list, openUri: door.openUri },
    dispose: () => {
      for (const one of all) one.dispose();
      store.close();
      log.dispose();
    },
  };
}

// Activation: registers what VS Code must know. The features are loaded when the first of them is used.
import { join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi, GalleyEvent } from "./api/api.ts";
import { CompiledFiles } from "./compiled-files.ts";
import { onceLoaded } from "./once-loaded.ts";
import { whenCompletionIsOn } from "./completion/is-on.ts";
import { lightbulb, LIGHTBULB_KINDS } from "./context/lightbulb.ts";
import { Panel, SIDECAR } from "./panel/panel.ts";
import { RegisteredPins } from "./shelf/registered-pins.ts";
import { RegisteredCommands } from "./commands/registered-commands.ts";
import { RegisteredContexts } from "./context/registered/registered-contexts.ts";
import { registerCommands } from "./register-commands.ts";
import { hasSchedules } from "./schedules/has-schedules.ts";
import { idleStatus } from "./window/idle-status.ts";
import { reportFault } from "./window/report-fault.ts";
import { showGalleyOnce } from "./window/walkthrough.ts";
import { ConversationsView } from "./conversations/conversations-view.ts";
import { ShelfView } from "./shelf/view.ts";
import { toApi } from "./api/to-api.ts";
import type * as Wiring from "./wiring.ts";

export function activate(context: vscode.ExtensionContext): GalleyApi {
  const events = new vscode.EventEmitter<GalleyEvent>();
  const registered = new RegisteredCommands();
  const panelOf = (kind: "main" | "sidecar"): Panel =>
    new Panel(context.extensionUri, kind, (raw) => {
      features()
        .then((loaded) => loaded.panes.receive(kind, raw))
        .catch(reportFault);
    });
  const panels = { main: panelOf("main"), sidecar: panelOf("sidecar") };
  // A sidecar that was open shows again without waiting for the features.
  if (context.workspaceState.get(SIDECAR) !== undefined)
    void vscode.commands.executeCommand("setContext", "galley.sidecarOpen", true);
  const sessions = new ConversationsView(async (parentId) => {
    try {
      return (await features()).list.items(parentId);
    } catch (error) {
      reportFault(error);
      return [];
    }
  });
  const shelf = new ShelfView(() => features().then((loaded) => loaded.shelf), reportFault);
  const status = idleStatus();
  const pins = new RegisteredPins();
  const contexts = new RegisteredContexts();
  const files = new CompiledFiles(__dirname, join(context.globalStorageUri.fsPath, "compiled"));
  // Asynchronous: VS Code hears of a panel or a command before the features are loaded.
  const features = onceLoaded(async () => {
    await Promise.resolve();
    const early = { context, panels, sessions, shelf, status, pins, contexts, registered, events };
    const { wire } = files.load("wiring.js") as typeof Wiring;
    const loaded = wire(early);
    context.subscriptions.push(loaded);
    return loaded;
  });

  context.subscriptions.push(
    events,
    registered,
    sessions,
    shelf,
    status,
    pins,
    files,
    vscode.window.registerWebviewPanelSerializer("galley.conversation", {
      deserializeWebviewPanel: async (tab) => (await features()).panes.keptTabs.restore(tab),
    }),
    panels.main,
    panels.sidecar,
    vscode.window.registerUriHandler({
      handleUri: (uri) => {
        features()
          .then((loaded) => loaded.openUri(uri))
          .catch(reportFault);
      },
    }),
    vscode.languages.registerCodeActionsProvider({ pattern: "**" }, lightbulb, {
      providedCodeActionKinds: LIGHTBULB_KINDS,
    }),
    vscode.commands.registerCommand("galley.open", () => panels.main.focus()),
    ...registerCommands(context, features),
    whenCompletionIsOn(() => void features().catch(reportFault)),
  );
  showGalleyOnce(context, () => panels.main.show());
  // A schedule may be due before the user opens anything.
  if (hasSchedules(context)) features().catch(reportFault);
  return toApi(async () => (await features()).api, { registered, pins, contexts, events });
}

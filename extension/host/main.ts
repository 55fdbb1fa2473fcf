// Activation: registers what VS Code must know, and nothing that needs the core before someone uses it.
import * as vscode from "vscode";
import type { GalleyApi, GalleyEvent } from "./api.ts";
import type { Core } from "./core.ts";
import { askAboutProblem } from "./lightbulb.ts";
import { Panel, SIDECAR } from "./panel.ts";
import { RegisteredPins } from "./registered-pins.ts";
import { RegisteredCommands } from "./registered-commands.ts";
import { RegisteredContexts } from "./registered-contexts.ts";
import { SessionsView } from "./sessions-view.ts";
import { ShelfView } from "./shelf-view.ts";
import { toApi } from "./to-api.ts";

export function activate(context: vscode.ExtensionContext): GalleyApi {
  const events = new vscode.EventEmitter<GalleyEvent>();
  const registered = new RegisteredCommands();
  const panelOf = (kind: "main" | "sidecar"): Panel =>
    new Panel(context.extensionUri, kind, (raw) => {
      core()
        .then((loaded) => loaded.panes.receive(kind, raw))
        .catch(reportFault);
    });
  const panels = { main: panelOf("main"), sidecar: panelOf("sidecar") };
  // A sidecar that was open is there again before anything is loaded.
  if (context.workspaceState.get(SIDECAR) !== undefined)
    void vscode.commands.executeCommand("setContext", "galley.sidecarOpen", true);
  const sessions = new SessionsView(async (parentId) => {
    try {
      return (await core()).list.items(parentId);
    } catch (error) {
      reportFault(error);
      return [];
    }
  });
  const shelf = new ShelfView(() => core().then((loaded) => loaded.shelf), reportFault);
  const pins = new RegisteredPins();
  const contexts = new RegisteredContexts();
  const core = once(async () => {
    const shell = { context, panels, sessions, shelf, pins, contexts, registered, events };
    const loaded = new (await import("./core.ts")).Core(shell);
    context.subscriptions.push(loaded);
    return loaded;
  });

  context.subscriptions.push(
    events,
    registered,
    sessions,
    shelf,
    pins,
    vscode.window.registerWebviewPanelSerializer("galley.conversation", {
      deserializeWebviewPanel: async (tab) => (await core()).panes.keptTabs.restore(tab),
    }),
    panels.main,
    panels.sidecar,
    vscode.languages.registerCodeActionsProvider({ pattern: "**" }, askAboutProblem, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.commands.registerCommand("galley.open", () => panels.main.focus()),
    ...commandsOf(context).map((id) =>
      vscode.commands.registerCommand(id, (...args: unknown[]) =>
        core()
          .then((loaded) => loaded.run(id, args))
          .catch(reportFault),
      ),
    ),
  );
  return toApi(core, { registered, pins, contexts, events });
}

/** What package.json promises; the core's table says what each does. */
function commandsOf({ extension }: vscode.ExtensionContext): string[] {
  const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  return contributes.commands.map(({ command }) => command).filter((id) => id !== "galley.open");
}

/** The core is loaded once; a load that failed is tried again by the next who asks. */
function once(load: () => Promise<Core>): () => Promise<Core> {
  let loading: Promise<Core> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function reportFault(error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message}` : "";
  void vscode.window.showErrorMessage(`${error instanceof Error ? error.message : String(error)}${cause}`);
}

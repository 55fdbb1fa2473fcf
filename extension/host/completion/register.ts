// The feature completion: text at the cursor. Its window is loaded when completion is on, or when a command needs it.
import type * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { reportFault } from "../window/report-fault.ts";
import type { CompletionWindow } from "./completion-window.ts";
import { whenCompletionIsOn } from "./is-on.ts";
import type { CompletionNeeds } from "./needs.ts";

interface Completion extends vscode.Disposable {
  readonly commands: CommandHandlers;
}

export function registerCompletion(needs: CompletionNeeds): Completion {
  let loading: Promise<CompletionWindow> | undefined;
  const load = async (): Promise<CompletionWindow> =>
    new (await import("./completion-window.ts")).CompletionWindow(needs);
  const opened = (): Promise<CompletionWindow> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const listening = whenCompletionIsOn(() => void opened().catch(reportFault));
  return {
    commands: {
      "galley.completion.trigger": async () => (await opened()).trigger(),
      "galley.completion.selectModel": async () => (await opened()).selectModel(),
      "galley.completion.snooze": async () => (await opened()).snooze(),
      "galley.completion.statistics": async () => (await opened()).showStatistics(),
    },
    dispose: () => {
      listening.dispose();
      // What could not be loaded has nothing to end.
      void loading?.then(
        (window) => window.dispose(),
        () => undefined,
      );
    },
  };
}

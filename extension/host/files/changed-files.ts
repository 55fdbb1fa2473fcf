// The files that were changed and not committed yet, as the built-in Git extension knows them.
import * as vscode from "vscode";
import { pathOf } from "./workspace.ts";

type Changes = readonly { readonly uri: vscode.Uri }[];

/** The part of the extension's API that is used. */
interface Git {
  readonly enabled: boolean;
  getAPI(version: 1): { readonly repositories: readonly { readonly state: State }[] };
}

interface State {
  readonly indexChanges: Changes;
  readonly workingTreeChanges: Changes;
  readonly mergeChanges: Changes;
  /** Empty unless they are kept apart from the working tree's. */
  readonly untrackedChanges: Changes;
}

/** If Git lists more changed files than this, Galley ignores them: the user does not work on all of them. */
const MOST = 100;

/** None as long as the extension has not started: a list of suggestions does not wait for it. */
export function changedPaths(): string[] {
  const extension = vscode.extensions.getExtension<Git>("vscode.git");
  if (extension?.isActive !== true || !extension.exports.enabled) return [];
  const { repositories } = extension.exports.getAPI(1);
  const changes = repositories.flatMap(({ state }) => [
    ...[...state.mergeChanges, ...state.indexChanges],
    ...[...state.workingTreeChanges, ...state.untrackedChanges],
  ]);
  return changes.length > MOST ? [] : [...new Set(changes.map(({ uri }) => pathOf(uri)))];
}

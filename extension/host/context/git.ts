// The part of the built-in git extension's API that Galley uses.
import * as vscode from "vscode";

export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: { readonly name?: string } | undefined;
    readonly untrackedChanges: readonly { readonly uri: vscode.Uri }[];
    readonly workingTreeChanges: readonly { readonly uri: vscode.Uri; readonly status: number }[];
  };
  /** `cached` are the staged changes. */
  diff(cached?: boolean): Promise<string>;
  diffBetween(ref1: string, ref2: string): Promise<readonly { readonly uri: vscode.Uri }[]>;
  diffBetween(ref1: string, ref2: string, path: string): Promise<string>;
  /** `path` is a path on disk: only commits that changed it. */
  log(options?: { readonly maxEntries?: number; readonly path?: string }): Promise<readonly Commit[]>;
  status(): Promise<void>;
}

export interface Commit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
}

interface GitApi {
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
}

/** The git extension's number for an untracked file. */
const UNTRACKED = 7;

/** `undefined` if the Git extension is disabled or Git is not installed. */
export async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<{ enabled: boolean; getAPI(version: 1): GitApi }>("vscode.git");
  const exported = await extension?.activate();
  return exported?.enabled === true ? exported.getAPI(1) : undefined;
}

export function untrackedOf({ state }: Repository): vscode.Uri[] {
  const found = [...state.untrackedChanges, ...state.workingTreeChanges.filter(({ status }) => status === UNTRACKED)];
  return found.map(({ uri }) => uri);
}

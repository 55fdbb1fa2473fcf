// A target that keeps to its text while the document changes around it: the user or an agent may write there at any time.
import * as vscode from "vscode";
import { followPlaces } from "../../pipelines/refactor/follow.ts";
import { changesOf, type Places } from "./targets.ts";

export class FollowedPlaces implements vscode.Disposable {
  #places: Places | undefined;
  readonly #listening: vscode.Disposable;

  /** `moved` is called after each change of the document, until the target itself has changed. */
  constructor(document: vscode.TextDocument, places: Places, moved: () => void = () => undefined) {
    this.#places = places;
    this.#listening = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document || this.#places === undefined) return;
      this.#places = followPlaces(this.#places, changesOf(event.contentChanges));
      moved();
    });
  }

  /** `undefined`: its text has changed. */
  get now(): Places | undefined {
    return this.#places;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

// What stands around a conversation, read with VS Code; when a file of instructions changes, everything is measured again.
import * as vscode from "vscode";
import { type Frame, type FrameWanted, readFrame } from "../turn/frame.ts";
import type { Core } from "./core.ts";
import { FileWatch } from "./file-watch.ts";
import { readFile } from "./files.ts";
import { folderNames, uriOf } from "./workspace.ts";

/** Instructions are cut by tokens; a larger file is not read at all. */
const LARGEST_BYTES = 256 * 1024;

/** The nearest are watched when there are more. */
const MOST_WATCHED = 60;

export class Surroundings implements vscode.Disposable {
  readonly #core: Core;
  readonly #watch: FileWatch;

  constructor(core: Core) {
    this.#core = core;
    this.#watch = new FileWatch(() => void core.measure());
  }

  /** Never rejects. */
  read(wanted: FrameWanted): Promise<Frame> {
    const names = folderNames();
    return readFrame(
      {
        agent: (sessionId) => this.#core.agents.of(sessionId),
        render: this.#core.agents.render,
        roots: () => (names.length === 1 ? [""] : names),
        folders: () => names,
        isTrusted: () => vscode.workspace.isTrusted,
        readFile: (target) => readFile(target, LARGEST_BYTES),
        looked: (paths) => {
          this.#watch.watch(paths.slice(-MOST_WATCHED).flatMap((path) => uriOf(path) ?? []));
        },
      },
      wanted,
    );
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

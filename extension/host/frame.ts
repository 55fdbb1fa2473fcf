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
  #told: { session_id: string; instructions: NonNullable<Frame["instructions"]> } = {
    session_id: "",
    instructions: [],
  };

  constructor(core: Core) {
    this.#core = core;
    this.#watch = new FileWatch(() => void core.measure());
  }

  /** What the project told whoever answered last, or would: in this conversation, or in none. */
  instructions(sessionId: string): NonNullable<Frame["instructions"]> {
    return this.#told.session_id === sessionId ? this.#told.instructions : [];
  }

  /** Never rejects. */
  async read(wanted: FrameWanted): Promise<Frame> {
    const names = folderNames();
    const frame = await readFrame(
      {
        agent: (sessionId) => this.#core.agents.of(sessionId),
        render: this.#core.agents.render,
        roots: () => (names.length === 1 ? [""] : names),
        folders: () => names,
        isTrusted: () => vscode.workspace.isTrusted,
        memories: this.#core.memories,
        readFile: (target) => readFile(target, LARGEST_BYTES),
        looked: (paths) => {
          this.#watch.watch(paths.slice(-MOST_WATCHED).flatMap((path) => uriOf(path) ?? []));
        },
      },
      wanted,
    );
    this.#told = { session_id: wanted.session_id, instructions: frame.instructions ?? [] };
    return frame;
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

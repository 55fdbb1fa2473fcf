// What stands around a conversation, read with VS Code; when a file of instructions changes, everything is measured again.
import * as vscode from "vscode";
import type { LayerSet, LayersWanted } from "../../turn/request/layer-set.ts";
import { readLayers } from "../../turn/request/read-layers.ts";
import { FileWatch } from "../files/file-watch.ts";
import { readFile } from "../files/files.ts";
import { folderNames, uriOf } from "../files/workspace.ts";
import type { SurroundingsNeeds } from "./needs.ts";

/** Instructions are cut by tokens; a larger file is not read at all. */
const LARGEST_BYTES = 256 * 1024;

/** The nearest are watched when there are more. */
const MOST_WATCHED = 60;

export class Surroundings implements vscode.Disposable {
  readonly #needs: SurroundingsNeeds;
  readonly #watch: FileWatch;
  /** By conversation: what was read for those that panes show. */
  readonly #told = new Map<
    string,
    { instructions: NonNullable<LayerSet["instructions"]>; looked: readonly string[] }
  >();

  constructor(needs: SurroundingsNeeds) {
    this.#needs = needs;
    this.#watch = new FileWatch(needs.measureAll);
  }

  /** The project's instructions as last read for this conversation. */
  instructions(sessionId: string): NonNullable<LayerSet["instructions"]> {
    return this.#told.get(sessionId)?.instructions ?? [];
  }

  /** Never rejects. */
  async read(wanted: LayersWanted): Promise<LayerSet> {
    const names = folderNames();
    let looked: readonly string[] = [];
    const layerSet = await readLayers(
      {
        agent: this.#needs.agent,
        render: this.#needs.render,
        roots: () => (names.length === 1 ? [""] : names),
        folders: () => names,
        isTrusted: () => vscode.workspace.isTrusted,
        memories: this.#needs.memories,
        skills: this.#needs.skills,
        readFile: (target) => readFile(target, LARGEST_BYTES),
        looked: (paths) => {
          looked = paths.slice(-MOST_WATCHED);
        },
      },
      wanted,
    );
    this.#keep(wanted.session_id, { instructions: layerSet.instructions ?? [], looked });
    return layerSet;
  }

  /** Of conversations that no pane shows nothing is kept or watched, but of the one that was read last. */
  #keep(
    sessionId: string,
    read: { instructions: NonNullable<LayerSet["instructions"]>; looked: readonly string[] },
  ): void {
    for (const id of this.#told.keys()) if (!this.#needs.isShown(id)) this.#told.delete(id);
    this.#told.set(sessionId, read);
    const paths = new Set([...this.#told.values()].flatMap(({ looked }) => looked));
    this.#watch.watch([...paths].flatMap((path) => uriOf(path) ?? []));
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

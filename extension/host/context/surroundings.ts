// The layers of a conversation, read with VS Code. When a file of instructions changes, the meters are updated.
import * as vscode from "vscode";
import type { LayerSet, LayersWanted } from "../../turn/request/layer-set.ts";
import { readLayers } from "../../turn/request/read-layers.ts";
import { listDefinitions } from "../files/definition-files.ts";
import { FileWatch } from "../files/file-watch.ts";
import { readFile } from "../files/files.ts";
import { folderNames, uriOf, workspaceRoots } from "../files/workspace.ts";
import type { SurroundingsNeeds } from "./needs.ts";

/** A larger file of instructions is not read. A smaller one may still be cut, by its tokens. */
const LARGEST_BYTES = 256 * 1024;

/** The most files that are watched: if there are more, those nearest to the files of the messages. */
const MOST_WATCHED = 60;

/** Where a root has instructions that name their files. */
const SCOPED = ".github/instructions";

async function scopedPaths(root: string): Promise<string[]> {
  const folder = root === "" ? SCOPED : `${root}/${SCOPED}`;
  const uri = uriOf(folder);
  const names = uri === undefined ? [] : await listDefinitions(uri, ".instructions.md", []);
  return names.map((name) => `${folder}/${name}`);
}

export class Surroundings implements vscode.Disposable {
  readonly #needs: SurroundingsNeeds;
  readonly #watch: FileWatch;
  /** By conversation, for those that panes show. */
  readonly #told = new Map<
    string,
    { instructions: NonNullable<LayerSet["instructions"]>; looked: readonly string[] }
  >();

  constructor(needs: SurroundingsNeeds) {
    this.#needs = needs;
    this.#watch = new FileWatch(needs.measureAll);
  }

  /** The project's instructions as last read for this conversation. */
  instructions(conversationId: string): NonNullable<LayerSet["instructions"]> {
    return this.#told.get(conversationId)?.instructions ?? [];
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
        folders: workspaceRoots,
        isTrusted: () => vscode.workspace.isTrusted,
        memories: this.#needs.memories,
        skills: this.#needs.skills,
        shell: this.#needs.shell,
        readFile: (target) => readFile(target, LARGEST_BYTES),
        scopedPaths,
        looked: (paths) => {
          looked = paths.slice(-MOST_WATCHED);
        },
      },
      wanted,
    );
    this.#keep(wanted.session_id, { instructions: layerSet.instructions ?? [], looked });
    return layerSet;
  }

  /** Keeps and watches the files of the conversations that panes show, and of the one that was read last. */
  #keep(
    conversationId: string,
    read: { instructions: NonNullable<LayerSet["instructions"]>; looked: readonly string[] },
  ): void {
    for (const id of this.#told.keys()) if (!this.#needs.isShown(id)) this.#told.delete(id);
    this.#told.set(conversationId, read);
    const paths = new Set([...this.#told.values()].flatMap(({ looked }) => looked));
    this.#watch.watch([...paths].flatMap((path) => uriOf(path) ?? []));
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

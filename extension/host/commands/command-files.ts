// Command files of the workspace folders and of the user, read again whenever one of them changes.
import * as vscode from "vscode";
import type { Command } from "../../compose/catalog.ts";
import { commandId, parseCommandFile } from "../../compose/command-file.ts";
import {
  FolderWatch,
  listDefinitions,
  nameOf,
  patternsFor,
  type Problem,
  readDefinition,
  userFolder,
} from "../files/definition-files.ts";
import * as words from "./words.ts";

/** In every workspace folder. The first file of a name wins. Only the first folder is Galley's own. */
const PROJECT = [
  { folder: ".galley/commands", ending: ".md" },
  { folder: ".claude/commands", ending: ".md" },
  { folder: ".github/prompts", ending: ".prompt.md" },
] as const;

const FOLDERS = PROJECT.map(({ folder }) => folder);

const USER = ".galley/commands";

interface Place {
  source: "project" | "user";
  root: vscode.Uri;
  ending: string;
}

export class CommandFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #round = 0;
  commands: Command[] = [];
  problems: Problem[] = [];
  readonly onChange = this.#changed.event;
  /** Resolves when the files are read for the first time. */
  readonly ready: Promise<void>;

  constructor() {
    this.#subscriptions = [
      this.#changed,
      new FolderWatch(
        () => patternsFor(FOLDERS, userFolder(USER)),
        () => void this.#read(),
      ),
    ];
    this.ready = this.#read();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Never rejects: a file that cannot be read is a problem in the list. Only the newest read counts. */
  async #read(): Promise<void> {
    const round = ++this.#round;
    const commands: Command[] = [];
    const problems: Problem[] = [];
    for (const place of places()) {
      for (const path of await listDefinitions(place.root, place.ending, problems)) {
        const read = await readCommand(place, path);
        if ("reason" in read) problems.push(read);
        else commands.push(read);
      }
    }
    if (round !== this.#round) return;
    this.commands = commands;
    this.problems = problems;
    this.#changed.fire();
  }
}

/** A workspace that is not trusted has no commands. */
function places(): Place[] {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const project = folders.flatMap(({ uri }) =>
    PROJECT.map(({ folder, ending }): Place => ({
      source: "project",
      root: vscode.Uri.joinPath(uri, folder),
      ending,
    })),
  );
  return [...project, { source: "user", root: userFolder(USER), ending: ".md" }];
}

async function readCommand(place: Place, path: string): Promise<Command | Problem> {
  const uri = vscode.Uri.joinPath(place.root, path);
  const file = nameOf(uri);
  const id = commandId(path);
  if (id === undefined) return { file, line: 1, reason: words.notACommandName };
  const read = await readDefinition(uri);
  if ("reason" in read) return read;
  const parsed = parseCommandFile(read.text);
  return parsed.ok ? { id, source: place.source, origin: file, ...parsed.value } : { file, ...parsed.failure };
}

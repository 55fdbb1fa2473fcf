// Reads the profiles of the workspace, the user and Galley, and checks them again when a file changes.
import * as vscode from "vscode";
import { needsTemplates, tryOut } from "../../assemble/profiles/render-profile.ts";
import { withPersonaFiles } from "../../assemble/profiles/persona-files.ts";
import {
  parseProfile,
  type Profile,
  type ProfileProblem,
  type ProfileSource,
} from "../../assemble/profiles/profile.ts";
import { type ResolvedProfile, resolveProfiles, withoutHidden } from "../../assemble/profiles/resolve-profiles.ts";
import type { RenderTemplates } from "../../assemble/templates/template-job.ts";
import { readBeside } from "../../disk/read-beside.ts";
import type { Result } from "../../message/result.ts";
import {
  FolderWatch,
  listDefinitions,
  nameOf,
  patternsFor,
  readDefinition,
  userFolder,
} from "../files/definition-files.ts";
import { statOf } from "../files/look.ts";
import * as words from "./words.ts";

/** A profile in the first folder overrides one of the same name in the second, where earlier versions looked. */
const FOLDERS = [".galley/profiles", ".galley/agents"];
const ENDING = ".toml";

/** The files are checked at most this often, however fast keys and previews ask. */
const LOOK_AGAIN_MS = 500;

interface Place {
  source: ProfileSource;
  root: vscode.Uri;
}

export interface ProfilesRead {
  agents: ResolvedProfile[];
  problems: ProfileProblem[];
  /** By display name. */
  uris: ReadonlyMap<string, vscode.Uri>;
}

export class ProfileFiles implements vscode.Disposable {
  readonly #bundled: vscode.Uri;
  readonly #render: RenderTemplates;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #round = 0;
  #stamp = "";
  #looked = 0;
  /** The files that profiles read, by their URIs. */
  #personas: ReadonlySet<string> = new Set();
  read: ProfilesRead = { agents: [], problems: [], uris: new Map() };
  readonly onChange = this.#changed.event;
  /** Resolves after the first read. Never rejects. */
  readonly ready: Promise<void>;

  constructor(bundled: vscode.Uri, render: RenderTemplates) {
    this.#bundled = bundled;
    this.#render = render;
    this.#subscriptions = [
      this.#changed,
      new FolderWatch(
        () => FOLDERS.flatMap((folder) => patternsFor([folder], userFolder(folder))),
        () => void this.#read(),
      ),
    ];
    this.ready = this.#read();
  }

  /** Reads changes that the watcher missed, so that a turn uses the profile as its file is now. Never rejects. */
  async freshen(): Promise<void> {
    await this.ready;
    if (Date.now() - this.#looked < LOOK_AGAIN_MS) return;
    this.#looked = Date.now();
    if ((await this.#stampNow()) !== this.#stamp) await this.#read();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Never rejects: a file that cannot be read becomes a problem in the list. Only the newest read counts. */
  async #read(): Promise<void> {
    const round = ++this.#round;
    const stamp = await this.#stampNow();
    const personas = new Set<string>();
    const profiles: Profile[] = [];
    const problems: ProfileProblem[] = [];
    const uris = new Map<string, vscode.Uri>();
    for (const { source, root } of this.#places()) {
      for (const path of await listDefinitions(root, ENDING, problems)) {
        const uri = vscode.Uri.joinPath(root, path);
        const file = nameOf(uri);
        uris.set(file, uri);
        const read = await readDefinition(uri);
        const profile = "reason" in read ? read : parseProfile(read.text, { file, source });
        if ("reason" in profile) problems.push(profile);
        else profiles.push(await withPersonaFiles(profile, (name) => readPersona(uri, name, personas)));
      }
    }
    const resolved = resolveProfiles(profiles);
    const { agents, refused } = await this.#tryOut(resolved.agents);
    if (round !== this.#round) return;
    this.#stamp = stamp;
    this.#personas = personas;
    this.read = { agents, problems: [...problems, ...resolved.problems, ...refused], uris };
    this.#changed.fire();
  }

  /** Changes when a profile of the user or the workspace changes, or a file that such a profile reads. */
  async #stampNow(): Promise<string> {
    const own = this.#places().filter(({ source }) => source !== "bundled");
    const lines = await Promise.all(
      own.map(async ({ root }) => {
        const paths = await listDefinitions(root, ENDING, []);
        return Promise.all(paths.map((path) => stampOf(vscode.Uri.joinPath(root, path))));
      }),
    );
    const personas = await Promise.all([...this.#personas].map((uri) => stampOf(vscode.Uri.parse(uri))));
    return JSON.stringify([vscode.workspace.isTrusted, lines, personas]);
  }

  /** Omits each profile that cannot be rendered, and says why; the others stay usable. */
  async #tryOut(all: readonly ResolvedProfile[]): Promise<{ agents: ResolvedProfile[]; refused: ProfileProblem[] }> {
    const tried = await Promise.all(
      all.map(async (agent) => ({
        agent,
        problem:
          needsTemplates(agent) && !vscode.workspace.isTrusted
            ? { file: agent.file, line: 1, reason: words.templatesNotTrusted }
            : await tryOut(agent, this.#render),
      })),
    );
    return {
      agents: withoutHidden(tried.flatMap(({ agent, problem }) => (problem === undefined ? [agent] : []))),
      refused: tried.flatMap(({ problem }) => problem ?? []),
    };
  }

  /** Without the profiles of a workspace that is not trusted. */
  #places(): Place[] {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return [
      ...folders.flatMap(({ uri }) =>
        FOLDERS.map((folder): Place => ({ source: "project", root: vscode.Uri.joinPath(uri, folder) })),
      ),
      ...FOLDERS.map((folder): Place => ({ source: "user", root: userFolder(folder) })),
      { source: "bundled", root: this.#bundled },
    ];
  }
}

/** Adds the file to `personas`, so that a change of it is noticed. */
function readPersona(profile: vscode.Uri, name: string, personas: Set<string>): Promise<Result<string, string>> {
  if (profile.scheme !== "file") return Promise.resolve({ ok: false, failure: words.notOnDisk });
  const folder = vscode.Uri.joinPath(profile, "..");
  personas.add(vscode.Uri.joinPath(folder, name).toString());
  return readBeside(folder.fsPath, name);
}

function stampOf(uri: vscode.Uri): Promise<string> {
  return statOf(uri).then(
    ({ mtime, size }) => `${uri.toString()} ${mtime} ${size}`,
    // It does not exist: the stamp changes when it does.
    () => uri.toString(),
  );
}

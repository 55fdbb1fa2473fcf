// The catalog as it is now: what Galley brings, the files, the skills, and what other extensions registered.
import * as vscode from "vscode";
import { BUILT_INS } from "../compose/built-in.ts";
import { type Catalog, mergeCommands } from "../compose/catalog.ts";
import { parseContributed } from "../compose/contributed.ts";
import type { CommandSpec } from "../protocol/catalog.ts";
import { withOffSkills } from "../turn/off-skills.ts";
import { skillCommands } from "../turn/skill-commands.ts";
import { CommandFiles } from "./command-files.ts";
import type { Problem } from "./definition-files.ts";
import type { RegisteredCommands } from "./registered-commands.ts";
import type { Skills } from "./skills.ts";

export class CommandCatalog implements vscode.Disposable {
  readonly #files = new CommandFiles();
  readonly #registered: RegisteredCommands;
  readonly #skills: Skills;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  /** What was told last, so that one problem is told once. */
  #told = "";
  current: Catalog = mergeCommands(BUILT_INS);
  readonly onChange = this.#changed.event;
  /** Before this a command of a file may look unknown. */
  readonly ready: Promise<unknown>;

  constructor(registered: RegisteredCommands, skills: Skills, log: vscode.LogOutputChannel) {
    this.#registered = registered;
    this.#skills = skills;
    this.ready = Promise.all([this.#files.ready, skills.list()]);
    this.#log = log;
    const merge = (): void => {
      this.#merge();
    };
    this.#subscriptions = [
      ...[this.#files, this.#changed],
      ...[this.#files.onChange(merge), registered.onChange(merge), skills.onChange(merge)],
    ];
    if (!vscode.workspace.isTrusted) log.info("The commands of this workspace are off until it is trusted.");
  }

  /** As the list shows them. */
  specs(): CommandSpec[] {
    return this.current.commands.map(({ id, description, source, arguments: wanted, hides }) => ({
      id,
      description,
      source,
      arguments: [...wanted],
      hides,
    }));
  }

  /** Why a command that should be there may not be; empty when there is no reason. */
  get absence(): string {
    if (vscode.workspace.isTrusted) return "";
    return "The commands of this workspace are off until you trust it.";
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #merge(): void {
    const contributed = this.#registered.raw.map(parseContributed);
    const registered = contributed.flatMap((parsed) => (parsed.ok ? [parsed.command] : []));
    const { listing, render, off } = this.#skills;
    this.current = withOffSkills(
      [...BUILT_INS, ...this.#files.commands, ...registered, ...skillCommands(listing.skills, render)],
      off,
    );
    for (const { id, hides, origin } of this.current.commands)
      if (hides.length > 0) this.#log.info(`${id} of ${origin} hides ${hides.join(", ")}.`);
    const refused = contributed.flatMap((parsed) => (parsed.ok ? [] : [`Of another extension: ${parsed.reason}`]));
    this.#tell([...this.#files.problems.map(toLine), ...refused]);
    this.#changed.fire();
  }

  #tell(lines: readonly string[]): void {
    const told = lines.join("\n");
    if (told === this.#told) return;
    this.#told = told;
    if (lines.length === 0) return;
    for (const line of lines) this.#log.warn(`A command was left out. ${line}`);
    const [first = "", ...others] = lines;
    const more = others.length === 0 ? "" : ` And ${others.length} more.`;
    void vscode.window.showWarningMessage(`A command was left out. ${first}.${more}`, "Show Log").then((answer) => {
      if (answer !== undefined) this.#log.show();
    });
  }
}

function toLine({ file, line, reason }: Problem): string {
  return `${file}:${line}: ${reason}`;
}

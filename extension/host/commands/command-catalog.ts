// The catalog as it is now: what Galley brings, the files, the prompts of servers, the skills, and what other extensions registered.
import * as vscode from "vscode";
import { BUILT_IN_IDS, BUILT_INS } from "../../compose/built-in.ts";
import { type Catalog, type Command, mergeCommands } from "../../compose/catalog.ts";
import { parseContributed } from "../../compose/contributed.ts";
import type { CommandSpec } from "../../protocol/catalog.ts";
import { withOffSkills } from "../../skills/commands/off-skills.ts";
import { skillCommands } from "../../skills/commands/skill-commands.ts";
import { invokePorts } from "../../turn/skill-ports.ts";
import { CommandFiles } from "./command-files.ts";
import type { Problem } from "../files/definition-files.ts";
import type { CommandSources } from "./needs.ts";

export class CommandCatalog implements vscode.Disposable {
  readonly #files = new CommandFiles();
  readonly #sources: CommandSources;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  /** By conversation. */
  #offered: ReadonlyMap<string, Command[]> = new Map();
  /** What was told last, so that one problem is told once. */
  #told = "";
  current: Catalog = mergeCommands(BUILT_INS);
  readonly onChange = this.#changed.event;
  /** Before this a command of a file may look unknown. */
  readonly ready: Promise<unknown>;

  constructor(sources: CommandSources) {
    const { log, registered, onPromptsChange, onSkillsChange, skillsRead } = sources;
    this.#sources = sources;
    this.ready = Promise.all([this.#files.ready, skillsRead()]);
    this.#log = log;
    const merge = (): void => {
      this.#merge();
    };
    this.#subscriptions = [
      ...[this.#files, this.#changed],
      ...[this.#files.onChange(merge), registered.onChange(merge), onSkillsChange(merge), onPromptsChange(merge)],
    ];
    if (!vscode.workspace.isTrusted) log.info("Trust this workspace to use its slash commands.");
  }

  /** What agents offer in the conversations that are shown; told when it is not what it was. */
  offer(commandsOf: (conversation: string) => Command[], conversations: readonly string[]): void {
    const offered = new Map(
      conversations.flatMap((id) => {
        const commands = commandsOf(id);
        return commands.length > 0 ? [[id, commands] as const] : [];
      }),
    );
    if (JSON.stringify([...offered]) === JSON.stringify([...this.#offered])) return;
    this.#offered = offered;
    this.#merge();
  }

  /** As the list of a conversation shows them: those of an agent only where it answers. */
  specs(conversation?: string): CommandSpec[] {
    const own = new Set((this.#offered.get(conversation ?? "") ?? []).map(({ id }) => id));
    const shown = this.current.commands.filter(({ source, id }) => source !== "agent" || own.has(id));
    return shown.map(({ id, description, source, arguments: wanted, hides }) => ({
      id,
      description,
      source,
      arguments: [...wanted],
      hides,
    }));
  }

  /** Why commands of the workspace may be missing; empty if they are not. */
  get absence(): string {
    if (vscode.workspace.isTrusted) return "";
    return "Trust this workspace to use its slash commands.";
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #merge(): void {
    const contributed = this.#sources.registered.raw.map(parseContributed);
    const registered = contributed.flatMap((parsed) => (parsed.ok ? [parsed.value] : []));
    const { enabled, off } = this.#sources.skills();
    const offered = new Map([...this.#offered.values()].flat().map((command) => [command.id, command])).values();
    const skills = skillCommands(enabled, invokePorts(this.#sources.renderSkill), BUILT_IN_IDS);
    const commands = mergeCommands([
      ...[...BUILT_INS, ...this.#files.commands, ...registered, ...this.#sources.prompts()],
      ...[...skills, ...offered],
    ]);
    this.current = withOffSkills(commands, off);
    for (const { id, hides, origin } of this.current.commands)
      if (hides.length > 0) this.#log.info(`${id} from ${origin} overrides the one from ${hides.join(", ")}.`);
    const refused = contributed.flatMap((parsed) => (parsed.ok ? [] : [`From another extension: ${parsed.failure}`]));
    this.#tell([...this.#files.problems.map(toLine), ...refused]);
    this.#changed.fire();
  }

  #tell(lines: readonly string[]): void {
    const told = lines.join("\n");
    if (told === this.#told) return;
    this.#told = told;
    if (lines.length === 0) return;
    for (const line of lines) this.#log.warn(`Slash command not loaded: ${line}`);
    const [first = "", ...others] = lines;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    void vscode.window
      .showWarningMessage(
        `Could not load a slash command: ${first}${more}. Fix the file to use the command.`,
        "Show Log",
      )
      .then((answer) => {
        if (answer !== undefined) this.#log.show();
      });
  }
}

function toLine({ file, line, reason }: Problem): string {
  return `${file}:${line}: ${reason}`;
}

// The slash commands there are now: built-in, of files, MCP servers, skills, agents and other extensions.
import * as vscode from "vscode";
import { BUILT_IN_IDS, BUILT_INS } from "../../compose/built-in.ts";
import { type Catalog, type Command, mergeCommands } from "../../compose/catalog.ts";
import { parseContributed } from "../../compose/contributed.ts";
import type { CommandSpec } from "../../protocol/catalog.ts";
import { withOffSkills } from "../../skills/commands/off-skills.ts";
import { skillCommands } from "../../skills/commands/skill-commands.ts";
import { runForParts } from "../../turn/request/command/extension-parts.ts";
import { invokePorts } from "../../turn/skill-ports.ts";
import { CommandFiles } from "./command-files.ts";
import type { Problem } from "../files/definition-files.ts";
import { showPlace } from "../window/editor.ts";
import { reportFault } from "../window/report-fault.ts";
import type { CommandSources } from "./needs.ts";
import * as words from "./words.ts";

export class CommandCatalog implements vscode.Disposable {
  readonly #files = new CommandFiles();
  readonly #sources: CommandSources;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  /** The commands that agents offer, by conversation. */
  #offered: ReadonlyMap<string, Command[]> = new Map();
  /** The problems that were reported last, so that each is reported once. */
  #reported = "";
  current: Catalog = mergeCommands(BUILT_INS);
  readonly onChange = this.#changed.event;
  /** Resolves when files and skills are read: before that, one of their commands may look unknown. */
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
    if (!vscode.workspace.isTrusted) log.info(words.notTrusted);
  }

  /** Takes the commands that agents offer in the shown conversations. Fires `onChange` if they have changed. */
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

  /** For the list of a conversation: without the commands of agents that do not answer in it. */
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

  /** Why the commands of the workspace are missing; empty if they are not. */
  get absence(): string {
    if (vscode.workspace.isTrusted) return "";
    return words.notTrusted;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #merge(): void {
    const contributed = this.#sources.registered.raw.map((raw) => parseContributed(raw, runForParts));
    const registered = contributed.flatMap((parsed) => (parsed.ok ? [parsed.value] : []));
    const { enabled, off } = this.#sources.skills();
    const offered = new Map([...this.#offered.values()].flat().map((command) => [command.id, command])).values();
    const skills = skillCommands(enabled, invokePorts(this.#sources.composer), BUILT_IN_IDS);
    const commands = mergeCommands([
      ...[...BUILT_INS, ...this.#files.commands, ...registered, ...this.#sources.prompts()],
      ...[...skills, ...offered],
    ]);
    this.current = withOffSkills(commands, off);
    for (const { id, hides, origin } of this.current.commands)
      if (hides.length > 0) this.#log.info(`${id} from ${origin} overrides the one from ${hides.join(", ")}.`);
    const refused = contributed.flatMap((parsed) => (parsed.ok ? [] : [words.fromExtension(parsed.failure)]));
    this.#report(this.#files.problems, refused);
    this.#changed.fire();
  }

  #report(inFiles: readonly Problem[], refused: readonly string[]): void {
    const problems = [...inFiles.map(toLine), ...refused];
    const reported = problems.join("\n");
    if (reported === this.#reported) return;
    this.#reported = reported;
    const [first, ...others] = problems;
    if (first === undefined) return;
    for (const problem of problems) this.#log.warn(`Slash command not loaded: ${problem}`);
    void this.#warn(words.notLoaded(first, others.length), inFiles[0]).catch(reportFault);
  }

  async #warn(message: string, inFile: Problem | undefined): Promise<void> {
    const buttons = inFile === undefined ? [words.showLog] : [words.openFile, words.showLog];
    const answer = await vscode.window.showWarningMessage(message, ...buttons);
    if (answer === words.showLog) this.#log.show();
    else if (answer === words.openFile && inFile !== undefined)
      await showPlace(inFile.file, { start: inFile.line, end: inFile.line });
  }
}

function toLine({ file, line, reason }: Problem): string {
  return `${file}:${line}: ${reason}`;
}

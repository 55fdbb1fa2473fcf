// The tools of a turn: those of the conversation, of which the skills of the turn decide what the model may call now.
import type { UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import type { SkillRun } from "../../skills/run/skill-run.ts";
import type { Tool } from "../../tools/tool.ts";
import { commandTools } from "../request/command/command-tools.ts";
import { offeredTools, type ToolPorts, withFound } from "../request/offered-tools.ts";

interface ToolsOf {
  conversation: string;
  model: Model;
  /** The message that began the turn. */
  message: UserMessage;
}

export class TurnTools {
  readonly #ports: Pick<ToolPorts, "tools">;
  readonly #of: ToolsOf;
  readonly #skill: Pick<SkillRun, "offered">;
  /** `undefined` until they are read. */
  #all: readonly Tool[] | undefined;

  constructor(ports: Pick<ToolPorts, "tools">, of: ToolsOf, skill: Pick<SkillRun, "offered">) {
    this.#ports = ports;
    this.#of = of;
    this.#skill = skill;
  }

  /** What the model may call now. */
  get now(): readonly Tool[] {
    return this.#skill.offered(this.#all ?? []);
  }

  /** Takes the tools that were read for the first request, and returns those that it offers. */
  begin(all: readonly Tool[]): readonly Tool[] {
    this.#all = all;
    return this.now;
  }

  /** Adds the tools that a search found. */
  find(found: readonly Tool[]): void {
    if (this.#all !== undefined) this.#all = withFound(this.#all, commandTools(this.#of.message, found));
  }

  /** A turn that waited for the user has read none yet. */
  async read(): Promise<readonly Tool[]> {
    if (this.#all === undefined) await this.readAgain();
    return this.now;
  }

  /** A skill that began or returned may change which tools there are. */
  async readAgain(): Promise<void> {
    const { conversation, model, message } = this.#of;
    this.#all = commandTools(message, await offeredTools(this.#ports, conversation, model));
  }
}

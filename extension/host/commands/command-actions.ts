// Carries out a draft whose command is an action of Galley. No model gets the draft, and the rest of it is not lost.
import * as vscode from "vscode";
import type { Catalog, Listed, RestGoes } from "../../compose/catalog.ts";
import { resolveCommand } from "../../compose/command.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import { mayNameIgnored } from "../files/ask-ignored.ts";
import { Done } from "../window/done.ts";
import type { CommandDrafts } from "./needs.ts";
import * as words from "./words.ts";

interface KnownCommands {
  readonly ready: Promise<unknown>;
  readonly current: Catalog;
}

export class CommandActions {
  readonly #catalog: KnownCommands;
  readonly #drafts: Omit<CommandDrafts, "insertIntoFocused">;
  readonly #log: Pick<vscode.LogOutputChannel, "info">;

  constructor(
    catalog: KnownCommands,
    drafts: Omit<CommandDrafts, "insertIntoFocused">,
    log: Pick<vscode.LogOutputChannel, "info">,
  ) {
    this.#catalog = catalog;
    this.#drafts = drafts;
    this.#log = log;
  }

  /**
   * Runs the action of a held draft. `none`: the draft has no action. `none` and `not-confirmed` change nothing.
   * `done`: an action that takes the rest of the draft has ended; any other still runs, and `failed` gets its error.
   */
  async carryOut(
    conversationId: string,
    draft: Draft,
    failed: (error: unknown) => void,
  ): Promise<"done" | "none" | "not-confirmed"> {
    const { parts } = draft;
    const action = await this.#readAction(parts);
    if (action === undefined) return "none";
    const { command, run, rest, restGoes } = action;
    if (restGoes === "in" && !(await mayNameIgnored(this.#drafts.workspaceState, parts))) return "not-confirmed";
    const back = restGoes === "back" ? rest : [];
    const { input } = this.#drafts.conversation(conversationId);
    const typed = input.letGo(draft);
    // What the action takes stays stored until it has it.
    input.save({ parts: [...(restGoes === "in" ? rest : back), ...typed.parts] });
    // First: an action may write into the draft, or show another conversation.
    this.#drafts.tellActed(conversationId, { parts: back });
    if (restGoes === "in") await this.#run(command, conversationId, run, rest);
    else void this.#runOn(command, conversationId, run, restGoes === "along" ? rest : []).catch(failed);
    return "done";
  }

  /** The same for another extension, which has no draft to clear: its other parts go to the end of the user's draft. */
  async carryOutFor(conversationId: string, parts: readonly KnownPart[]): Promise<boolean> {
    const action = await this.#readAction(parts);
    if (action === undefined) return false;
    const { command, run, rest, restGoes } = action;
    await this.#run(command, conversationId, run, ...(restGoes === "in" ? [rest] : []));
    if (restGoes !== "in" && rest.length > 0) await this.#drafts.appendToFocused(rest);
    return true;
  }

  /** Keeps what was done as a line of the conversation that gave the command. */
  async #run({ id, source }: Listed, conversationId: string, run: string, ...given: unknown[]): Promise<void> {
    const returned: unknown = await vscode.commands.executeCommand(run, conversationId, ...given);
    const did = source === "extension" ? words.ranElsewhere : Done.safeParse(returned).data?.done;
    if (did !== undefined) this.#drafts.conversation(conversationId).record({ command: id, words: did });
  }

  async #runOn(command: Listed, conversationId: string, run: string, along: readonly KnownPart[]): Promise<void> {
    await this.#run(command, conversationId, run);
    if (along.length > 0) await this.#drafts.appendToFocused(along);
  }

  async #readAction(
    parts: readonly KnownPart[],
  ): Promise<{ command: Listed; run: string; rest: KnownPart[]; restGoes: RestGoes } | undefined> {
    await this.#catalog.ready;
    const resolution = resolveCommand(parts, this.#catalog.current);
    if (resolution.kind !== "action") return undefined;
    const { run, rest, restGoes, command } = resolution;
    this.#log.info(`${command.id}: ${run}`);
    return { command, run, rest: rest.filter((part) => part.type !== "unknown"), restGoes };
  }
}

// Carries out a draft whose command is an action of Galley. No model gets the draft, and the rest of it is not lost.
import * as vscode from "vscode";
import type { Catalog, RestGoes } from "../../compose/catalog.ts";
import { resolveCommand } from "../../compose/command.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import { mayNameIgnored } from "../files/ask-ignored.ts";
import type { CommandDrafts } from "./needs.ts";

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
    const { run, rest, restGoes } = action;
    if (restGoes === "in" && !(await mayNameIgnored(this.#drafts.workspaceState, parts))) return "not-confirmed";
    const back = restGoes === "back" ? rest : [];
    const { input } = this.#drafts.conversation(conversationId);
    const typed = input.letGo(draft);
    // What the action takes stays stored until it has it.
    input.save({ parts: [...(restGoes === "in" ? rest : back), ...typed.parts] });
    // First: an action may write into the draft, or show another conversation.
    this.#drafts.tellActed(conversationId, { parts: back });
    if (restGoes === "in") await vscode.commands.executeCommand(run, conversationId, rest);
    else void this.#runOn(run, conversationId, restGoes === "along" ? rest : []).catch(failed);
    return "done";
  }

  /** The same for another extension, which has no draft to clear: its other parts go to the end of the user's draft. */
  async carryOutFor(conversationId: string, parts: readonly KnownPart[]): Promise<boolean> {
    const action = await this.#readAction(parts);
    if (action === undefined) return false;
    const { run, rest, restGoes } = action;
    await vscode.commands.executeCommand(run, conversationId, ...(restGoes === "in" ? [rest] : []));
    if (restGoes !== "in" && rest.length > 0) await this.#drafts.appendToFocused(rest);
    return true;
  }

  async #runOn(run: string, conversationId: string, along: readonly KnownPart[]): Promise<void> {
    await vscode.commands.executeCommand(run, conversationId);
    if (along.length > 0) await this.#drafts.appendToFocused(along);
  }

  async #readAction(
    parts: readonly KnownPart[],
  ): Promise<{ run: string; rest: KnownPart[]; restGoes: RestGoes } | undefined> {
    await this.#catalog.ready;
    const resolution = resolveCommand(parts, this.#catalog.current);
    if (resolution.kind !== "action") return undefined;
    const { run, rest, restGoes, command } = resolution;
    this.#log.info(`${command.id}: ${run}`);
    return { run, rest: rest.filter((part) => part.type !== "unknown"), restGoes };
  }
}

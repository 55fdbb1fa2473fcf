// Carries out a draft that gives an action. Nothing of it reaches a model, and nothing else of it is lost.
import * as vscode from "vscode";
import type { RestGoes } from "../../compose/catalog.ts";
import { resolveCommand } from "../../compose/command.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import { mayNameIgnored } from "../files/ask-ignored.ts";
import type { Core } from "../core.ts";

/**
 * Runs the action that a held draft gives. `none`: it gives no action. `none` and `not-confirmed` change nothing.
 * `done`: an action that takes the rest of the draft has ended; any other still runs, and `failed` gets its error.
 */
export async function carryOut(
  core: Core,
  sessionId: string,
  draft: Draft,
  failed: (error: unknown) => void,
): Promise<"done" | "none" | "not-confirmed"> {
  const { parts } = draft;
  const action = await readAction(core, parts);
  if (action === undefined) return "none";
  const { run, rest, restGoes } = action;
  if (restGoes === "in" && !(await mayNameIgnored(core.context.workspaceState, parts))) return "not-confirmed";
  const back = restGoes === "back" ? rest : [];
  const session = core.session(sessionId);
  const typed = session.letGoOfDraft(draft);
  // What the action takes stays stored until it has it.
  session.saveDraft({ parts: [...(restGoes === "in" ? rest : back), ...typed.parts] });
  // First: an action may write into the draft, or show another conversation.
  core.panes.of(sessionId)?.post({ type: "acted", session_id: sessionId, draft: { parts: back } });
  if (restGoes === "in") await vscode.commands.executeCommand(run, sessionId, rest);
  else void runOn(core, run, sessionId, restGoes === "along" ? rest : []).catch(failed);
  return "done";
}

async function runOn(core: Core, run: string, sessionId: string, along: readonly KnownPart[]): Promise<void> {
  await vscode.commands.executeCommand(run, sessionId);
  if (along.length > 0) await core.draft.addParts(along, "end");
}

/** The same for a program, which has no draft to clear; what it wrote besides goes to the end of the user's. */
export async function carryOutFor(core: Core, sessionId: string, parts: readonly KnownPart[]): Promise<boolean> {
  const action = await readAction(core, parts);
  if (action === undefined) return false;
  const { run, rest, restGoes } = action;
  await vscode.commands.executeCommand(run, sessionId, ...(restGoes === "in" ? [rest] : []));
  if (restGoes !== "in" && rest.length > 0) await core.draft.addParts(rest, "end");
  return true;
}

async function readAction(
  core: Core,
  parts: readonly KnownPart[],
): Promise<{ run: string; rest: KnownPart[]; restGoes: RestGoes } | undefined> {
  await core.commands.ready;
  const resolution = resolveCommand(parts, core.commands.current);
  if (resolution.kind !== "action") return undefined;
  const { run, rest, restGoes, command } = resolution;
  core.log.info(`${command.id}: ${run}`);
  return { run, rest: rest.filter((part) => part.type !== "unknown"), restGoes };
}

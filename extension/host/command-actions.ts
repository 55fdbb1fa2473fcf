// Carries out a draft that gives an action. Nothing of it reaches a model, and nothing else of it is lost.
import * as vscode from "vscode";
import type { RestGoes } from "../compose/catalog.ts";
import { resolveCommand } from "../compose/command.ts";
import type { KnownPart } from "../message/part.ts";
import type { Core } from "./core.ts";

/** `false`: the draft gives no action, and nothing was done. */
export async function carryOut(core: Core, sessionId: string, parts: readonly KnownPart[]): Promise<boolean> {
  // The input is empty by now: until it is known what becomes of it, this is the only copy.
  core.session(sessionId).saveDraft({ parts: [...parts] });
  const action = await readAction(core, parts);
  if (action === undefined) return false;
  const { run, rest, restGoes } = action;
  const back = restGoes === "back" ? rest : [];
  // What the action takes stays stored until it has it.
  core.session(sessionId).saveDraft({ parts: restGoes === "in" ? rest : back });
  // First: an action may write into the draft, or show another conversation.
  core.panes.of(sessionId)?.post({ type: "acted", session_id: sessionId, draft: { parts: back } });
  await vscode.commands.executeCommand(run, sessionId, ...(restGoes === "in" ? [rest] : []));
  if (restGoes === "along" && rest.length > 0) await core.draft.addParts(rest, "end");
  return true;
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

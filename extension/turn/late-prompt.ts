// Starts the server of an unknown command: the prompts of a server that does not run are in no list.
import type { Catalog } from "../compose/catalog.ts";
import { resolveCommand } from "../compose/command.ts";
import type { Server } from "../mcp/server.ts";
import { whyNot } from "../mcp/tools.ts";
import type { Failure } from "../message/failure.ts";
import type { Model } from "../message/model.ts";
import type { Part } from "../message/part.ts";
import type { Sending } from "../message/resolved.ts";
import { unlessStopped } from "../stream/stopped.ts";
import { isPromptOf } from "../mcp/prompt-commands.ts";
import * as words from "./words.ts";

export interface LatePromptPorts {
  /** Every command that can be given now. */
  catalog: () => Catalog;
  /**
   * An unknown command may be a prompt of a server that does not run: starts that server and waits for a while.
   * Resolves with the reason the command may still be unknown, and what to do; `undefined` if no server could have it.
   * Never rejects.
   */
  bringPrompt: (id: string, sending: Sending) => Promise<string | undefined>;
  model: (conversationId: string) => Model;
}

/** The longest a message waits before it is sent. */
const START_MS = 60_000;

/** Why a message must not be sent: its command belongs to a server that could not be asked. `undefined` if it may go. */
export async function latePromptFailure(
  ports: LatePromptPorts,
  conversationId: string,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  const unknown = unknownIn(ports, parts);
  if (unknown === undefined) return undefined;
  const why = await ports.bringPrompt(unknown, { signal });
  const isStill = why !== undefined && signal?.aborted !== true && unknownIn(ports, parts) === unknown;
  // An agent may know a command that Galley does not.
  if (!isStill || ports.model(conversationId).keeps_session === true) return undefined;
  return { stage: "compose", code: "bad-prompt", message: words.promptNotSent(unknown, why), retryable: true };
}

function unknownIn(ports: Pick<LatePromptPorts, "catalog">, parts: readonly Part[]): string | undefined {
  const resolution = resolveCommand(parts, ports.catalog());
  return resolution.kind === "unknown" ? resolution.id : undefined;
}

/**
 * Starts the servers whose prompt the command could be, and waits until their lists are `read`. Resolves with the
 * reason the command may still be unknown, and what to do; `undefined` if no server could have it. Never rejects.
 */
export async function bringPrompt(
  id: string,
  servers: readonly Server[],
  read: () => Promise<void>,
  { signal }: Sending,
): Promise<string | undefined> {
  const own = servers.filter(({ name }) => isPromptOf(name, id));
  const [first] = own;
  if (first === undefined) return undefined;
  const work = Promise.all(own.map((server) => server.use("sending"))).then(read);
  const late = AbortSignal.timeout(START_MS);
  await unlessStopped(work, signal === undefined ? late : AbortSignal.any([late, signal]));
  const off = own.find(({ link }) => link === undefined);
  if (off !== undefined) return words.serverNotReady(off.name, whyNot(off), whatToDo(off));
  return words.noSuchPrompt(first.name);
}

function whatToDo({ state }: Server): string {
  if (state.kind === "starting") return words.sendLater;
  return state.kind === "sign-in" ? words.signInFirst : words.startFirst;
}

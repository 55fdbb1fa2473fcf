// What an agent offers in a conversation, as commands: their words go to it as they are.
import type { AvailableCommand } from "@agentclientprotocol/sdk";
import { BUILT_INS } from "../compose/built-in.ts";
import type { Command } from "../compose/catalog.ts";
import type { Model } from "../message/model.ts";

const OURS: ReadonlySet<string> = new Set(BUILT_INS.map(({ id }) => id));

export function agentCommands({ id, name: origin = id }: Model, offered: readonly AvailableCommand[]): Command[] {
  return offered.map(({ name, description, input }) => ({
    id: commandId(id, name),
    description,
    source: "agent",
    origin,
    arguments: input ? [{ name: input.hint, required: false }] : [],
    body: { kind: "template", text: `/${name.replaceAll("$", "$$$$")} $ARGUMENTS` },
  }));
}

/** `/name`, or `/agent:name` when Galley has a command of the same name. */
export function commandId(agent: string, name: string): string {
  const id = `/${name}`;
  return OURS.has(id) ? `/${agent}:${name}`.replace(/^\/(?![A-Za-z])/, "/agent-") : id;
}

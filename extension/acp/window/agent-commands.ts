// The commands that an agent offers in a conversation, as commands of Galley: their text goes to the agent as it is.
import type { AvailableCommand } from "@agentclientprotocol/sdk";
import type { Command } from "../../compose/catalog.ts";
import type { Model } from "../../message/model.ts";

/** `builtIn`: the ids of Galley's own commands, with their slash. */
export function agentCommands(
  { id, name: origin = id }: Model,
  offered: readonly AvailableCommand[],
  builtIn: ReadonlySet<string>,
): Command[] {
  return offered.map(({ name, description, input }) => ({
    id: commandId(id, name, builtIn),
    description,
    source: "agent",
    origin,
    arguments: input ? [{ name: input.hint, required: false }] : [],
    body: { kind: "template", text: `/${name.replaceAll("$", "$$$$")} $ARGUMENTS` },
  }));
}

/** `/name`, or `/agent:name` when Galley has a command of the same name. */
export function commandId(agent: string, name: string, builtIn: ReadonlySet<string>): string {
  const id = `/${name}`;
  return builtIn.has(id) ? `/${agent}:${name}`.replace(/^\/(?![A-Za-z])/, "/agent-") : id;
}

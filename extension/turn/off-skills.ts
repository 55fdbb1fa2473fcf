// The commands of skills that are switched off: known, listed nowhere, and refused with the way to switch them on.
import { type Catalog, type Command, type Listed, mergeCommands } from "../compose/catalog.ts";
import type { Skill } from "../skills/catalog.ts";
import { offWords } from "../skills/enabled.ts";

/** Only where nothing else has the name: what cannot be used hides nothing. */
export function withOffSkills(commands: readonly Command[], off: readonly Skill[]): Catalog {
  const { commands: listed, byId } = mergeCommands(commands);
  const refused = off.filter(({ name }) => !byId.has(`/${name}`)).map(toRefused);
  return { commands: listed, byId: new Map([...byId, ...refused.map((command) => [command.id, command] as const)]) };
}

function toRefused({ name, file }: Skill): Listed {
  return {
    id: `/${name}`,
    description: "",
    source: "skill",
    origin: file,
    arguments: [],
    body: { kind: "skill", invoke: () => ({ ok: false, problem: offWords(name) }) },
    hides: [],
  };
}

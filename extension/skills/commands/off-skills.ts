// The commands of skills that are switched off: known, listed nowhere, and refused with the way to switch them on.
import type { Catalog, Listed } from "../../compose/catalog.ts";
import type { Skill } from "../catalog.ts";
import { offWords } from "../enabled.ts";

/** Only where no command has the name: a skill that is off hides nothing. */
export function withOffSkills({ commands, byId }: Catalog, off: readonly Skill[]): Catalog {
  const refused = off.filter(({ name }) => !byId.has(`/${name}`)).map(toRefused);
  return { commands, byId: new Map([...byId, ...refused.map((command) => [command.id, command] as const)]) };
}

function toRefused({ name, file }: Skill): Listed {
  return {
    id: `/${name}`,
    description: "",
    source: "skill",
    origin: file,
    arguments: [],
    body: { kind: "skill", invoke: () => ({ ok: false, failure: { problem: offWords(name) } }) },
    hides: [],
  };
}

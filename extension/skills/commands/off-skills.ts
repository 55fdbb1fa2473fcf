// The commands of disabled skills: in no list, and refused with a sentence that says how to enable them.
import type { Catalog, Listed } from "../../compose/catalog.ts";
import type { Skill } from "../catalog.ts";
import * as words from "../words.ts";

/** A disabled skill hides no other command of its name. */
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
    body: { kind: "skill", invoke: () => ({ ok: false, failure: { problem: words.disabled(name) } }) },
    hides: [],
  };
}

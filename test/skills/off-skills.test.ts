import { describe, expect, it } from "vitest";
import { BUILT_INS } from "../../extension/compose/built-in.ts";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { resolveCommand } from "../../extension/compose/command.ts";
import { expansionOf } from "../../extension/preview/expansion.ts";
import { withOffSkills } from "../../extension/skills/commands/off-skills.ts";
import { aSkill, commandsOf } from "../fakes/skills.ts";

const catalog = withOffSkills(mergeCommands([...BUILT_INS, ...commandsOf([aSkill("css")])]), [
  aSkill("pdf"),
  aSkill("model"),
]);
const draft = [{ type: "text" as const, text: "/pdf fill it" }];

describe("the command of a skill that is switched off", () => {
  it("is refused before it is sent, with the way to switch it on", () => {
    expect(resolveCommand(draft, catalog)).toMatchObject({ kind: "refused", failure: { code: "bad-skill" } });
    expect(expansionOf(draft, catalog)).toMatchObject({
      kind: "error",
      text: expect.stringMatching(/^The skill pdf is disabled .* Enable it in the Skills view\.$/) as string,
    });
  });

  it("is in no list, and hides nothing", () => {
    expect(catalog.commands.map(({ id }) => id)).toContain("/css");
    expect(catalog.commands.map(({ id }) => id)).not.toContain("/pdf");
    expect(catalog.byId.get("/model")?.source).toBe("built-in");
  });
});

// Skills in the window: listed with their states, switched off, tried in a form, and put into the message.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const FILES: Readonly<Record<string, string>> = {
  "notes/SKILL.md": "---\nname: notes\ndescription: How release notes are written here\n---\nWrite the notes.\n",
  "notes/skill.toml":
    '[parameter_schema]\ntype = "object"\nrequired = ["since"]\n\n[parameter_schema.properties.since]\ntype = "string"\ndescription = "A tag or a commit"\n',
  "bad/SKILL.md": "---\nname: bad\ndescription: ''\n---\nDo it.\n",
};

describe("the view of skills", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await openWindow();
    panel = await window.composer();
    await panel.getByRole("button", { name: /^Model: / }).waitFor();
    for (const [path, text] of Object.entries(FILES)) {
      const folder = join(window.folder, ".galley", "skills", path.split("/")[0] ?? "");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, path.split("/")[1] ?? ""), text);
    }
    await window.runCommand("Galley: Show Skills");
  });

  afterAll(() => window.close());

  const line = (name: string | RegExp): Locator =>
    window.page.getByRole("tree", { name: "Skills" }).getByRole("treeitem", { name });

  it("lists them by place, opens what cannot be read, and switches one off and on", async () => {
    await line(/^notes, How release notes/).waitFor();
    await line(/^bad, cannot be read: description is empty/).click();
    await window.page.getByRole("tab", { name: /^SKILL\.md/ }).waitFor();
    await window.screenshot("skills-view");
    await line(/^notes/).hover();
    await line(/^notes/)
      .getByRole("button", { name: "Disable Skill…" })
      .click();
    await line(/^notes, off, /).waitFor();
    await window.screenshot("skills-off");
    await line(/^notes/).hover();
    await line(/^notes/)
      .getByRole("button", { name: "Enable Skill…" })
      .click();
    await line(/^notes, How/).waitFor();
  });

  it("tries one in a form, shows what it becomes, and puts it into the message", async () => {
    await line(/^notes/).hover();
    await line(/^notes/)
      .getByRole("button", { name: "Try Skill…" })
      .click();
    const tried = await window.trySkill();
    await tried.getByLabel("since").fill("v1.0 beta");
    await expect
      .poll(() => tried.getByRole("region", { name: "Preview" }).innerText())
      .toContain('- since: "v1.0 beta"');
    await window.screenshot("skills-try");
    await tried.getByRole("button", { name: "Put in message" }).click();
    await expect
      .poll(() => panel.getByRole("textbox", { name: "Message" }).innerText())
      .toMatch(/\/notes\s+since="v1\.0 beta"/);
    await panel.getByText('- since: "v1.0 beta"').first().waitFor();
    await window.screenshot("skills-put");
  });

  it("begins a conversation that says what it is for", async () => {
    await window.runCommand("Galley: New Skill…");
    await panel.getByText("Say what the skill should do, and when a model should use it.").waitFor();
    await panel.getByRole("heading", { name: "New skill" }).waitFor();
    await window.screenshot("skills-new");
  });
});

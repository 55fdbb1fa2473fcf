// What a project brings, as a person meets it: its commands, its agents, its memories and its skills.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask, begin } from "./ask.ts";
import { inTitle } from "./lists.ts";
import { answer, answered, inInput, input, status } from "./panel.ts";
import { openWindow, type Window } from "./window.ts";

const FILES: Readonly<Record<string, string>> = {
  "AGENTS.md": "Say it in one sentence.\n",
  ".galley/commands/review.md": "---\narguments: [file, focus]\n---\nReview ${file}, above all for ${focus}.",
  ".galley/agents/kind.toml":
    'description = "Is kind"\nextends = "default"\nsystem_prompt = "{{ ctx.base }}\\nBe kind."\n',
  ".galley/agents/broken.toml": 'description = "x"\nsystem_prompt = "{{ ctx.oh }}"\n',
  ".galley/skills/notes/SKILL.md":
    "---\nname: notes\ndescription: How release notes are written here\n---\nWrite the notes.\n",
  ".galley/skills/notes/skill.toml":
    '[parameter_schema]\ntype = "object"\nrequired = ["since"]\n\n[parameter_schema.properties.since]\ntype = "string"\ndescription = "A tag or a commit"\n',
  ".galley/skills/bad/SKILL.md": "---\nname: bad\ndescription: Bad\n---\n",
};

describe("what a project brings", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await openWindow();
    for (const [path, text] of Object.entries(FILES)) write(path, text);
    cpSync(join(import.meta.dirname, "../fixtures/skills"), join(window.folder, ".galley/skills"), { recursive: true });
  });

  afterAll(() => window.close());

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(window.folder, path)), { recursive: true });
    writeFileSync(join(window.folder, path), text);
  }

  const box = (): Locator => panel.getByRole("region", { name: "Command" });
  const words = async (): Promise<string> => (await input(panel).innerText()).trim();
  const type = (text: string): Promise<void> => window.page.keyboard.type(text);
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);

  it("is a command that shows what is open and what it becomes; one that acts takes the text along or leaves it", async () => {
    panel = await begin(window);
    await type("/review a.ts ");
    await expect.poll(() => panel.locator(".open-arguments").textContent()).toBe("focus");
    await box().getByText("/review requires “focus”").first().waitFor();
    await type("speed");
    await box().getByText("Review a.ts, above all for speed.").waitFor();
    await press("Enter");
    await answered(panel);
    expect(await answer(panel).innerText()).toContain("Review a.ts, above all for speed.");
    expect(await answer(panel).innerText()).not.toContain("/review");
    await panel.getByRole("article", { name: "You" }).getByRole("button", { name: "/review, command" }).waitFor();

    await type("/new and now?");
    await box().getByText("Start a new conversation").first().waitFor();
    await press("Enter");
    await expect.poll(words).toBe("and now?");
    expect(await panel.getByRole("article", { name: "You" }).count()).toBe(0);
    await inInput(panel);
    await press("Home");
    await type("/help ");
    await press("Enter");
    await window.page.getByRole("option", { name: /^\/help/ }).waitFor();
    await press("Escape");
    await expect.poll(words).toBe("and now?");
  });

  it("is an agent, listed with those that are left out, seen in the inspector, and still chosen after a reload", async () => {
    const { page } = window;
    const option = (name: RegExp): Locator => page.getByRole("option", { name });
    const button = (name: string): Locator => panel.getByRole("button", { name: `Profile: ${name}`, exact: true });
    panel = await begin(window);
    await panel.getByRole("button", { name: /^Profile: / }).click();
    await option(/^review, Reviews code/).waitFor();
    await option(/broken\.toml:2, .*unknown name oh/).waitFor();
    await option(/^kind, Is kind/).click();
    await button("kind").waitFor();
    await input(panel).click();
    await inInput(panel);
    await type("hello");
    await panel.getByRole("button", { name: "Preview", exact: true }).click();
    const inspector = await window.inspector();
    const seen = inspector.getByRole("region", { name: "What the model sees" });
    await expect.poll(() => seen.innerText()).toContain("project.instructions");
    // One line until something is pinned or a chip.
    const shelf = page.getByRole("button", { name: "Shelf Section" });
    if ((await shelf.getAttribute("aria-expanded")) !== "true") await shelf.click();
    await page.getByRole("treeitem", { name: /^AGENTS\.md, .*instructions/ }).waitFor();
    await input(panel).press("Enter");
    await answered(panel);
    await window.reload();
    panel = await window.composer();
    await button("kind").click();
    await option(/broken\.toml:2/).click();
    await page.getByRole("tab", { name: /broken\.toml/ }).waitFor();
    await expect.poll(() => page.locator("#status\\.editor\\.selection").innerText()).toContain("Ln 2");
    await window.runCommand("View: Close All Editors");
  });

  it("is a memory: /memory brings the view and keeps what is not secret; it follows files, Delete and Undo", async () => {
    const { page } = window;
    const line = (name: RegExp): Locator =>
      page.getByRole("tree", { name: "Memories" }).getByRole("treeitem", { name });
    const send = async (text: string): Promise<void> => {
      await input(panel).click();
      await inInput(panel);
      await type(text);
      // The list of commands closes at the space behind one.
      if (!text.includes(" ")) await press("Escape");
      await press("Enter");
    };
    panel = await begin(window);
    expect(await page.getByRole("button", { name: "Memories Section" }).count(), "not before it is wanted").toBe(0);
    await send("/memory");
    await page.getByText("No memories yet.").waitFor();
    await send("/memory Prefers short answers, without praise.");
    await line(/^prefers-short-answers-without, Prefers short answers/).waitFor();
    await expect.poll(words).toBe("");
    expect(await panel.getByRole("article").count(), "the model hears nothing of it").toBe(0);
    await send("/memory password = swordfish");
    await panel.getByText(/Could not save the memory: .*contain a password/).waitFor();
    await expect.poll(words).toMatch(/\/memory\s+password = swordfish/);

    const text = "---\nname: release\ndescription: Releases are cut on Mondays\n---\nBy Ada.\n";
    write(".galley/memory/release.md", text);
    write(".galley/memory/bad.md", "---\nname: bad\ndescription: [open\n---\n");
    await line(/^bad, could not be read: /).click();
    await page.getByRole("tab", { name: /^bad\.md/ }).waitFor();
    await line(/^release, Releases are cut on Mondays/).click();
    await page.getByRole("tab", { name: /^release\.md/ }).waitFor();
    await press("Delete");
    await line(/^release/).waitFor({ state: "detached" });
    await inTitle(window, "Memories", "Restore Deleted Memory");
    await line(/^release/).waitFor();
    await window.runCommand("View: Close All Editors");
  });

  it("is a skill: listed, switched off and on, tried in a form, put into the message, and begun anew", async () => {
    const { page } = window;
    const line = (name: RegExp): Locator => page.getByRole("tree", { name: "Skills" }).getByRole("treeitem", { name });
    const act = async (name: string): Promise<void> => {
      await line(/^notes/).hover();
      await line(/^notes/)
        .getByRole("button", { name })
        .click();
    };
    panel = await begin(window);
    await window.runCommand("Galley: Show Skills");
    await line(/^bad, not loaded: the file has no instructions/).click();
    await page.getByRole("tab", { name: /^SKILL\.md/ }).waitFor();
    await line(/^notes, How release notes/).waitFor();
    await act("Disable Skill");
    await line(/^notes, disabled, /).waitFor();
    await act("Enable Skill");
    await line(/^notes, How/).waitFor();
    await act("Try Skill…");
    const tried = await window.trySkill();
    await tried.getByLabel("since").fill("v1.0 beta");
    const preview = tried.getByRole("region", { name: "Preview" });
    await expect.poll(() => preview.innerText()).toContain('- since: "v1.0 beta"');
    await tried.getByRole("button", { name: "Insert into Message" }).click();
    await expect.poll(words).toMatch(/\/notes\s+since="v1\.0 beta"/);
    await panel.getByText('- since: "v1.0 beta"').first().waitFor();
    await inTitle(window, "Skills", "New Skill…");
    await panel.getByText("Describe what the skill does and when a model should use it.").waitFor();
    await panel.getByRole("heading", { name: "New skill" }).waitFor();
    await window.runCommand("View: Close All Editors");
  });

  it("is a skill package that says what is missing, works in stages, asks its question, and is told in the inspector", async () => {
    panel = await begin(window);
    await type("/audit ");
    await box().getByText("The parameters do not match the skill's schema").first().waitFor();
    const calls = ['call read {"path":"src/main.ts"}', "then", 'call grep {"pattern":"upload"}', "then", "then"];
    const lines = ["path=src/net/upload.ts mind the net", ...calls, 'call read {"path":"src/net/upload.ts"}'];
    for (const [index, text] of lines.entries()) {
      if (index > 0) await press("Shift+Enter");
      await window.page.keyboard.insertText(text);
    }
    await box().getByText("Audit src/net/upload.ts: what it does").waitFor();
    await press("Enter");
    await panel.getByText("Shall the report be written?", { exact: true }).waitFor();
    expect(await answer(panel).innerText()).toContain("Stage 1 of 2: look");
    await panel.getByRole("radio", { name: "Yes" }).click();
    await panel.getByRole("button", { name: "Answer" }).click();
    await answer(panel).getByText("Stage 2 of 2: report").waitFor();
    await status(panel, "idle").waitFor();

    const turns = await ask(window, "Galley: Show Sent Request…", "Show Sent Request: Select Message");
    await turns.getByRole("option", { name: /audit/ }).first().click();
    const inspector = await window.inspector();
    await inspector.getByRole("tab", { name: "Skills" }).click();
    await expect
      .poll(() => inspector.getByRole("region", { name: "audit" }).innerText())
      .toMatch(/networks 1 Example: tags net[\s\S]*look[\s\S]*audit finished\./);
  });
});

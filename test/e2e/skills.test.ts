// A skill package as a person meets it: what it becomes, its stages, its question, and what the Composer did.
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): Locator => panel.getByRole("textbox", { name: "Message" });
const answer = (panel: Frame): Locator => panel.getByRole("article", { name: "Loopback" }).last();
const box = (panel: Frame): Locator => panel.getByRole("region", { name: "Command" });

describe("a skill package", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
    const skills = join(window.folder, ".galley", "skills");
    cpSync(join(import.meta.dirname, "../fixtures/skills"), skills, { recursive: true });
  });

  afterAll(() => window.close());

  async function type(...lines: string[]): Promise<void> {
    for (const [index, line] of lines.entries()) {
      if (index > 0) await window.page.keyboard.press("Shift+Enter");
      await window.page.keyboard.insertText(line);
    }
  }

  it("says what is missing, works stage by stage, asks its question, and is told in the inspector", async () => {
    const panel = await window.composer();
    await input(panel).click();
    await window.page.keyboard.type("/audit ");
    await box(panel).getByText("The parameters do not match the skill's schema").first().waitFor();
    await window.screenshot("skill-refused");

    const calls = ['call read {"path":"src/main.ts"}', "then", 'call grep {"pattern":"upload"}', "then", "then"];
    await type("path=src/net/upload.ts mind the net", ...calls, 'call read {"path":"src/net/upload.ts"}');
    await box(panel).getByText("Audit src/net/upload.ts: what it does").waitFor();
    await window.page.keyboard.press("Enter");

    await panel.getByText("Shall the report be written?", { exact: true }).waitFor();
    expect(await answer(panel).innerText()).toContain("Stage 1 of 2: look");
    await window.screenshot("skill-asks");
    await panel.getByRole("radio", { name: "Yes" }).click();
    await panel.getByRole("button", { name: "Answer" }).click();

    await answer(panel).getByText("Stage 2 of 2: report").waitFor();
    await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
    await window.screenshot("skill-done");

    const turns = await ask(window, "Galley: Inspect What Was Sent…", "what was sent for a message");
    await turns.getByRole("option", { name: /audit/ }).first().click();
    const tabIn = async (): Promise<Locator | undefined> => {
      const tabs = window.page.frames().map((frame) => frame.getByRole("tab", { name: "What the Composer did" }));
      const counts = await Promise.all(tabs.map((one) => one.count().catch(() => 0)));
      return tabs[counts.findIndex((count) => count > 0)];
    };
    await expect.poll(async () => (await tabIn()) !== undefined).toBe(true);
    const tab = await tabIn();
    await tab?.click();
    const told =
      tab
        ?.page()
        .frames()
        .map((frame) => frame.getByRole("region", { name: "audit" })) ?? [];
    const text = async (): Promise<string> =>
      (await Promise.all(told.map((one) => one.innerText({ timeout: 500 }).catch(() => "")))).join("");
    await expect.poll(text).toMatch(/networks 1 Example: tags net[\s\S]*look[\s\S]*audit is done\./);
    await window.screenshot("skill-composer");
    expect(window.violations).toEqual([]);
  });
});

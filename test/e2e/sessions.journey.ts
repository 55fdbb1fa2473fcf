// The list of conversations as a person works it: found, named, deleted, put away, branched, rewound, and read in any theme.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, begin, box, notice } from "./ask.ts";
import { inTitle, line } from "./lists.ts";
import { answered, chip, inInput, input, said } from "./panel.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe("the list of conversations", () => {
  let window: Window;

  beforeAll(async () => {
    window = await sharedWindow();
    await inInput(await window.composer());
  });

  /** Sends in a conversation of its own and waits for the answer. */
  async function converse(words: string): Promise<Frame> {
    const panel = await begin(window);
    await window.page.keyboard.type(words);
    await window.page.keyboard.press("Enter");
    await answered(panel);
    return panel;
  }

  async function answer(asked: Locator, text: string): Promise<void> {
    await asked.locator("input:visible").first().fill(text);
    await asked.page().keyboard.press("Enter");
    await asked.waitFor({ state: "hidden" });
  }

  async function undo(words: RegExp): Promise<void> {
    await (await notice(window, words)).getByRole("button", { name: "Undo" }).click();
  }

  /** A click shows the conversation, and a key that comes while the panel is being shown is lost. */
  async function clickAndGoDown(from: string, to: string): Promise<void> {
    const { page } = window;
    const focused = page.locator(".monaco-list:focus .monaco-list-row.focused");
    const below = focused.and((await line(window, to)).first());
    await expect
      .poll(async () => {
        await (await line(window, from)).first().click();
        await page.keyboard.press("ArrowDown");
        return below.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
  }

  const isGone = async (name: string): Promise<void> =>
    expect.poll(async () => (await line(window, name)).count(), { message: `${name} is gone` }).toBe(0);
  const search = async (words: string): Promise<void> =>
    answer(await ask(window, "Galley: Search Conversations…", "Search Conversations"), words);

  it("invites while it is empty, shows what Enter is pressed on and keeps the focus, and is searched, drafts too", async () => {
    const { page } = window;
    await line(window, "");
    await page.getByText("No conversations yet.").waitFor();
    await converse("alpha and a needle");
    const panel = await converse("beta decay");
    await (await line(window, "beta decay, current")).waitFor();
    await clickAndGoDown("beta decay", "alpha and a needle");
    await said(panel, "beta decay").waitFor();
    await page.keyboard.press("Enter");
    await said(panel, "alpha and a needle").waitFor();
    await (await line(window, "alpha and a needle, current")).waitFor();
    const inList = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('[role="tree"]') !== null);
    await expect.poll(inList, { message: "the list keeps the focus" }).toBe(true);

    await search("needle");
    await page.getByText("1 result for “needle”").waitFor();
    const found = await line(window, "alpha and a needle");
    const told = page.locator(".monaco-hover").filter({ hasText: /alpha and a needle\s*Last used \S/ });
    const isTold = async (): Promise<boolean> => {
      await found.hover();
      return told.isVisible();
    };
    await expect.poll(isTold, { message: "when it was last used", interval: 1_000, timeout: 30_000 }).toBe(true);
    await page.mouse.move(0, 0);
    await isGone("beta decay");
    await inTitle(window, "Conversations", "Clear Conversation Search");
    await (await line(window, "beta decay")).waitFor();

    await begin(window);
    await page.keyboard.type("an unsent thought");
    await panel.getByRole("button", { name: "New conversation" }).click();
    await (await line(window, "Draft: an unsent thought")).waitFor();
    await search("unsent");
    await isGone("beta decay");
    await (await line(window, "Draft: an unsent thought")).click();
    await expect.poll(() => input(panel).innerText()).toBe("an unsent thought");
    await inTitle(window, "Conversations", "Clear Conversation Search");
  });

  it("renames with F2 and deletes with Delete what has the focus, Undo brings it back, and the archive is out of sight", async () => {
    const { page } = window;
    await converse("old name");
    const panel = await converse("another one");
    await clickAndGoDown("another one", "old name");
    await page.keyboard.press("F2");
    await answer(await box(window, "Rename Conversation"), "Epsilon");
    await (await line(window, "Epsilon")).waitFor();
    await isGone("old name");
    await panel.getByRole("heading", { name: "another one" }).waitFor();

    await (await line(window, "another one")).click();
    await page.keyboard.press("Delete");
    await said(panel, "old name").waitFor();
    await isGone("another one");
    await undo(/Deleted “another one”/);
    await said(panel, "another one").waitFor();
    await (await line(window, "another one, current")).waitFor();

    // A button of Open Conversation… is about its entry alone, whatever is selected in the view.
    await (await line(window, "Epsilon")).click();
    await (await line(window, "another one")).click({ modifiers: ["Control"] });
    const list = await ask(window, "Galley: Open Conversation…", "Open Conversation");
    const entry = list.getByRole("option", { name: /Epsilon/ });
    await entry.hover();
    await entry.getByRole("button", { name: "Delete" }).click();
    await entry.waitFor({ state: "detached" });
    await list.getByRole("option", { name: /another one/ }).waitFor();
    await page.keyboard.press("Escape");
    await isGone("Epsilon");
    await (await line(window, "another one")).click();
    await (await line(window, "another one, current")).waitFor();

    await window.runCommand("Galley: Archive Conversation");
    await isGone("another one");
    await inTitle(window, "Conversations", "Show Sidecars and Archived Conversations");
    await (await line(window, "another one, archived")).waitFor();
    await inTitle(window, "Conversations", "Hide Sidecars and Archived Conversations");
    await isGone("another one");
    await window.runCommand("View: Hide Secondary Side Bar");
    const shown = page.locator('iframe.webview.ready[src*="extensionId=galley.galley"]:visible');
    await expect.poll(() => shown.count()).toBe(0);
    await window.runCommand("Galley: New Conversation");
    await shown.first().waitFor();
    // New Conversation shows the panel that was closed, with the caret in its input.
    await inInput(await window.composer());
  });

  it("branches from the end and from an answer, and rewinds a message with its chip, which Undo takes back", async () => {
    await begin(window);
    await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
    await window.page.keyboard.press("Control+Alt+.");
    const panel = await window.composer();
    await chip(panel, /^upload\.ts:10-25/).waitFor();
    await window.page.keyboard.type("kappa");
    await window.page.keyboard.press("Enter");
    await answered(panel);
    await window.page.keyboard.type("and once more");
    await window.page.keyboard.press("Enter");
    await said(panel, "and once more").waitFor();
    const answers = panel.getByRole("article", { name: "Loopback" });
    await expect.poll(() => answers.count()).toBe(2);
    await answered(panel);
    const last = panel.getByRole("article", { name: "Loopback" }).last();
    await last.hover();
    await last.getByRole("button", { name: "More actions" }).click();
    await panel.getByRole("menuitem", { name: "Ask Again in Branch" }).click();
    await panel.getByRole("button", { name: /^Go to Parent Conversation/ }).waitFor();
    await answered(panel);
    await expect.poll(() => answers.count(), { message: "asked again" }).toBe(2);
    await panel.getByRole("button", { name: /^Go to Parent Conversation/ }).click();
    await panel.getByRole("button", { name: /^Go to Parent Conversation/ }).waitFor({ state: "detached" });
    await said(panel, "and once more").waitFor();
    await expect.poll(() => answers.count(), { message: "the first answer stays" }).toBe(2);

    const end = await ask(
      window,
      "Galley: Branch Conversation…",
      "Branch Conversation: Select Last Message to Include",
    );
    await end.getByRole("option", { name: /Latest message/ }).click();
    await panel.getByRole("button", { name: /^Go to Parent Conversation/ }).waitFor();
    await answer(await ask(window, "Galley: Rename Conversation…", "Rename Conversation"), "Iota branch");
    const branch = await line(window, "Iota branch, Branch of .*kappa, current");
    await expect.poll(() => branch.getAttribute("aria-level")).toBe("2");

    const choice = await ask(window, "Galley: Rewind Conversation…", "Rewind Conversation: Select Message to Edit");
    await choice.getByRole("option", { name: /upload\.ts:10-25\s*kappa/ }).click();
    await chip(panel, /^upload\.ts:10-25/).waitFor();
    await input(panel).getByText("kappa").waitFor();
    await expect.poll(() => panel.getByRole("article").count(), { message: "rewound" }).toBe(0);
    await undo(/Conversation rewound/);
    await said(panel, "kappa").waitFor();
    await expect.poll(() => input(panel).innerText()).not.toContain("kappa");
  });

  it("and the panel can be read in every theme of VS Code, and axe objects to nothing", async () => {
    const panel = await converse("a longer title about the retry budget");
    await panel.evaluate(axe);
    for (const [theme, base] of [
      ["Dark Modern", "vs-dark"],
      ["Light Modern", "vs"],
      ["Default High Contrast", "hc-black"],
      ["Default High Contrast Light", "hc-light"],
    ] as const) {
      mkdirSync(join(window.folder, ".vscode"), { recursive: true });
      writeFileSync(join(window.folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": theme }));
      await window.page.locator(`.monaco-workbench.${base}`).waitFor();
      const shown = await line(window, "a longer title");
      await expect
        .poll(() => contrastOf(shown.locator(".label-name")), { message: `the list in ${theme}` })
        .toBeGreaterThanOrEqual(4.5);
      await panel.locator(`body[data-vscode-theme-id="${theme}"]`).waitFor();
      await expect.poll(() => accessibilityProblems(panel), { message: `the panel in ${theme}` }).toEqual([]);
      await window.screenshot(`answer-${theme.replaceAll(" ", "-").toLowerCase()}`);
    }
    rmSync(join(window.folder, ".vscode"), { recursive: true });
    expect(window.violations).toEqual([]);
  });
});

/** As the Web Content Accessibility Guidelines count it, against what is painted behind the words. */
function contrastOf(words: Locator): Promise<number> {
  return words.first().evaluate((element) => {
    const parsed = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const isSolid = (color: string): boolean => (parsed(color)[3] ?? 1) === 1;
    const light = (color: string): number => {
      const [r = 0, g = 0, b = 0] = parsed(color).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let behind: Element | null = element;
    while (behind !== null && !isSolid(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const paper = light(behind === null ? "rgb(255, 255, 255)" : getComputedStyle(behind).backgroundColor);
    const ink = light(getComputedStyle(element).color);
    return (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
  });
}

function accessibilityProblems(panel: Frame): Promise<string[]> {
  return panel.evaluate(async () => {
    const runner = (
      globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe;
    const { violations } = await runner.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
}

// A new user: from a fresh profile through the walkthrough to a first answer, in three clicks and with the keyboard alone.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import type { Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshFolder } from "../../scripts/vscode.mjs";
import { type OllamaServer, ollamaServer } from "../fakes/ollama-server.ts";
import { box } from "./ask.ts";
import { answer, chip, inInput } from "./panel.ts";
import { PICTURE_NAMES, takePictures } from "./walkthrough-pictures.ts";
import { openWindow, quickPick, type Window, type WindowOptions } from "./window.ts";

const root = join(import.meta.dirname, "../..");
const MODEL = "qwen3-coder:30b";
const SAID = "I read your code, explain it and change it with you.";

describe("a new user", () => {
  let ollama: OllamaServer;

  beforeAll(async () => {
    ollama = await ollamaServer([SAID.slice(0, 20), SAID.slice(20)]);
  });

  afterAll(() => ollama.close());

  /** Ollama is found where it usually listens; where another program does, the setting names this one. */
  const open = (options: WindowOptions): Promise<Window> =>
    openWindow({
      ...options,
      ...(!ollama.isAtUsualPort && { machineSettings: { "galley.providers.ollama.baseUrl": ollama.url } }),
    });

  it("installs Galley, and the walkthrough that opens leads to an answer in three clicks", async () => {
    const window = await open({ extensions: [], viewport: { width: 1400, height: 900 } });
    const { page } = window;
    await install(page, await packed());
    const select = page.getByRole("button", { name: "Select Model…" });
    await select.waitFor({ timeout: 60_000 });
    await page.locator(".statusbar").getByRole("button", { name: "Galley: open the panel" }).waitFor();
    // The panel stands beside it, and nothing has asked for it.
    await panelIn(page).waitFor({ timeout: 60_000 });
    await window.screenshot("walkthrough");
    const done = page.locator(".codicon-getting-started-step-checked:visible");
    expect(await done.count(), "no step is done by installing").toBe(0);
    await countPresses(page);

    await select.click();
    const list = await box(window, "Select Model");
    // What runs here stands first, with what it costs and can.
    const first = list.getByRole("option").first();
    await expect
      .poll(() => first.getAttribute("aria-label"))
      .toMatch(/^qwen3-coder:30b.*tools.*free, runs on this machine/);
    await window.screenshot("walkthrough-models");
    await first.click();

    const panel = await window.composer();
    await panel.getByRole("button", { name: `Model: ${MODEL}` }).waitFor();
    await expect.poll(() => done.count()).toBe(1);
    await window.screenshot("walkthrough-welcome");
    await countPresses(panel);
    await panel.getByRole("button", { name: "Ask what Galley can help with" }).click();
    await answer(panel, MODEL).getByText(SAID).waitFor();
    expect(ollama.asked).toEqual(["What can you help me with? Answer in a few sentences."]);
    expect((await presses(page)) + (await presses(panel)), "clicks").toBe(3);
    await expect.poll(() => done.count()).toBe(2);
    await window.screenshot("walkthrough-answer");
    await window.close();
  });

  it("gets there with the keyboard alone, and tries each gesture on the open file", async () => {
    const window = await open({});
    const { page } = window;
    await window.openFile("src/net/upload.ts");
    await quickPick(page, "F1", ">Welcome: Open Walkthrough", "Welcome: Open Walkthrough");
    await page.keyboard.type("Get Started with Galley");
    await page.getByRole("option", { name: /Get Started with Galley/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Select Model…" }).waitFor();
    await tabTo(page, "Select Model…", "Tab");
    await page.keyboard.press("Enter");
    await (await box(window, "Select Model")).getByRole("option", { name: /^qwen3-coder:30b/ }).waitFor();
    await page.keyboard.press("Enter");

    const panel = await window.composer();
    await panel.getByRole("button", { name: `Model: ${MODEL}` }).waitFor();
    await inInput(panel);
    await openByKeys(page, "upload.ts");
    await panel.getByRole("button", { name: "Mention upload.ts" }).waitFor();
    await page.keyboard.press("Control+Alt+g");
    await inInput(panel);
    await window.screenshot("gestures");
    const sent = ollama.asked.length;
    await reach(page, panel, "Ask what upload.ts does");
    await page.keyboard.press("Enter");
    await answer(panel, MODEL).getByText(SAID).waitFor();
    expect(ollama.asked).toHaveLength(sent + 1);
    expect(ollama.asked.at(-1)).toContain("What does this file do?");

    // The steps that are left, each by what it is about.
    await inInput(panel);
    await page.keyboard.type("/diff ");
    await openByKeys(page, "upload.ts");
    await page.keyboard.press("Control+Alt+.");
    await chip(panel, /^upload\.ts/).waitFor();
    await openByKeys(page, "upload.ts");
    ollama.answer = ["```ts\n// Changed.\n```"];
    await page.keyboard.press("Control+K");
    await page.keyboard.press("i");
    await box(window, /Refactor|Insert at Line/);
    await page.keyboard.type("say so");
    await page.keyboard.press("Enter");
    await page.locator(".codelens-decoration a", { hasText: "Keep" }).first().waitFor();
    await page.getByRole("tab", { name: /^(Walkthrough|Welcome)/ }).click();
    const done = page.locator(".codicon-getting-started-step-checked:visible");
    await expect.poll(() => done.count()).toBe(5);
    await window.screenshot("walkthrough-done");
    await window.close();
  });

  if (process.env["GALLEY_PICTURES"] === "update")
    it.each(PICTURE_NAMES)("is shown pictures of a %s window", async (name) => {
      await takePictures(name, ollama, open);
      expect(name).not.toBe("");
    });
});

/** The frame of Galley's panel in the side bar. */
const panelIn = (page: Page): Locator =>
  page.locator('iframe.webview.ready[src*="extensionId=galley.galley"]:visible').first();

/** From now on every press of the mouse counts, whatever it hits. */
const countPresses = (place: Page | Frame): Promise<void> =>
  place.evaluate(() => {
    const { dataset } = document.documentElement;
    const count = (): void => void (dataset["presses"] = String(Number(dataset["presses"] ?? 0) + 1));
    addEventListener("pointerdown", count, true);
  });

const presses = (place: Page | Frame): Promise<number> =>
  place.evaluate(() => Number(document.documentElement.dataset["presses"] ?? 0));

/** The package as users get it, from what is built. */
async function packed(): Promise<string> {
  const folder = freshFolder("package");
  mkdirSync(folder, { recursive: true });
  const packagePath = join(folder, "galley.vsix");
  const quiet = { allowMissingRepository: true, skipLicense: true, rewriteRelativeLinks: false };
  await createVSIX({ cwd: root, packagePath, dependencies: false, ...quiet });
  return packagePath;
}

async function install(page: Page, path: string): Promise<void> {
  const title = "Extensions: Install from VSIX";
  await quickPick(page, "F1", `>${title}`, title);
  const dialog = page.locator(".quick-input-widget:visible").filter({ hasText: "Install from VSIX" });
  // It begins with a folder of its own, and puts its path over what was typed before.
  await dialog.getByRole("option", { name: ".." }).waitFor();
  await dialog.locator("input").first().fill(path);
  await dialog.getByRole("option", { name: "galley.vsix" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

/**
 * Opens a file with Quick Open. VS Code closes the list when something else takes the focus, and does not look again for
 * what it did not find: then once more, in a list opened anew.
 */
async function openByKeys(page: Page, name: string): Promise<void> {
  const list = page.locator(".quick-input-widget:visible");
  const field = list.locator("input:focus").first();
  // Enter opens what has the focus of the list, which is not yet the file before the list has heard what was typed.
  const chosen = list.locator(".monaco-list-row.focused", { hasText: name });
  const tab = page.locator(`.tab.active[data-resource-name="${name}"]`);
  const open = async (): Promise<void> => {
    if (!(await list.isVisible())) await page.keyboard.press("Control+p");
    await field.waitFor({ timeout: 5000 });
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(name);
    await chosen.waitFor({ timeout: 10_000 });
    await page.keyboard.press("Enter");
    await tab.waitFor({ timeout: 5000 });
  };
  const isOpen = async (): Promise<boolean> => {
    await open().catch(() => page.keyboard.press("Escape"));
    return tab.isVisible();
  };
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
}

/** Presses the key until the workbench's focus is on what has this name. */
async function tabTo(page: Page, name: string, key: string): Promise<void> {
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent.trim() ?? "");
  for (let step = 0; step < 40 && (await focused()) !== name; step += 1) await page.keyboard.press(key);
  expect(await focused()).toBe(name);
}

/** Goes back with Shift+Tab from the input to a button of the page. */
async function reach(page: Page, panel: Frame, name: string): Promise<void> {
  const focused = (): Promise<string> => panel.evaluate(() => document.activeElement?.textContent.trim() ?? "");
  for (let step = 0; step < 20 && (await focused()) !== name; step += 1) await page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe(name);
}

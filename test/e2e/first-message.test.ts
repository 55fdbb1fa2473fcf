import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const input = (panel: Frame): ReturnType<Frame["getByRole"]> => panel.getByRole("textbox", { name: "Message" });
const answers = (panel: Frame): ReturnType<Frame["getByRole"]> => panel.getByRole("article", { name: "Loopback" });
const status = (panel: Frame, state: string): ReturnType<Frame["getByRole"]> =>
  panel.getByRole("status").filter({ hasText: `Session: ${state}` });

/** Selects lines as a person does, and adds them with the key. */
async function addLines(window: Window, path: string, from: number, to: number): Promise<Frame> {
  await window.openFile(path, { from, to });
  await window.page.keyboard.press("Control+Alt+.");
  const panel = await window.composer();
  const name = path.slice(path.lastIndexOf("/") + 1);
  await input(panel)
    .getByRole("button", { name: `${name}:${from}-${to}, file reference, ~` })
    .waitFor();
  return panel;
}

describe("the first message", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
  });

  afterAll(async () => {
    await window.close();
  });

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  it("goes from a selection to an answer that names its lines, and is there after a reload", async () => {
    const { page } = window;
    let panel = await addLines(window, "src/net/upload.ts", 10, 25);
    await page.keyboard.type("why does this give up after one failure?");
    await page.keyboard.press("Enter");
    const expected = /file-ref\s+src\/net\/upload\.ts\s+lines 10-25/;
    await expect.poll(() => answers(panel).last().innerText()).toMatch(expected);
    await status(panel, "idle").waitFor();
    await expect.poll(() => input(panel).innerText()).not.toContain("why");
    await window.screenshot("conversation");

    await window.reload();
    panel = await window.composer();
    await panel.getByRole("article", { name: "You" }).getByText("why does this give up").waitFor();
    await expect.poll(() => answers(panel).last().innerText()).toMatch(expected);
  });

  it("keeps an unsent draft with its chip through a reload", async () => {
    await begin(window);
    let panel = await addLines(window, "src/net/backoff.ts", 1, 4);
    await window.page.keyboard.type("half a thought");
    await input(panel).getByText("half a thought").waitFor();
    // What is typed is stored within 300 ms; the test gives it exactly that.
    await window.page.waitForTimeout(300);
    await window.reload();
    panel = await window.composer();
    await input(panel).getByText("half a thought").waitFor();
    await input(panel)
      .getByRole("button", { name: /^backoff\.ts:1-4, file reference/ })
      .waitFor();
  });

  it("opens a chip's place on click and loses the chip to Backspace", async () => {
    await begin(window);
    const panel = await addLines(window, "src/net/upload.ts", 15, 18);
    await window.openFile("README.md");
    await input(panel)
      .getByRole("button", { name: /^upload\.ts:15-18/ })
      .click();
    await window.page.locator('.tab.active[data-resource-name="upload.ts"]').waitFor();
    await expect.poll(() => window.page.locator(".statusbar").innerText()).toMatch(/Ln 18, Col \d+ \(\d+ selected\)/);
    await window.runCommand("Galley: Open");
    await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.press("Backspace");
    await window.page.keyboard.press("Backspace");
    await expect.poll(() => input(panel).getByRole("button").count()).toBe(0);
  });

  it("goes to the conversation that New conversation begins, while the extension host is too busy to show it", async () => {
    const { page } = window;
    const panel = await begin(window);
    for (const words of ["is this an empty one?", "and behind an answer?"]) {
      process.kill(window.hostPid(), "SIGSTOP");
      await panel.getByRole("button", { name: "New conversation" }).click();
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      process.kill(window.hostPid(), "SIGCONT");
      await panel.getByRole("article", { name: "You" }).getByText(words).waitFor();
      await expect.poll(() => panel.getByRole("article").count()).toBe(2);
      await status(panel, "idle").waitFor();
    }
  });

  it("is stopped while it streams; what had arrived stays, marked as stopped", async () => {
    await begin(window);
    const panel = await manyParts(window);
    await answers(panel).getByText("received").waitFor();
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await answers(panel).getByText("Stopped").waitFor();
    await status(panel, "idle").waitFor();
    expect(await answers(panel).innerText()).not.toContain("not a language model");
  });

  it("survives a killed extension host in mid-stream, with what had arrived of the answer", async () => {
    await begin(window);
    let panel = await manyParts(window);
    await answers(panel).getByText("lines 12-12").waitFor();
    process.kill(window.hostPid(), "SIGKILL");
    await window.reload();
    panel = await window.composer();
    await panel.getByRole("article", { name: "You" }).getByText("all of them").waitFor();
    await answers(panel)
      .getByText(/Interrupted/)
      .waitFor();
    const text = await answers(panel).innerText();
    expect(text).toContain("received");
    expect(text).not.toContain("not a language model");
    await status(panel, "idle").waitFor();
  });
});

/** A message with a chip for each line of a block, so that its answer streams for seconds. */
async function manyParts(window: Window): Promise<Frame> {
  const { page } = window;
  await window.openFile("src/net/upload.ts", { from: 10, to: 40 });
  await page.keyboard.press("Shift+Alt+i");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Control+Alt+.");
  const panel = await window.composer();
  await input(panel)
    .getByRole("button", { name: /^upload\.ts:12,/ })
    .waitFor();
  await page.keyboard.type("all of them");
  await page.keyboard.press("Enter");
  await status(panel, "busy").waitFor();
  return panel;
}

describe.each(["dark", "light", "high-contrast", "high-contrast-light"] as const)(
  "the panel in the %s theme",
  (theme) => {
    it("has nothing axe objects to, empty and with an answer", async () => {
      const window = await openWindow({ theme });
      try {
        const panel = await window.composer();
        await input(panel).waitFor();
        expect(await accessibilityProblems(panel)).toEqual([]);
        await window.screenshot(`empty-${theme}`);
        await addLines(window, "src/net/upload.ts", 10, 25);
        await window.page.keyboard.type("and in this theme?");
        await window.page.keyboard.press("Enter");
        await answers(panel).getByText("not a language model").waitFor();
        await status(panel, "idle").waitFor();
        await window.screenshot(`answer-${theme}`);
        expect(await accessibilityProblems(panel)).toEqual([]);
        expect(window.violations).toEqual([]);
      } finally {
        await window.close();
      }
    });
  },
);

async function accessibilityProblems(panel: Frame): Promise<string[]> {
  await panel.evaluate(axe);
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

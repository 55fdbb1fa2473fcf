// What a refactoring looks like in dark, light and high contrast: the box, the wait, the review, and an answer that is refused.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { box, notice } from "./ask.ts";
import { differenceOf, THEME_NAMES, wear } from "./looks.ts";
import { openWindow, type Window } from "./window.ts";

const PATH = "src/net/backoff.ts";
const SIZE = { width: 1280, height: 520 };
const NARROW = { width: 700, height: 520 };

describe("what a refactoring looks like", () => {
  let server: WireServer;
  let window: Window;

  beforeAll(async () => {
    server = await wireServer("openai-chat");
    window = await openWindow({
      viewport: SIZE,
      settings: {
        ...{ "galley.model": "custom/blocks", "files.autoSave": "off" },
        ...{ "editor.cursorBlinking": "solid", "workbench.secondarySideBar.defaultVisibility": "hidden" },
      },
      machineSettings: {
        "galley.providers.custom.baseUrl": `${server.url}/v1`,
        "galley.providers.custom.models": [{ id: "blocks", name: "Blocks" }],
      },
    });
  });

  afterAll(async () => {
    await window.close();
    await server.close();
  });

  const says = (said: string): void => {
    const [begin = "", , , ...end] = answers["openai-chat"].plain();
    server.answer = [begin, answers["openai-chat"].piece(said), ...end];
  };

  async function instruct(words: string): Promise<void> {
    await window.openFile(PATH, { from: 5, to: 9 });
    await window.page.keyboard.press("Control+K");
    await window.page.keyboard.press("i");
    await (await box(window, "Refactor Lines 5-9")).waitFor();
    await window.page.keyboard.type(words);
    await window.page.locator(".quick-input-list", { hasText: /Blocks · ~\d+ tokens/ }).waitFor();
  }

  /** In every theme. */
  async function differences(place: string, name: string): Promise<string[]> {
    const found: string[] = [];
    for (const theme of THEME_NAMES) {
      await wear(window, theme);
      found.push(...(await differenceOf(window.page, place, `refactor-${name}-${theme}`)));
    }
    return found;
  }

  it("is the same as when it was looked at", async () => {
    const { page } = window;
    const lines = readFileSync(join(window.folder, PATH), "utf8").split("\n").slice(4, 9);
    const lens = page.locator(".codelens-decoration a", { hasText: "Keep" });

    says("I cannot do that without the callers of this type, sorry: please select those too.");
    await instruct("put the unit into the names");
    const found = await differences(".quick-input-widget", "box");
    await page.keyboard.press("Enter");
    await notice(window, /Nothing was changed\. The answer contains no code/);
    found.push(...(await differences(".notifications-center", "refused")));
    await page.keyboard.press("Escape");

    says(`\`\`\`ts\n${lines.map((line) => line.replace(/first|tries/, "$&Count")).join("\n")}\n\`\`\``);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.faults.push({ kind: "waits", pieces: 2, until: promise });
    await instruct("put the unit into the names");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll(".editor-instance .view-line span")];
      return all.some((one) => getComputedStyle(one, "::after").content.includes("7 lines"));
    });
    found.push(...(await differences(".part.editor", "running")));
    resolve();
    await lens.first().waitFor();
    found.push(...(await differences(".part.editor", "review")));
    if (process.env["TEMP_HOVER"]) {
      await page.locator(".view-line", { hasText: "triesCount" }).hover();
      await page.locator(".monaco-hover:visible", { hasText: "Before Refactor" }).waitFor();
      await window.screenshot("refactor-hover");
      await page.mouse.move(0, 0);
      await page.setViewportSize({ width: 1280, height: 800 });
      await window.screenshot("refactor-whole");
    }
    await page.setViewportSize(NARROW);
    found.push(...(await differences(".part.editor", "review-narrow")));
    expect(found).toEqual([]);
  });
});

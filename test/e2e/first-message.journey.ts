// The first message: from a selection to an answer that names its lines, through a reload, and while the host is busy.
import type { Frame } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { answer, answered, chip, input, said } from "./panel.ts";
import { stored } from "./stored.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";
import { noShell } from "../fakes/systems.ts";

describe("the first message", () => {
  let window: Window;

  beforeAll(async () => {
    window = await sharedWindow();
  });

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  /** Selects lines as a person does, and adds them with the key. */
  async function addLines(path: string, from: number, to: number): Promise<Frame> {
    await window.openFile(path, { from, to });
    await window.page.keyboard.press("Control+Alt+.");
    const panel = await window.composer();
    await chip(panel, new RegExp(`^[\\w.]+:${from}-${to}, file reference, ~`)).waitFor();
    return panel;
  }

  it("names the selected lines in its answer; it and a half-written one with its chip are there after a reload", async () => {
    const { page } = window;
    let panel = await addLines("src/net/upload.ts", 10, 25);
    await page.keyboard.type("why does this give up after one failure?");
    await page.keyboard.press("Control+Enter");
    const expected = /file-ref\s+src\/net\/upload\.ts\s+lines 10-25/;
    await expect.poll(() => answer(panel).innerText()).toMatch(expected);
    await answered(panel);
    await expect.poll(() => input(panel).innerText()).not.toContain("why");

    panel = await addLines("src/net/backoff.ts", 1, 4);
    await page.keyboard.type("half a thought");
    await expect
      .poll(() => stored(window, "drafts"), { message: "what is typed is stored by itself" })
      .toContain("half a thought");
    await window.reload();
    panel = await window.composer();
    await said(panel, "why does this give up").waitFor();
    await expect.poll(() => answer(panel).innerText()).toMatch(expected);
    await input(panel).getByText("half a thought").waitFor();
    await chip(panel, /^backoff\.ts:1-4, file reference/).waitFor();
  });

  it.skipIf(noShell)(
    "goes to the conversation that New conversation begins, while the extension host is too busy to show it",
    async () => {
      const { page } = window;
      const panel = await begin(window);
      for (const words of ["is this an empty one?", "and behind an answer?"]) {
        process.kill(window.hostPid(), "SIGSTOP");
        await panel.getByRole("button", { name: "New conversation" }).click();
        await page.keyboard.type(words);
        await page.keyboard.press("Enter");
        process.kill(window.hostPid(), "SIGCONT");
        await said(panel, words).waitFor();
        await expect.poll(() => panel.getByRole("article").count()).toBe(2);
        await answered(panel);
      }
    },
  );
});

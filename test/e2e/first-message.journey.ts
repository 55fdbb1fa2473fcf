// The first message: from a selection to an answer that names its lines, and while the host is busy.
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { addLines, begin } from "./ask.ts";
import { answer, answered, input, said } from "./panel.ts";
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

  it("names the selected lines in its answer, and leaves the input empty", async () => {
    const { page } = window;
    const panel = await addLines(window, "src/net/upload.ts", { from: 10, to: 25 });
    await page.keyboard.type("why does this give up after one failure?");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => answer(panel).innerText()).toMatch(/file-ref\s+src\/net\/upload\.ts\s+lines 10-25/);
    await answered(panel);
    await expect.poll(() => input(panel).innerText()).not.toContain("why");
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

  it.skipIf(noShell)(
    "goes by the key at once, while the extension host has not told VS Code where the focus is",
    async () => {
      const { page } = window;
      const panel = await begin(window);
      await window.openFile("src/page.ts");
      await expect.poll(() => panel.evaluate(() => document.hasFocus())).toBe(false);
      process.kill(window.hostPid(), "SIGSTOP");
      await input(panel).click();
      await page.keyboard.type("sent by Ctrl+Enter");
      await page.keyboard.press("Control+Enter");
      await page.keyboard.type("and after");
      process.kill(window.hostPid(), "SIGCONT");
      await said(panel, "sent by Ctrl+Enter").waitFor();
      await answered(panel);
      await expect.poll(() => input(panel).innerText()).toBe("and after");
    },
  );
});

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): ReturnType<Frame["getByRole"]> => panel.getByRole("textbox", { name: "Message" });

describe("what the editor knows", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
  });

  afterAll(() => window.close());

  it("offers the selection, which goes when Tab accepts it, and Loopback names it", async () => {
    const panel = await window.composer();
    await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
    const offer = panel.getByRole("button", { name: /^Add upload\.ts:10-25/ });
    await offer.waitFor();
    await window.screenshot("ghost");
    await window.page.keyboard.press("Control+Alt+g");
    await input(panel).click();
    await window.page.keyboard.type("What is this? ");
    await window.page.keyboard.press("Tab");
    await input(panel)
      .getByRole("button", { name: /^upload\.ts:10-25, file reference/ })
      .waitFor();
    await offer.waitFor({ state: "detached" });
    await window.page.keyboard.press("Enter");
    const answer = panel.getByRole("article", { name: "Loopback" });
    await expect.poll(() => answer.last().innerText()).toContain("src/net/upload.ts");
    await expect.poll(() => answer.last().innerText()).toMatch(/10-25/);
  });

  it("offers the selection again for the next message, however fast this one was accepted and sent", async () => {
    const panel = await window.composer();
    const offer = panel.getByRole("button", { name: /^Add upload\.ts:10-25/ });
    await offer.waitFor();
    const answers = panel.getByRole("article", { name: "Loopback" });
    const before = await answers.count();
    await input(panel).click();
    await window.page.keyboard.press("Tab");
    await window.page.keyboard.press("Enter");
    await expect.poll(() => answers.count()).toBe(before + 1);
    await offer.waitFor();
  });

  it("@selection is offered behind @ and becomes the lines when it is sent", async () => {
    const panel = await window.composer();
    const answer = panel.getByRole("article", { name: "Loopback" });
    const before = await answer.count();
    await input(panel).click();
    await window.page.keyboard.type("and @selec");
    await panel.getByRole("option", { name: /^selection/ }).waitFor();
    await window.page.keyboard.press("Enter");
    await input(panel)
      .getByRole("button", { name: /^@selection, context mention/ })
      .waitFor();
    await window.page.keyboard.press("Enter");
    await expect.poll(() => answer.count()).toBe(before + 1);
    await expect.poll(() => answer.last().innerText()).toMatch(/10-25/);
  });

  it("a chip alone is one part, and a file that is gone is not called whole", async () => {
    const path = join(window.folder, "src/gone.ts");
    const panel = await begin(window);
    await window.page.keyboard.type("@gone");
    await panel.getByText("Nothing found.").waitFor();
    // The open list shows a file as soon as it appears.
    writeFileSync(path, "export const here = 1;\n");
    await panel.getByRole("option", { name: /gone\.ts/, selected: true }).waitFor();
    // Behind the chip stands a blank, which nobody wrote.
    await window.page.keyboard.press("Enter");
    await input(panel)
      .getByRole("button", { name: /^gone\.ts, / })
      .waitFor();
    await window.page.keyboard.press("Enter");
    const answer = panel.getByRole("article", { name: "Loopback" }).last();
    await expect.poll(() => answer.innerText()).toMatch(/received 1 part.*src\/gone\.ts\s+whole file/s);
    rmSync(path);
    await window.page.keyboard.press("ArrowUp");
    await input(panel)
      .getByRole("button", { name: /^gone\.ts, / })
      .waitFor();
    await window.page.keyboard.press("Enter");
    await expect
      .poll(() => panel.getByRole("article", { name: "Loopback" }).last().innerText())
      .toMatch(/src\/gone\.ts\s+nothing: it cannot be read/);
  });

  it("the lightbulb on a problem brings the problem and its lines", async () => {
    const { page } = window;
    writeFileSync(join(window.folder, "src", "wrong.ts"), "export const tick: number = 'tock';\n");
    await window.openFile("src/wrong.ts", { from: 1, to: 1 });
    await page.locator(".monaco-editor .squiggly-error").first().waitFor({ timeout: 60_000 });
    const offer = page.getByText("Ask Galley About This Problem").first();
    // VS Code asks the extensions once: one that has not heard of the problem yet has nothing to offer.
    await expect
      .poll(async () => {
        await page.keyboard.press("Control+.");
        const isOffered = offer.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
        if (!(await isOffered)) await page.keyboard.press("Escape");
        return isOffered;
      })
      .toBe(true);
    await window.screenshot("lightbulb");
    await offer.click();
    const panel = await window.composer();
    await input(panel)
      .getByRole("button", { name: /^wrong\.ts:1, file reference/ })
      .waitFor();
    await input(panel)
      .getByRole("button", { name: /problems/ })
      .waitFor();
  });
});

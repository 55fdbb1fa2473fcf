// What is offered to a message: the selection, files and symbols behind @ and #, ignored ones only with leave, problems.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { answer, answered, chip, input, said } from "./panel.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

const option = (panel: Frame, name: RegExp): Locator =>
  panel.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name, selected: true });

const made = {
  ".gitignore": "built/\n",
  "built/upl.js": "made();\n",
  "src/turn/turn.ts": "export function takeIn(): void {}\n",
  "src/turn/take-it-in.ts": "export {};\n",
  "test/turn/queue.test.ts": "export {};\n",
  "src/wrong.ts": "export const tick: number = 'tock';\n",
};

describe("what a message is offered", () => {
  let window: Window;

  beforeAll(async () => {
    window = await sharedWindow();
    for (const [path, words] of Object.entries(made)) {
      mkdirSync(join(window.folder, path, ".."), { recursive: true });
      writeFileSync(join(window.folder, path), words);
    }
  });

  const type = (words: string): Promise<void> => window.page.keyboard.type(words);
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);

  /** Sends what is written, and waits for what Loopback says of it. */
  async function sent(panel: Frame): Promise<string> {
    const answers = panel.getByRole("article", { name: "Loopback" });
    const before = await answers.count();
    await press("Enter");
    await expect.poll(() => answers.count()).toBe(before + 1);
    await answered(panel);
    return answer(panel).innerText();
  }

  it("is the selection, which goes when Tab takes it, is offered again for the next one, and stands behind @", async () => {
    await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
    const panel = await begin(window);
    const offer = panel.getByRole("button", { name: /^Add upload\.ts:10-25/ });
    await offer.waitFor();
    await type("What is this? ");
    await press("Tab");
    await chip(panel, /^upload\.ts:10-25, file reference/).waitFor();
    await offer.waitFor({ state: "detached" });
    expect(await sent(panel)).toMatch(/src\/net\/upload\.ts[^]*10-25/);

    await offer.waitFor();
    await press("Tab");
    await sent(panel);
    await offer.waitFor();

    await type("and @selec");
    await option(panel, /^selection/).waitFor();
    await press("Enter");
    await chip(panel, /^@selection, context mention/).waitFor();
    expect(await sent(panel), "@selection").toMatch(/10-25/);
    expect(window.violations).toEqual([]);
  });

  it("is a file by some of its letters or words or with its lines, one just made, none once it is gone; an ignored one by its whole path alone, asked about before it goes", async () => {
    let panel = await begin(window);
    await type("why does @upl");
    await option(panel, /upload\.ts/).waitFor();
    await panel.getByText(/^~\d+ tokens$/).waitFor();
    await press("Enter");
    await chip(panel, /^upload\.ts, file reference, ~\d+/).waitFor();
    await type("and @backoff.ts:3-5");
    await option(panel, /backoff\.ts/).waitFor();
    await press("Tab");
    await chip(panel, /^backoff\.ts:3-5, /).waitFor();
    await type("and @test queue");
    await option(panel, /^queue\.test\.ts/).waitFor();
    await press("Enter");
    await chip(panel, /^queue\.test\.ts, /).waitFor();
    await type("but @turn please explain");
    await expect.poll(() => panel.getByRole("option").count(), { message: "a sentence goes on" }).toBe(0);
    const told = await sent(panel);
    for (const part of [/file-ref\s+src\/net\/upload\.ts/, /backoff\.ts\s+lines 3-5/, /test\/turn\/queue\.test\.ts/])
      expect(told).toMatch(part);
    await said(panel, "@turn please explain").waitFor();

    const path = join(window.folder, "src/gone.ts");
    await begin(window);
    await type("@gone");
    await panel.getByText("No matches.").waitFor();
    // The open list shows a file as soon as it appears.
    writeFileSync(path, "export const here = 1;\n");
    await option(panel, /gone\.ts/).waitFor();
    // Galley adds a blank after the chip.
    await press("Enter");
    await chip(panel, /^gone\.ts, /).waitFor();
    expect(await sent(panel)).toMatch(/received 1 part.*src\/gone\.ts\s+whole file/s);
    rmSync(path);
    await press("ArrowUp");
    await chip(panel, /^gone\.ts, /).waitFor();
    expect(await sent(panel)).toMatch(/src\/gone\.ts\s+nothing: it cannot be read/);

    const dialog = window.page.locator(".monaco-dialog-box");
    const ignored = async (panel: Frame): Promise<void> => {
      await type("@built/upl.j");
      await panel.getByText("No matches.").waitFor();
      await type("s");
      await option(panel, /^upl\.js/).waitFor();
      await press("Enter");
      await chip(panel, /^upl\.js, /).waitFor();
      await press("Enter");
    };
    panel = await begin(window);
    await type("/queue read ");
    await ignored(panel);
    await dialog.getByText("Excluded by your ignore rules: built/upl.js").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await panel.getByText(/^The message was not sent because it includes an ignored file/).waitFor();
    await expect
      .poll(() => input(panel).innerText(), { message: "all of it is back" })
      .toMatch(/queue\s+read\s+upl\.js/);

    panel = await begin(window);
    await ignored(panel);
    await dialog.getByRole("button", { name: "Send" }).click();
    await answered(panel);
    expect(await answer(panel).innerText()).toContain("built/upl.js");
    panel = await begin(window);
    // The conversation that mentioned it is offered too, under its title "built/upl.js".
    await type("@built/upl.js");
    await option(panel, /^upl\.js/).waitFor();
    await press("Enter");
    await chip(panel, /^upl\.js, /).waitFor();
    expect(await sent(panel)).toContain("built/upl.js");
    expect(await dialog.count(), "asked again").toBe(0);
  });

  /** Types it anew until the option is there: the language may need a while to know its symbols. */
  async function typeUntil(panel: Frame, typed: string, name: RegExp): Promise<void> {
    const isOffered = async (): Promise<boolean> => {
      await press("Control+a");
      await type(typed);
      return option(panel, name)
        .waitFor({ timeout: 3000 })
        .then(
          () => true,
          () => false,
        );
    };
    await expect.poll(isOffered, { timeout: 90_000 }).toBe(true);
  }

  it("is a symbol behind @ and #, and a problem with its lines from the lightbulb", async () => {
    const { page } = window;
    await window.openFile("src/turn/turn.ts");
    let panel = await begin(window);
    await typeUntil(panel, "@takeIn", /^takeIn/);
    const all = await panel.getByRole("option").allInnerTexts();
    expect(all, "paths that only share its letters come behind").toContainEqual(
      expect.stringContaining("take-it-in.ts"),
    );
    await window.openFile("src/net/backoff.ts");
    panel = await begin(window);
    await typeUntil(panel, "#back", /back/i);
    await press("Enter");
    await chip(panel, /^@\w+, symbol/).waitFor();

    panel = await begin(window);
    await window.openFile("src/wrong.ts", { from: 1, to: 1 });
    await page.locator(".monaco-editor .squiggly-error").first().waitFor({ timeout: 90_000 });
    const offer = page.getByText("Ask Galley About Problem").first();
    // VS Code asks the extensions once: one that has not heard of the problem yet has nothing to offer.
    await expect
      .poll(async () => {
        await press("Control+.");
        const isOffered = await offer.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
        if (!isOffered) await press("Escape");
        return isOffered;
      })
      .toBe(true);
    await offer.click();
    await chip(panel, /^wrong\.ts:1, file reference/).waitFor();
    await chip(panel, /problems/).waitFor();
    expect(window.violations).toEqual([]);
  });
});

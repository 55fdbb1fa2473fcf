// A mention, as a person makes one: typed, chosen, sent, and named by the model that tells what it received.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame) => panel.getByRole("textbox", { name: "Message" });
const option = (panel: Frame, name: RegExp) =>
  panel.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name, selected: true });
const options = (panel: Frame) => panel.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

const made = {
  "src/turn/turn.ts": "export function takeIn(): void {}\n",
  "src/turn/other.ts": "export {};\n",
  "src/turn/take-it-in.ts": "export {};\n",
  "test/turn/turn.test.ts": "export {};\n",
  "test/turn/queue.test.ts": "export {};\n",
  "src/session/quite/lists/its/notes.ts": "export {};\n",
};

const answer = (panel: Frame) => panel.getByRole("article", { name: "Loopback" }).last();

describe("suggestions", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
    writeFileSync(join(window.folder, ".gitignore"), "built/\n");
    mkdirSync(join(window.folder, "built"));
    writeFileSync(join(window.folder, "built", "upl.js"), "made();\n");
    for (const [path, words] of Object.entries(made)) {
      mkdirSync(join(window.folder, path, ".."), { recursive: true });
      writeFileSync(join(window.folder, path), words);
    }
  });

  afterAll(() => window.close());

  it("@upl, Enter and Enter send the file, and Loopback names it", async () => {
    const { page } = window;
    const panel = await begin(window);
    await page.keyboard.type("why does @upl");
    await option(panel, /upload\.ts/).waitFor();
    await panel.getByText(/^~\d+ tokens$/).waitFor();
    await window.screenshot("suggestions");
    await page.keyboard.press("Enter");
    await input(panel)
      .getByRole("button", { name: /^upload\.ts, file reference, ~\d+/ })
      .waitFor();
    await page.keyboard.type("give up?");
    await page.keyboard.press("Enter");
    await expect.poll(() => answer(panel).innerText()).toMatch(/file-ref\s+src\/net\/upload\.ts/);
    expect(window.violations).toEqual([]);
  });

  it("lines behind a name are the lines that go", async () => {
    const { page } = window;
    const panel = await begin(window);
    await page.keyboard.type("@upload.ts:10-25");
    await option(panel, /upload\.ts/).waitFor();
    await page.keyboard.press("Tab");
    await input(panel)
      .getByRole("button", { name: /^upload\.ts:10-25, / })
      .waitFor();
    await page.keyboard.type("?");
    await page.keyboard.press("Enter");
    await expect.poll(() => answer(panel).innerText()).toMatch(/src\/net\/upload\.ts\s+lines 10-25/);
  });

  it("an ignored file is not offered, but found by its whole path", async () => {
    const { page } = window;
    const panel = await begin(window);
    await page.keyboard.type("@built/upl.j");
    await panel.getByText("Nothing found.").waitFor();
    await page.keyboard.type("s");
    await option(panel, /upl\.js/).waitFor();
  });

  async function sendIgnored(panel: Frame): Promise<void> {
    const { page } = window;
    await page.keyboard.type("@built/upl.js");
    // The conversation that mentioned it is offered too, under its title "built/upl.js".
    await option(panel, /^upl\.js/).waitFor();
    await page.keyboard.press("Enter");
    await input(panel)
      .getByRole("button", { name: /^upl\.js, / })
      .waitFor();
    await page.keyboard.press("Enter");
  }

  it("an ignored file is asked about before it goes into the queue, and all of the message comes back", async () => {
    const dialog = window.page.locator(".monaco-dialog-box");
    const panel = await begin(window);
    await window.page.keyboard.type("/queue read ");
    await sendIgnored(panel);
    await dialog.getByText("Your ignore rules leave out built/upl.js").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await panel.getByText(/^Not sent: remove the file/).waitFor();
    await expect.poll(() => input(panel).innerText()).toMatch(/queue\s+read\s+upl\.js/);
  });

  it("an ignored file is asked about before it goes, once", async () => {
    const { page } = window;
    const dialog = page.locator(".monaco-dialog-box");
    const panel = await begin(window);
    await sendIgnored(panel);
    await dialog.getByText("Your ignore rules leave out built/upl.js").waitFor();
    await window.screenshot("ignored-file");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await panel.getByText(/^Not sent: remove the file/).waitFor();
    await input(panel)
      .getByRole("button", { name: /^upl\.js, / })
      .waitFor();
    await input(panel).click();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => answer(panel).innerText()).toContain("built/upl.js");
    const next = await begin(window);
    await sendIgnored(next);
    await expect.poll(() => answer(next).innerText()).toContain("built/upl.js");
    expect(await dialog.count()).toBe(0);
  });

  it("a file that has just been made is offered", async () => {
    const panel = await begin(window);
    writeFileSync(join(window.folder, "src", "brandnew.ts"), "export {};\n");
    await expect
      .poll(async () => {
        await window.page.keyboard.press("Control+a");
        await window.page.keyboard.type("@brandnew");
        return option(panel, /brandnew\.ts/)
          .waitFor({ timeout: 1000 })
          .then(
            () => true,
            () => false,
          );
      })
      .toBe(true);
  });

  it("the file that is meant stands first, then its folder, then tests", async () => {
    const panel = await begin(window);
    await window.page.keyboard.type("@turn");
    await expect
      .poll(async () => (await options(panel).allInnerTexts()).slice(0, 3).map((row) => row.replace(/\s+/g, " ")))
      .toEqual([
        expect.stringMatching(/^turn\.ts/),
        expect.stringMatching(/^turn src/),
        expect.stringMatching(/^turn\.test\.ts/),
      ]);
    await window.screenshot("suggestions-ranked");
    await window.page.keyboard.press("Control+a");
    await window.page.keyboard.type("@sqlite");
    await panel.getByText("Nothing found.").waitFor();
    expect(await options(panel).count()).toBe(0);
  });

  it("several words find one file, a sentence behind a name closes the list, and Enter sends it", async () => {
    const { page } = window;
    const panel = await begin(window);
    await page.keyboard.type("run @test queue");
    await option(panel, /^queue\.test\.ts/).waitFor();
    await window.screenshot("suggestions-words");
    await page.keyboard.press("Enter");
    await input(panel)
      .getByRole("button", { name: /^queue\.test\.ts, / })
      .waitFor();
    await page.keyboard.type("and @turn please explain");
    await expect.poll(() => options(panel).count()).toBe(0);
    await page.keyboard.press("Enter");
    await expect.poll(() => answer(panel).innerText()).toMatch(/test\/turn\/queue\.test\.ts/);
    await panel.getByText("and @turn please explain").first().waitFor();
  });

  /** Types it anew until the option is there: the language may need a while to know its symbols. */
  async function typeUntil(panel: Frame, typed: string, name: RegExp): Promise<void> {
    const isOffered = async (): Promise<boolean> => {
      await window.page.keyboard.press("Control+a");
      await window.page.keyboard.type(typed);
      return option(panel, name)
        .waitFor({ timeout: 3000 })
        .then(
          () => true,
          () => false,
        );
    };
    await expect.poll(isOffered, { timeout: 60_000 }).toBe(true);
  }

  it("a symbol of exactly that name stands before paths that only share its letters", async () => {
    await window.openFile("src/turn/turn.ts");
    const panel = await begin(window);
    await typeUntil(panel, "@takeIn", /^takeIn/);
    expect(await options(panel).allInnerTexts()).toContainEqual(expect.stringContaining("take-it-in.ts"));
    await window.screenshot("suggestions-symbol");
  });

  it("# jumps to a symbol of the open file", async () => {
    await window.openFile("src/net/backoff.ts");
    const panel = await begin(window);
    await typeUntil(panel, "#back", /back/i);
    await window.page.keyboard.press("Enter");
    await input(panel)
      .getByRole("button", { name: /^@\w+, symbol/ })
      .waitFor();
  });
});

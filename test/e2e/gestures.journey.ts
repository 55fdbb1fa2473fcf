// Every gesture that brings something into the message, made with a real mouse, clipboard and keys in a real window.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshFolder } from "../../scripts/vscode.mjs";
import { widePng } from "../fakes/png.ts";
import { databaseOf } from "./stored.ts";
import { sharedWindow } from "./shared.ts";
import { chooseInDialog, type Window } from "./window.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

describe("gestures", () => {
  let outside: string;
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await sharedWindow();
    const { folder } = window;
    const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
    git("init");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-m", "all");
    writeFileSync(join(folder, "src", "page.ts"), "// changed\n");
    outside = freshFolder("outside");
    writeFileSync(join(outside, "shot.png"), png);
    writeFileSync(join(outside, "wide.png"), widePng(9000));
    writeFileSync(join(outside, "a note.txt"), "remember the milk");
    writeFileSync(join(outside, "archive.zip"), Buffer.from("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0", "latin1"));
    await window.page.keyboard.press("Control+Shift+e");
    await explorerRow("README.md").waitFor();
  });

  afterAll(() => {
    rmSync(outside, { recursive: true, force: true });
  });

  beforeEach(async () => {
    // Through the window: after a drag VS Code keeps webviews out of reach until the mouse was used elsewhere.
    await window.runCommand("Galley: New Conversation");
    panel = await window.composer();
    await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  });

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  const input = (): Locator => panel.getByRole("textbox", { name: "Message" });
  const chip = (name: string | RegExp): Locator => input().getByRole("button", { name });
  const shown = async (): Promise<string[]> =>
    (await input().getByRole("button").allInnerTexts()).map((name) => name.trim().replace(/\s.*$/s, ""));
  const explorerRow = (name: string): Locator =>
    window.page.locator(".explorer-viewlet .monaco-list-row", { hasText: name }).first();

  async function focusInput(): Promise<void> {
    await window.runCommand("Galley: Focus Message Input");
    await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  }

  /** The middle of the input, as the window sees it. */
  async function target(): Promise<{ x: number; y: number }> {
    const box = await input().boundingBox();
    if (box === null) throw new Error("The input is not there.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * A real drag with the mouse; VS Code shows webviews to it only while Shift is held. With the mouse down in the Explorer the
   * Shelf opens, and the input moves up.
   */
  async function drag(from: Locator, { shift = true, opensShelf = false } = {}): Promise<void> {
    const { page } = window;
    await from.waitFor();
    const box = await from.boundingBox();
    if (box === null) throw new Error("What is to be dragged is not there.");
    const start = { x: box.x + 30, y: box.y + box.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    if (shift) await page.keyboard.down("Shift");
    if (opensShelf) await page.getByRole("tree", { name: "Shelf" }).waitFor();
    const end = await target();
    for (let step = 1; step <= 6; step += 1)
      await page.mouse.move(start.x + ((end.x - start.x) * step) / 6, start.y + ((end.y - start.y) * step) / 6);
    await page.mouse.move(end.x + 2, end.y);
    await page.mouse.move(end.x, end.y);
    await page.mouse.up();
    if (shift) await page.keyboard.up("Shift");
  }

  async function dragFromExplorer(name: string, { shift = true } = {}): Promise<void> {
    await drag(explorerRow(name), { shift, opensShelf: true });
  }

  /** Files from the desktop, as the browser tells of them. */
  async function dropFiles(files: string[], modifiers: number): Promise<void> {
    const cdp = await window.page.context().newCDPSession(window.page);
    const { x, y } = await target();
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "dragOver", "drop"] as const)
      await cdp.send("Input.dispatchDragEvent", { type, x, y, data, modifiers });
    await cdp.detach();
  }

  /** What is selected in the editor, once the clipboard has it. */
  async function copied(text: RegExp): Promise<void> {
    await expect
      .poll(async () => {
        await window.page.keyboard.press("Control+c");
        return window.page.evaluate(() => navigator.clipboard.readText());
      })
      .toMatch(text);
  }

  async function answer(): Promise<string> {
    await focusInput();
    await window.page.keyboard.press("Enter");
    const said = panel.getByRole("article", { name: "Loopback" }).last();
    await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
    await said.getByText("not a language model").waitFor();
    return said.innerText();
  }

  it("what is dragged from the Explorer, a tab, Search and Source Control is a reference, in the order it came", async () => {
    const { page } = window;
    await dragFromExplorer("README.md", { shift: false });
    await dragFromExplorer("README.md");
    await chip(/^README\.md, file reference/).waitFor();
    expect(await shown(), "a drag without Shift is VS Code's own").toEqual(["README.md"]);

    await explorerRow("package.json").click();
    await explorerRow("tsconfig.json").click({ modifiers: ["Control"] });
    await dragFromExplorer("tsconfig.json");
    await chip(/^tsconfig\.json, file reference/).waitFor();
    expect(await shown(), "of several files each is one").toEqual(["README.md", "package.json", "tsconfig.json"]);

    await dragFromExplorer("src");
    await chip(/^src, file reference, .*folder/).waitFor();

    await window.openFile("src/net/backoff.ts");
    await drag(page.locator('.tab[data-resource-name="backoff.ts"]').first());
    await chip(/^backoff\.ts, file reference/).waitFor();

    await page.keyboard.press("Control+Shift+g");
    await drag(page.locator(".scm-view .monaco-list-row", { hasText: "page.ts" }).first());
    await chip(/^page\.ts, file reference/).waitFor();

    await page.keyboard.press("Control+Shift+f");
    await page.locator(".search-view textarea").first().fill("interface Backoff");
    await page.keyboard.press("Enter");
    const rows = page.locator(".search-view .monaco-list-row");
    await page.locator(".search-view .messages").getByText("1 result in 1 file").waitFor();
    await drag(rows.first());
    await expect.poll(() => chip(/^backoff\.ts, file reference/).count(), { message: "a file of Search" }).toBe(2);
    await drag(rows.nth(1));
    await chip(/^backoff\.ts:\d+, file reference/).waitFor();
    expect(await answer(), "a folder is listed").toMatch(/file-ref\s+src\b/);
    await page.keyboard.press("Control+Shift+e");
  });

  it("files from outside are attachments, also those that no model reads, with Shift and without", async () => {
    const files = ["shot.png", "a note.txt", "archive.zip"];
    const SHIFT = 8;
    for (const modifiers of [SHIFT, 0]) {
      const paths = files.map((name) => join(outside, name));
      await dropFiles(paths, modifiers);
      for (const name of files) await chip(`${name}, attachment`).waitFor();
      expect((await shown()).length, "a chip for each").toBeGreaterThanOrEqual(files.length);
      await focusInput();
      await window.page.keyboard.press("Control+a");
      await window.page.keyboard.press("Delete");
      await expect.poll(shown).toEqual([]);
    }
  });

  it("Attach opens the dialog; of a picture too large for models a smaller copy goes along, the original kept", async () => {
    const { page } = window;
    for (const [name, shown] of [
      ["a note.txt", /^a note\.txt, attachment/],
      ["wide.png", /^wide\.png, attachment/],
    ] as const) {
      await panel.getByRole("button", { name: "Attach", exact: true }).click();
      await page.locator(".quick-input-widget:visible").waitFor();
      await chooseInDialog(page, join(outside, name));
      await chip(shown).waitFor();
    }
    expect(await answer()).toMatch(/a note\.txt[^]*wide\.png/);
    const db = new DatabaseSync(databaseOf(window), { readOnly: true });
    const row = db.prepare("SELECT data_json FROM chat_parts WHERE data_json LIKE '%wide.png%'").get();
    db.close();
    expect(JSON.parse(String(row?.["data_json"]))).toMatchObject({
      name: "wide.png",
      scaled: { width: 8000, height: 1 },
    });
  });

  it("of the clipboard, a picture is an attachment and whole lines of an editor a reference; the rest is text", async () => {
    const { page } = window;
    await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    }, png.toString("base64"));
    await page.keyboard.press("Control+v");
    await chip(/^pasted-[\d-]+\.png, attachment/).waitFor();

    await window.openFile("src/net/upload.ts", { from: 10, to: 12 });
    await copied(/backoff\?: Backoff;[^]*\n/);
    await focusInput();
    await page.keyboard.press("Control+v");
    await chip(/^upload\.ts:10-12, file reference/).waitFor();
    await page.keyboard.press("Control+z");
    await input().getByText("readonly backoff?: Backoff;").waitFor();
    expect(await chip(/upload/).count(), "one undo makes it text again").toBe(0);

    await window.runCommand("Galley: New Conversation");
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    await focusInput();
    await page.keyboard.press("Control+Shift+v");
    await input().getByText("readonly backoff?: Backoff;").waitFor();
    expect(await chip(/upload/).count(), "Ctrl+Shift+V pastes text").toBe(0);
    await window.openFile("src/net/upload.ts", { from: 11, to: 11 });
    await page.keyboard.press("Shift+ArrowLeft");
    await copied(/^ *readonly backoff\?: Backoff$/);
    await focusInput();
    await page.keyboard.press("Control+v");
    await expect.poll(async () => (await input().innerText()).split("readonly backoff?: Backoff").length).toBe(3);
    await page.keyboard.type(" that is all");
    await expect.poll(() => input().innerText()).toContain("that is all");
    expect(await chip(/upload/).count(), "a part of a line is text").toBe(0);
  });
});

// Every gesture that brings something into the message, made with a real mouse, clipboard and keys in a real window.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { copySample, freshFolder } from "../../scripts/vscode.mjs";
import { widePng } from "../fakes/png.ts";
import { chooseInDialog, openWindow, type Window } from "./window.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let run: string;
let outside: string;
let window: Window;
let panel: Frame;

beforeAll(async () => {
  run = freshFolder("gestures");
  const folder = copySample(join(run, "sample"));
  writeFileSync(join(folder, "pic.png"), png);
  writeFileSync(join(folder, ".gitignore"), "ignored/\n");
  mkdirSync(join(folder, "src", "ignored"));
  writeFileSync(join(folder, "src", "ignored", "secret.ts"), "");
  const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-m", "all");
  writeFileSync(join(folder, "src", "page.ts"), "// changed\n");
  outside = join(run, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "shot.png"), png);
  writeFileSync(join(outside, "wide.png"), widePng(9000));
  writeFileSync(join(outside, "a note.txt"), "remember the milk");
  writeFileSync(join(outside, "archive.zip"), Buffer.from("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0", "latin1"));
  window = await openWindow({ folder });
  await window.page.keyboard.press("Control+Shift+e");
  await explorerRow("README.md").waitFor();
});

afterAll(async () => {
  await window.close();
  rmSync(run, { recursive: true, force: true });
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
const explorerRow = (name: string): Locator =>
  window.page.locator(".explorer-viewlet .monaco-list-row", { hasText: name }).first();

async function focusInput(): Promise<void> {
  await window.runCommand("Galley: Open");
  await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
}

/** The middle of the input, as the window sees it. */
async function target(): Promise<{ x: number; y: number }> {
  const box = await input().boundingBox();
  if (box === null) throw new Error("The input is not there.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A real drag with the mouse; VS Code shows webviews to it only while Shift is held. */
async function drag(from: Locator, { shift = true } = {}): Promise<void> {
  const { page } = window;
  await from.waitFor();
  const box = await from.boundingBox();
  if (box === null) throw new Error("What is to be dragged is not there.");
  const start = { x: box.x + 30, y: box.y + box.height / 2 };
  const end = await target();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  if (shift) await page.keyboard.down("Shift");
  for (let step = 1; step <= 6; step += 1)
    await page.mouse.move(start.x + ((end.x - start.x) * step) / 6, start.y + ((end.y - start.y) * step) / 6);
  await page.mouse.move(end.x + 2, end.y);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
  if (shift) await page.keyboard.up("Shift");
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

async function copy(text: string): Promise<void> {
  await window.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

async function answer(): Promise<string> {
  await focusInput();
  await window.page.keyboard.press("Enter");
  const said = panel.getByRole("article", { name: "Loopback" }).last();
  await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
  await said.getByText("not a language model").waitFor();
  return said.innerText();
}

it("a selection is added with the key as a reference to its lines", async () => {
  await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
  await window.page.keyboard.press("Control+Alt+.");
  await chip(/^upload\.ts:10-25, file reference/).waitFor();
});

it("a file dragged from the Explorer is a reference", async () => {
  await drag(explorerRow("README.md"));
  await chip(/^README\.md, file reference/).waitFor();
});

it("several files dragged at once are a reference each, in their order", async () => {
  await explorerRow("package.json").click();
  await explorerRow("tsconfig.json").click({ modifiers: ["Control"] });
  await drag(explorerRow("tsconfig.json"));
  await chip(/^tsconfig\.json, file reference/).waitFor();
  const names = await input().getByRole("button").allInnerTexts();
  expect(names.map((name) => name.trim())).toEqual(["package.json", "tsconfig.json"]);
});

it("a folder is a reference that goes as a listing without what is ignored", async () => {
  await drag(explorerRow("src"));
  await chip(/^src, file reference, .*folder/).waitFor();
  expect(await answer()).toMatch(/file-ref\s+src\b/);
});

it("an editor tab is a reference", async () => {
  await window.openFile("src/net/backoff.ts");
  await drag(window.page.locator('.tab[data-resource-name="backoff.ts"]').first());
  await chip(/^backoff\.ts, file reference/).waitFor();
});

it("a result of Search is a reference, a match in it a reference to its line", async () => {
  const { page } = window;
  await page.keyboard.press("Control+Shift+f");
  await page.locator(".search-view textarea").first().fill("interface Backoff");
  await page.keyboard.press("Enter");
  const rows = page.locator(".search-view .monaco-list-row");
  await drag(rows.first());
  await chip(/^backoff\.ts, file reference/).waitFor();
  // VS Code draws the results anew while they come: a row may go from under the mouse.
  const match = chip(/^backoff\.ts:\d+, file reference/).first();
  const isThere = (): Promise<boolean> =>
    match.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  await expect.poll(async () => (await drag(rows.nth(1)), isThere())).toBe(true);
});

it("a changed file of Source Control is a reference", async () => {
  await window.page.keyboard.press("Control+Shift+g");
  await drag(window.page.locator(".scm-view .monaco-list-row", { hasText: "page.ts" }).first());
  await chip(/^page\.ts, file reference/).waitFor();
});

it("a picture of the workspace is a reference, or an attachment if the setting says so", async () => {
  await window.page.keyboard.press("Control+Shift+e");
  await drag(explorerRow("pic.png"));
  await chip(/^pic\.png, file reference/).waitFor();
  mkdirSync(join(window.folder, ".vscode"), { recursive: true });
  writeFileSync(join(window.folder, ".vscode", "settings.json"), '{ "galley.drop.image": "attachment" }');
  await expect
    .poll(
      async () => {
        await drag(explorerRow("pic.png"));
        return chip(/^pic\.png, attachment/)
          .first()
          .waitFor({ timeout: 1000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  rmSync(join(window.folder, ".vscode"), { recursive: true });
});

it.each([
  ["with Shift", 8],
  ["without Shift", 0],
])("files from outside are attachments, or described when no model reads them: %s", async (_how, modifiers) => {
  await dropFiles([join(outside, "shot.png"), join(outside, "a note.txt"), join(outside, "archive.zip")], modifiers);
  await chip(/^shot\.png, attachment/).waitFor();
  await chip(/^a note\.txt, attachment/).waitFor();
  await chip(/^archive\.zip, file description/).waitFor();
});

it("Attach opens the dialog, and what is chosen from outside is an attachment", async () => {
  const { page } = window;
  await panel.getByRole("button", { name: "Attach", exact: true }).click();
  await page.locator(".quick-input-widget:visible").waitFor();
  await window.screenshot("attach-dialog");
  await chooseInDialog(page, join(outside, "a note.txt"));
  await chip(/^a note\.txt, attachment/).waitFor();
  expect(await answer()).toContain("a note.txt");
});

it("a picture that is too large for models is attached with a smaller copy, the original kept", async () => {
  const { page } = window;
  await panel.getByRole("button", { name: "Attach", exact: true }).click();
  await page.locator(".quick-input-widget:visible").waitFor();
  await chooseInDialog(page, join(outside, "wide.png"));
  await chip(/^wide\.png, attachment/).waitFor();
  await answer();
  const [path] = globSync("**/galley.galley/galley.db", { cwd: window.server.data });
  const db = new DatabaseSync(join(window.server.data, path ?? ""), { readOnly: true });
  const row = db.prepare("SELECT data_json FROM chat_parts WHERE data_json LIKE '%wide.png%'").get();
  db.close();
  expect(JSON.parse(String(row?.["data_json"]))).toMatchObject({
    name: "wide.png",
    scaled: { width: 8000, height: 1 },
  });
});

it("a picture on the clipboard is an attachment named after the time", async () => {
  await window.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
  }, png.toString("base64"));
  await window.page.keyboard.press("Control+v");
  await chip(/^pasted-[\d-]+\.png, attachment/).waitFor();
});

it("lines copied in an editor are pasted as a reference; one undo makes them text again", async () => {
  const { page } = window;
  await window.openFile("src/net/upload.ts", { from: 10, to: 12 });
  await page.keyboard.press("Control+c");
  await focusInput();
  await page.keyboard.press("Control+v");
  await chip(/^upload\.ts:10-12, file reference/).waitFor();
  await page.keyboard.press("Control+z");
  await input().getByText("readonly backoff?: Backoff;").waitFor();
  expect(await chip(/upload/).count()).toBe(0);
});

it("a part of a line, and anything pasted with Ctrl+Shift+V, stays text", async () => {
  const { page } = window;
  await window.openFile("src/net/upload.ts", { from: 10, to: 10 });
  await page.keyboard.press("Control+c");
  await focusInput();
  await page.keyboard.press("Control+Shift+v");
  await input().getByText("onProgress").waitFor();
  await window.openFile("src/net/upload.ts", { from: 11, to: 11 });
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Control+c");
  await focusInput();
  await page.keyboard.press("Control+v");
  await input().getByText("readonly backoff?: Backoff").waitFor();
  await page.keyboard.type(" that is all");
  await expect.poll(() => input().innerText()).toContain("that is all");
  expect(await input().getByRole("button").count()).toBe(0);
});

it("an address stays text until it is attached as a link", async () => {
  await copy("https://example.org/spec");
  await window.page.keyboard.press("Control+v");
  await input().getByText("https://example.org/spec").waitFor();
  await panel.getByRole("button", { name: "Attach as link" }).click();
  await chip(/^example\.org\/spec, link/).waitFor();
  await window.page.keyboard.press("Control+z");
  await input().getByText("https://example.org/spec").waitFor();
});

it("a long paste is folded, opens in place with Enter, and is sent as its text", async () => {
  await copy(Array.from({ length: 61 }, (_, index) => `line ${index + 1}`).join("\n"));
  await window.page.keyboard.press("Control+v");
  await chip("Pasted text, 61 lines, folded").waitFor();
  await window.page.keyboard.press("ArrowLeft");
  await window.page.keyboard.press("Enter");
  await input().getByText("line 61").waitFor();
  expect(await input().getByRole("button").count()).toBe(0);
});

it("a drag without Shift is VS Code's own: nothing is added, and nothing is left over the panel", async () => {
  await window.page.keyboard.press("Control+Shift+e");
  await drag(explorerRow("README.md"), { shift: false });
  await focusInput();
  await window.page.keyboard.type("still here");
  await input().getByText("still here").waitFor();
  expect(await chip(/README/).count()).toBe(0);
});

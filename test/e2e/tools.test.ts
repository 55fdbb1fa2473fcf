// Tools as a person meets them: asked about, allowed, denied, undone, steered; the model is the built-in one that follows `call` lines.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): Locator => panel.getByRole("textbox", { name: "Message" });
const answer = (panel: Frame): Locator => panel.getByRole("article", { name: "Loopback" }).last();
const status = (panel: Frame, state: string): Locator =>
  panel.getByRole("status").filter({ hasText: `Session: ${state}` });

describe("tools", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
  });

  afterAll(() => window.close());

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  const onDisk = (path: string): string => readFileSync(join(window.folder, path), "utf8");

  /** In a new conversation; lines are parted as somebody types them. */
  async function say(...lines: string[]): Promise<Frame> {
    const panel = await window.composer();
    await panel.getByRole("button", { name: "New conversation" }).click();
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    await input(panel).click();
    await type(...lines);
    await window.page.keyboard.press("Enter");
    return panel;
  }

  async function type(...lines: string[]): Promise<void> {
    for (const [index, line] of lines.entries()) {
      if (index > 0) await window.page.keyboard.press("Shift+Enter");
      await window.page.keyboard.insertText(line);
    }
  }

  it("read a file of the workspace without asking, and the model gets its lines", async () => {
    const panel = await say('call read {"path":"src/net/upload.ts","start":1,"end":3}');
    await expect.poll(() => answer(panel).innerText()).toMatch(/tool-result\s+read/);
    await status(panel, "idle").waitFor();
  });

  it("ask before they write, run when they are allowed, and the change is undone with one button", async () => {
    const panel = await say('call write {"path":"notes.md","content":"first\\n"}');
    await status(panel, "waiting").waitFor();
    await window.screenshot("approval");
    expect(existsSync(join(window.folder, "notes.md"))).toBe(false);
    await panel.getByRole("button", { name: "Allow once" }).click();
    await expect.poll(() => existsSync(join(window.folder, "notes.md")) && onDisk("notes.md")).toBe("first\n");
    await status(panel, "idle").waitFor();
    await window.screenshot("edits");
    await answer(panel).getByRole("button", { name: /^Undo/ }).first().click();
    await expect.poll(() => existsSync(join(window.folder, "notes.md"))).toBe(false);
    await answer(panel).getByText("Undone").waitFor();
  });

  it("change a file that is open through its editor, and the change is kept", async () => {
    await window.openFile("src/net/backoff.ts");
    const before = onDisk("src/net/backoff.ts");
    const first = before.split("\n")[0] ?? "";
    const call = { path: "src/net/backoff.ts", old_text: first, new_text: `${first}\n// changed` };
    const panel = await say(`call edit ${JSON.stringify(call)}`);
    await panel.getByRole("button", { name: "Allow once" }).click();
    await expect.poll(() => onDisk("src/net/backoff.ts")).toContain("// changed");
    await status(panel, "idle").waitFor();
    await answer(panel)
      .getByRole("button", { name: /^Review/ })
      .first()
      .click();
    await window.page.getByRole("tab", { name: /before ↔ now/ }).waitFor();
    await answer(panel).getByRole("button", { name: /^Keep/ }).first().click();
    await answer(panel).getByText("Kept").waitFor();
    expect(onDisk("src/net/backoff.ts")).toContain("// changed");
  });

  it("that wait for another say so, and the answer is followed after a card was answered with the keyboard", async () => {
    const content = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
    const long = (path: string): string => `call write ${JSON.stringify({ path, content })}`;
    const panel = await say(long("one.md"), long("two.md"));
    const waits = answer(panel).locator("summary").filter({ hasText: "two.md" });
    await expect.poll(() => waits.innerText()).toMatch(/waiting$/);
    await window.screenshot("held");
    for (const path of ["one.md", "two.md"]) {
      const card = panel.getByRole("group", { name: new RegExp(path) });
      await card.waitFor();
      await window.page.keyboard.press("Alt+A");
      await panel.waitForFunction(() => document.activeElement?.hasAttribute("data-ask"));
      await window.page.keyboard.press("Enter");
      await expect.poll(() => existsSync(join(window.folder, path))).toBe(true);
    }
    await status(panel, "idle").waitFor();
    const gap = () =>
      panel
        .getByRole("log")
        .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
    await expect.poll(gap).toBeLessThan(17);
    expect(await panel.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  });

  it("that are denied do nothing, and the model reads why", async () => {
    const panel = await say('call bash {"command":"touch made-by-bash"}');
    await status(panel, "waiting").waitFor();
    await panel.getByRole("button", { name: "Deny" }).click();
    await window.page.keyboard.type("not now");
    await window.page.keyboard.press("Enter");
    await status(panel, "idle").waitFor();
    await answer(panel).getByText("not now").first().waitFor();
    expect(existsSync(join(window.folder, "made-by-bash"))).toBe(false);
  });

  it("run commands in a terminal one sees", async () => {
    const panel = await say('call bash {"command":"echo seen-$((20+22))"}');
    await panel.getByRole("button", { name: "Allow once" }).click();
    await status(panel, "idle").waitFor();
    await expect.poll(() => answer(panel).innerText()).toMatch(/tool-result\s+bash/);
    await window.page
      .getByRole("tab", { name: /Terminal/ })
      .first()
      .waitFor();
    await answer(panel).locator("summary").filter({ hasText: "bash" }).click();
    await answer(panel).getByText("seen-42").first().waitFor();
  });

  it("are steered: what is said while they run goes to the model at its next step", async () => {
    const panel = await say('call bash {"command":"sleep 4"}', "then", 'call glob {"pattern":"*.md"}');
    await panel.getByRole("button", { name: "Allow once" }).click();
    await input(panel).click();
    await window.page.keyboard.type("mind the tests");
    await window.page.keyboard.press("Alt+Enter");
    await panel.getByRole("list", { name: "Queued messages" }).getByText("mind the tests").waitFor();
    await expect.poll(() => answer(panel).innerText(), { timeout: 20_000 }).toContain("mind the tests");
    await status(panel, "idle").waitFor();
  });

  it("a question waits for its answer, through a reload, and the turn goes on", async () => {
    await say('call question {"question":"Which colour?","options":[{"label":"Red"},{"label":"Blue"}]}');
    const before = await window.composer();
    await status(before, "waiting").waitFor();
    await window.reload();
    const panel = await window.composer();
    await status(panel, "waiting").waitFor();
    await panel.getByRole("radio", { name: /Blue/ }).click();
    await window.screenshot("question");
    await panel.getByRole("button", { name: "Answer" }).click();
    await status(panel, "idle").waitFor();
    await expect.poll(() => answer(panel).innerText()).toMatch(/tool-result\s+question\s+Blue/);
  });
});

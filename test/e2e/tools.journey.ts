// Tools as a person meets them: asked about, allowed, denied, undone, steered; the model is the built-in one that follows `call` lines.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { answer, input, status } from "./panel.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

describe("tools", () => {
  let window: Window;

  beforeAll(async () => {
    window = await sharedWindow();
  });

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  const onDisk = (path: string): string => readFileSync(join(window.folder, path), "utf8");

  /** In a new conversation; lines are separated as the user types them. */
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

  it("ask before they write and run when they are allowed; a change is looked at, kept, or undone with one button", async () => {
    let panel = await say('call write {"path":"notes.md","content":"first\\n"}');
    await status(panel, "waiting").waitFor();
    expect(existsSync(join(window.folder, "notes.md")), "not before it is allowed").toBe(false);
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await expect.poll(() => existsSync(join(window.folder, "notes.md")) && onDisk("notes.md")).toBe("first\n");
    await status(panel, "idle").waitFor();
    await answer(panel).getByRole("button", { name: /^Undo/ }).first().click();
    await expect.poll(() => existsSync(join(window.folder, "notes.md"))).toBe(false);
    await answer(panel).getByText("Undone").waitFor();

    await window.openFile("src/net/backoff.ts");
    const [first = ""] = onDisk("src/net/backoff.ts").split("\n");
    const call = { path: "src/net/backoff.ts", old_text: first, new_text: `${first}\n// changed` };
    panel = await say(`call edit ${JSON.stringify(call)}`);
    await panel.getByRole("button", { name: "Allow Once" }).click();
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

  it("do nothing when they are denied, run in a terminal one sees, are steered, and a question waits through a reload", async () => {
    let panel = await say('call bash {"command":"touch made-by-bash"}');
    await status(panel, "waiting").waitFor();
    await panel.getByRole("button", { name: "Deny" }).click();
    await window.page.keyboard.type("not now");
    await window.page.keyboard.press("Enter");
    await status(panel, "idle").waitFor();
    await answer(panel).getByText("not now").first().waitFor();
    expect(existsSync(join(window.folder, "made-by-bash")), "a denied command ran").toBe(false);

    // It runs until it was steered.
    const untilSteered = "echo seen-$((20+22)); until [ -e go-on ]; do sleep 0.1; done";
    panel = await say(`call bash ${JSON.stringify({ command: untilSteered })}`, "then", 'call glob {"pattern":"*.md"}');
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await window.page
      .getByRole("tab", { name: /Terminal/ })
      .first()
      .waitFor();
    await input(panel).click();
    await window.page.keyboard.type("mind the tests");
    await window.page.keyboard.press("Alt+Enter");
    await window.page.keyboard.type("and then");
    await panel.getByRole("list", { name: "Queued messages" }).getByText("mind the tests", { exact: true }).waitFor();
    await expect.poll(() => input(panel).innerText(), { message: "what was typed after the key" }).toBe("and then");
    await window.page.keyboard.press("Control+a");
    await window.page.keyboard.press("Delete");
    writeFileSync(join(window.folder, "go-on"), "");
    await expect
      .poll(() => answer(panel).innerText(), { message: "what was said while it ran" })
      .toContain("mind the tests");
    await status(panel, "idle").waitFor();
    await panel.locator("summary").filter({ hasText: "bash" }).first().click();
    await panel
      .getByText(/^seen-42/)
      .first()
      .waitFor();

    panel = await say('call question {"question":"Which colour?","options":[{"label":"Red"},{"label":"Blue"}]}');
    await status(panel, "waiting").waitFor();
    await window.reload();
    panel = await window.composer();
    await status(panel, "waiting").waitFor();
    await panel.getByRole("radio", { name: /Blue/ }).click();
    await panel.getByRole("button", { name: "Answer" }).click();
    await status(panel, "idle").waitFor();
    await expect.poll(() => answer(panel).innerText()).toMatch(/tool-result\s+question\s+Blue/);
  });
});

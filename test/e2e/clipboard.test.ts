// Select all, cut, copy and paste in the input as VS Code forwards them: each happens once, with chips and all.
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

/** VS Code's own commands, by keys that nothing else has. */
const COMMANDS = { "select all": "Control+Alt+F6", cut: "Control+Alt+F7", copy: "Control+Alt+F8" } as const;
const KEYS = { "select all": "Control+a", cut: "Control+x", copy: "Control+c" } as const;

describe("the clipboard", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await openWindow({
      keybindings: [
        { key: "ctrl+alt+f6", command: "editor.action.selectAll" },
        { key: "ctrl+alt+f7", command: "editor.action.clipboardCutAction" },
        { key: "ctrl+alt+f8", command: "editor.action.clipboardCopyAction" },
      ],
    });
  });

  afterAll(() => window.close());

  const input = (): Locator => panel.getByRole("textbox", { name: "Message" });
  const chips = (): Locator => input().getByRole("button", { name: /^upload\.ts, / });
  const words = async (): Promise<string> =>
    (await input().innerText())
      .replace(/\s+/g, " ")
      // The count of tokens comes a moment after the chip.
      .replace(/ · ~\d+/g, "")
      .trim();
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);

  /** "see" and a chip. */
  async function write(): Promise<void> {
    panel = await begin(window);
    await window.page.keyboard.type("see @upl");
    await panel.getByRole("option", { name: /upload\.ts/, selected: true }).waitFor();
    await press("Enter");
    await chips().waitFor();
  }

  it.each([
    ["keys", KEYS],
    ["commands", COMMANDS],
  ])("takes all by %s and gives it back once, chip and all", async (_way, way) => {
    await write();
    const before = await words();
    await press(way["select all"]);
    await press(way.cut);
    await expect.poll(words).toBe("");
    await press("Control+v");
    await expect.poll(words).toBe(before);
    expect(await chips().count()).toBe(1);
    await press(way["select all"]);
    await press(way.copy);
    await press("Control+End");
    await press("Control+v");
    await expect.poll(() => chips().count()).toBe(2);
    await press("Control+z");
    await expect.poll(() => chips().count()).toBe(1);
    await expect.poll(words).toBe(before);
  });

  it("has the folder of a chip for whoever pastes it as text", async () => {
    await write();
    await press("Control+a");
    await press("Control+c");
    await press("F1");
    const palette = window.page.locator(".quick-input-widget:visible input").first();
    await palette.waitFor();
    await press("Control+v");
    await expect.poll(() => palette.inputValue()).toMatch(/see src\/net\/upload\.ts\s*$/);
    await press("Escape");
  });

  it("leaves Ctrl+F to the code, as every view of VS Code does, and the message stays", async () => {
    await window.openFile("src/page.ts");
    await write();
    const before = await words();
    await press("Control+f");
    const find = window.page.locator(".find-widget.visible textarea:focus").first();
    await find.waitFor();
    await window.page.keyboard.type("words");
    await expect.poll(() => find.inputValue()).toBe("words");
    expect(await words()).toBe(before);
  });
});

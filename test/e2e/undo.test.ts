// One history of the input, whichever way an undo or a redo comes: by key or by a command of VS Code.
import { setTimeout } from "node:timers/promises";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../fakes/seeded.ts";
import { begin } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

/** Words typed with a longer pause between them are steps of their own. */
const PAUSE_MS = 700;

/** Keys that VS Code turns into its commands, as it does with Ctrl+Z. */
const COMMAND_KEYS = { undo: "Control+Alt+F6", redo: "Control+Alt+F7" };

describe("undo and redo", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await openWindow({
      keybindings: [
        { key: "ctrl+alt+f6", command: "undo" },
        { key: "ctrl+alt+f7", command: "redo" },
      ],
    });
  });

  afterAll(() => window.close());

  const input = (): Locator => panel.getByRole("textbox", { name: "Message" });
  const chips = (): Locator => input().getByRole("button");
  const words = async (): Promise<string> => (await input().innerText()).replaceAll("\u00a0", " ").trimEnd();
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);

  /** In one piece: letters that come slowly, one by one, would be steps of their own. */
  async function type(text: string): Promise<void> {
    await window.page.keyboard.insertText(text);
    await setTimeout(PAUSE_MS);
  }

  /** Nothing comes behind it either. */
  async function becomes(text: string): Promise<void> {
    await expect.poll(words).toBe(text);
    await setTimeout(150);
    expect(await words()).toBe(text);
  }

  const ways: Record<string, (what: "undo" | "redo") => Promise<void>> = {
    key: (what) => press(what === "undo" ? "Control+z" : "Control+y"),
    "other key": (what) => press(what === "undo" ? "Control+z" : "Control+Shift+z"),
    command: (what) => press(COMMAND_KEYS[what]),
  };

  it.each(Object.keys(ways))("take one step each by %s", async (way) => {
    panel = await begin(window);
    await type("hello world");
    await type(" again");
    await ways[way]?.("undo");
    await becomes("hello world");
    await ways[way]?.("undo");
    await becomes("");
    await ways[way]?.("redo");
    await becomes("hello world");
    await ways[way]?.("redo");
    await becomes("hello world again");
    await ways[way]?.("redo");
    await becomes("hello world again");
  });

  it.each([11, 12, 13])("end where one history ends, in any mixture with words and chips (%i)", async (seed) => {
    panel = await begin(window);
    const chance = seeded(seed);
    const history = [""];
    let at = 0;
    const step = async (): Promise<void> => {
      history.splice(at + 1, history.length, await words());
      at += 1;
    };
    for (let count = 0; count < 16; count += 1) {
      const what = chance.below(10);
      if (what < 4) {
        await press("Control+End");
        await type(` ${chance.pick(["one", "two", "three"])}${String(count)}`);
        await step();
      } else if (what === 4) {
        await press("Control+End");
        await type(" @upl");
        await step();
        await panel.getByRole("option", { name: /upload\.ts/, selected: true }).waitFor();
        const before = await chips().count();
        await press("Enter");
        await expect.poll(() => chips().count()).toBe(before + 1);
        await step();
        await setTimeout(PAUSE_MS);
      } else {
        const isUndo = what < 8;
        await ways[chance.pick(["key", "other key", "command"])]?.(isUndo ? "undo" : "redo");
        at = isUndo ? Math.max(0, at - 1) : Math.min(history.length - 1, at + 1);
        await becomes(history[at] ?? "");
      }
    }
    for (; at > 0; at -= 1) await press("Control+z");
    await becomes("");
    for (; at < history.length - 1; at += 1) await press("Control+y");
    await becomes(history.at(-1) ?? "");
  });
});

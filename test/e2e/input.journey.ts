// The input's own history and clipboard where VS Code hears every key too: each thing happens once, chips and all.
import type { Frame, Locator } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { seeded } from "../fakes/seeded.ts";
import { begin } from "./ask.ts";
import { chip, input } from "./panel.ts";
import { COMMANDS, sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

const KEYS = { "select all": "Control+a", cut: "Control+x", copy: "Control+c" } as const;

describe("the input", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await sharedWindow();
  });

  const chips = (): Locator => chip(panel, /^upload\.ts, /);
  const words = async (): Promise<string> =>
    (await input(panel).innerText())
      .replaceAll("\u00a0", " ")
      // The count of tokens comes a moment after the chip.
      .replace(/\s*· ~\d+/g, "")
      .trimEnd();
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);

  /**
   * An empty message. VS Code looks every 250 ms which of the webviews has the focus, and gives its commands to the one
   * it saw last: they would go to the tab that the journey before has left open.
   */
  async function start(): Promise<void> {
    panel = await begin(window);
    await panel.parentFrame()?.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  }

  /** What is typed after a pause is a step of its own: the panel's clock is put forward, the test does not wait. */
  async function pause(): Promise<void> {
    await panel.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 1000;
    });
  }

  /** In one piece: letters that come one by one would be steps of their own. */
  async function type(text: string): Promise<void> {
    await window.page.keyboard.insertText(text);
    await pause();
  }

  async function addChip(): Promise<void> {
    const before = await chips().count();
    await press("Enter");
    await expect.poll(() => chips().count()).toBe(before + 1);
    await pause();
  }

  const offered = (): Promise<void> => panel.getByRole("option", { name: /upload\.ts/, selected: true }).waitFor();

  /** Nothing comes behind it either: what VS Code does with a later key comes after what it did with this one. */
  async function becomes(text: string): Promise<void> {
    await expect.poll(words).toBe(text);
    if (text === "") return;
    await press("Control+End");
    await selectAll(COMMANDS["select all"]);
    await press("Control+End");
    await panel.waitForFunction(() => getSelection()?.isCollapsed === true);
    expect(await words()).toBe(text);
  }

  /** A command of VS Code comes to the page later than the next key. */
  async function selectAll(key: string): Promise<void> {
    await press(key);
    await panel.waitForFunction(() => getSelection()?.isCollapsed === false);
  }

  async function copy(key: string): Promise<void> {
    await panel.evaluate(() => {
      delete document.body.dataset["copied"];
      document.addEventListener("copy", () => (document.body.dataset["copied"] = ""), { once: true, capture: true });
    });
    await press(key);
    await panel.waitForFunction(() => "copied" in document.body.dataset);
  }

  const ways: Record<string, (what: "undo" | "redo") => Promise<void>> = {
    "Ctrl+Z and Ctrl+Y": (what) => press(what === "undo" ? "Control+z" : "Control+y"),
    "Ctrl+Shift+Z": (what) => press(what === "undo" ? "Control+z" : "Control+Shift+z"),
    "VS Code's commands": (what) => press(COMMANDS[what]),
  };

  it("has one history, whatever mixture of words, chips, undo and redo made it, by keys and by VS Code's commands", async () => {
    await start();
    const chance = seeded(13);
    const history = [""];
    let at = 0;
    let added = 0;
    const used = new Set<string>();
    const step = async (): Promise<void> => {
      history.splice(at + 1, history.length, await words());
      at += 1;
    };
    for (let count = 0; count < 24; count += 1) {
      const what = chance.below(10);
      if (what < 4) {
        await press("Control+End");
        await type(` ${chance.pick(["one", "two", "three"])}${String(count)}`);
        await step();
      } else if (what === 4) {
        await press("Control+End");
        await type(" @upl");
        await offered();
        await step();
        await addChip();
        await step();
        added += 1;
      } else {
        const isUndo = what < 8;
        const way = chance.pick(Object.keys(ways));
        used.add(way);
        await ways[way]?.(isUndo ? "undo" : "redo");
        at = isUndo ? Math.max(0, at - 1) : Math.min(history.length - 1, at + 1);
        await becomes(history[at] ?? "");
      }
    }
    expect(added, "chips in the mixture").toBeGreaterThan(0);
    expect([...used].sort(), "ways in the mixture").toEqual(Object.keys(ways).sort());
    for (; at > 0; at -= 1) await press("Control+z");
    await becomes("");
    await press("Control+z");
    await becomes("");
    for (; at < history.length - 1; at += 1) await press("Control+y");
    await becomes(history.at(-1) ?? "");
    for (const way of Object.values(ways)) await way("redo");
    await becomes(history.at(-1) ?? "");
  });

  it("is selected, cut, copied and pasted once, its chips are paths elsewhere, and Ctrl+F is the code's", async () => {
    await window.openFile("src/page.ts");
    for (const way of [KEYS, COMMANDS]) {
      await start();
      await type("see @upl");
      await offered();
      await addChip();
      const before = await words();
      await selectAll(way["select all"]);
      await press(way.cut);
      await expect.poll(words).toBe("");
      await press("Control+v");
      await becomes(before);
      expect(await chips().count()).toBe(1);
      await selectAll(way["select all"]);
      await copy(way.copy);
      await press("Control+End");
      await press("Control+v");
      await expect.poll(() => chips().count()).toBe(2);
      await press("Control+z");
      await expect.poll(() => chips().count()).toBe(1);
      await becomes(before);
    }
    const before = await words();
    await press("F1");
    const palette = window.page.locator(".quick-input-widget:visible input:focus").first();
    await palette.waitFor();
    await press("Control+v");
    await expect.poll(() => palette.inputValue()).toMatch(/see src\/net\/upload\.ts\s*$/);
    await press("Escape");
    await window.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await panel.waitForFunction(() => document.hasFocus());
    const find = window.page.locator(".find-widget.visible textarea:focus").first();
    // VS Code ignores the key until it knows that the palette has given the focus back.
    await vi.waitFor(
      async () => {
        await press("Control+f");
        await find.waitFor({ timeout: 1000 });
      },
      { timeout: 30_000 },
    );
    await window.page.keyboard.type("words");
    await expect.poll(() => find.inputValue()).toBe("words");
    expect(await words()).toBe(before);
  });
});

// The editor of a window with completion: what stands in it, what is shown at the cursor, and what the status bar says.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { box } from "./ask.ts";
import type { Window } from "./window.ts";

export class AtCursor {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  get editor(): Locator {
    return this.#window.page.locator(".editor-group-container.active .monaco-editor");
  }

  /** The status bar entry, if it says this. */
  status(text: string | RegExp): Locator {
    return this.#window.page.locator("[id='galley.galley.galley.completion']", { hasText: text });
  }

  /** The lines in view. */
  text(): Promise<string> {
    return this.#read(false);
  }

  /** Until this is shown, without being there. */
  shows(words: string): Promise<void> {
    return expect.poll(() => this.#read(true), { timeout: 15_000 }).toContain(words);
  }

  /** A file with one line of code, and the cursor behind it. */
  async write(name: string, words: string): Promise<void> {
    writeFileSync(join(this.#window.folder, name), "");
    await this.#window.openFile(name);
    await this.#window.page.keyboard.type(words);
  }

  async newLine(words: string): Promise<void> {
    const { keyboard } = this.#window.page;
    await this.editor.and(this.#window.page.locator(".focused")).waitFor();
    await keyboard.press("Control+End");
    await keyboard.press("Enter");
    await keyboard.type(words);
    await expect.poll(() => this.text()).toContain(words.trimEnd());
  }

  /** Chooses an entry of the list behind the status bar. */
  async inMenu(entry: string): Promise<void> {
    await this.status("").click();
    await (await box(this.#window, "Galley Completion")).getByRole("option", { name: entry }).click();
    await this.#window.page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
  }

  /** The editor draws its lines in any order. */
  #read(isGhost: boolean): Promise<string> {
    return this.editor.locator(".view-line").evaluateAll((lines, only) => {
      const topOf = (line: HTMLElement | SVGElement): number => Number.parseFloat(line.style.top);
      const partsOf = (line: Element): Element[] => [...line.querySelectorAll(":scope > span > span")];
      return (lines as HTMLElement[])
        .toSorted((one, other) => topOf(one) - topOf(other))
        .map((line) => partsOf(line).filter((part) => part.className.includes("ghost-text") === only))
        .map((parts) =>
          parts
            .map((part) => part.textContent)
            .join("")
            .replaceAll("\u00A0", " "),
        )
        .join("\n");
    }, isGhost);
  }
}

// Refactoring as a person does it with the keyboard: what the server answers, what the user presses, and what the editor shows.
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { answers } from "../fakes/wire-answers.ts";
import type { WireServer } from "../fakes/wire-server.ts";
import { box, boxOf } from "./ask.ts";
import type { Window } from "./window.ts";

/** The file that is refactored. */
export const PATH = "src/net/backoff.ts";

export class Refactoring {
  readonly #window: Window;
  readonly #server: WireServer;

  constructor(window: Window, server: WireServer) {
    this.#window = window;
    this.#server = server;
  }

  /** The next answers have this code. */
  saysCode(code: string): void {
    this.says(`Sure:\n\n\`\`\`ts\n${code}\n\`\`\`\n`);
  }

  says(words: string): void {
    const [begin = "", , , ...end] = answers["openai-chat"].plain();
    this.#server.answer = [begin, answers["openai-chat"].piece(words), ...end];
  }

  /** The next answer stays without its end until the function is called. */
  waits(pieces = 1): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.faults.push({ kind: "waits", pieces, until: promise });
    return resolve;
  }

  asked(): number {
    return this.#server.arrived.filter(({ method }) => method === "POST").length;
  }

  lastRequest(): string {
    return JSON.stringify(this.#server.arrived.at(-1)?.json);
  }

  lens(title: string): Locator {
    return this.#window.page.locator(".codelens-decoration a", { hasText: title });
  }

  /** What VS Code shows while an answer is on its way. */
  progress(): Locator {
    return this.#window.page.getByText(`Refactoring ${PATH}…`).first();
  }

  /** An answer that comes before VS Code has run the command of the key would stand in the document. */
  async stop(): Promise<void> {
    await this.progress().waitFor();
    await this.#window.page.keyboard.press("Escape");
    await this.#window.page.getByText("Refactoring stopped. Nothing was changed.").first().waitFor();
    await this.progress().waitFor({ state: "hidden" });
  }

  /** The lines in view, in their order. */
  text(): Promise<string> {
    return this.#window.page.evaluate(() => {
      const lines = [...document.querySelectorAll<HTMLElement>(".editor-instance .view-lines .view-line")];
      const sorted = lines.toSorted(
        (one, other) => Number.parseFloat(one.style.top) - Number.parseFloat(other.style.top),
      );
      return sorted.map((line) => line.textContent.replaceAll("\u00A0", " ")).join("\n");
    });
  }

  /** Runs a command by the palette, with keys alone. The palette does not notice a command that appears later. */
  async command(title: string): Promise<void> {
    const { page } = this.#window;
    const wanted = page.locator(".quick-input-list .label-name").getByText(`Galley: ${title}`, { exact: true });
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("F1");
        await page.locator(".quick-input-widget:visible").waitFor();
        await page.keyboard.insertText(`Galley: ${title}`);
        await wanted
          .first()
          .waitFor({ timeout: 3_000 })
          .catch(() => undefined);
        return wanted.count();
      })
      .toBeGreaterThan(0);
    const focused = page.locator(".quick-input-list .monaco-list-row.focused .label-name");
    for (let steps = 0; steps < 5 && (await focused.innerText()) !== `Galley: ${title}`; steps += 1)
      await page.keyboard.press("ArrowDown");
    expect(await focused.innerText()).toBe(`Galley: ${title}`);
    await page.keyboard.press("Enter");
  }

  /** Opens the box with its key, and types an instruction. */
  async instruct(words: string, title: string | RegExp = "Refactor Lines 5-9"): Promise<Locator> {
    const { keyboard } = this.#window.page;
    const open = (): Promise<void> => keyboard.press("Control+K").then(() => keyboard.press("i"));
    const opened = await boxOf(this.#window, open, title);
    await keyboard.type(words);
    return opened;
  }

  /** Another instruction than the one in the box. */
  async replaceInstruction(words: string): Promise<void> {
    await this.#window.page.keyboard.press("Control+a");
    await this.#window.page.keyboard.type(words);
  }

  /** What the box says the request costs. */
  async costShown(): Promise<void> {
    await this.#window.page.locator(".quick-input-widget", { hasText: /Blocks · ~\d+ tokens/ }).waitFor();
  }

  /** Moves to an entry of the box with keys, and chooses it. */
  async choose(name: string): Promise<void> {
    const rows = this.#window.page.locator(".quick-input-list .monaco-list-row");
    const focused = this.#window.page.locator(".quick-input-list .monaco-list-row.focused");
    const typed = await this.#window.page.locator(".quick-input-widget input:visible").first().inputValue();
    // With each letter the list begins anew at its first entry, which is what was typed.
    await rows.first().locator(".label-name").getByText(typed, { exact: true }).waitFor();
    await expect
      .poll(async () => {
        if (!(await focused.innerText()).includes(name)) await this.#window.page.keyboard.press("ArrowUp");
        return focused.innerText();
      })
      .toContain(name);
    await this.#window.page.keyboard.press("Enter");
  }

  async instruction(): Promise<string> {
    return (await box(this.#window, "Refactor Lines 5-9")).locator("input:visible").first().inputValue();
  }
}

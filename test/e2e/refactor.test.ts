// Code changed where it stands, as a person does it with the keyboard: asked, reviewed, kept, undone, asked again, taken to the chat.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { box, boxOf } from "./ask.ts";
import { chip, input } from "./panel.ts";
import { openWindow, type Window } from "./window.ts";

const PATH = "src/net/backoff.ts";

describe("refactoring", () => {
  let server: WireServer;
  let window: Window;

  beforeAll(async () => {
    server = await wireServer("openai-chat");
    window = await openWindow({
      settings: { "galley.model": "custom/blocks", "files.autoSave": "off", "galley.completion.enabled": true },
      machineSettings: {
        "galley.completion.model": "custom/blocks",
        "galley.providers.custom.baseUrl": `${server.url}/v1`,
        "galley.providers.custom.models": [{ id: "blocks", name: "Blocks" }],
      },
    });
  });

  afterAll(async () => {
    await window.close();
    await server.close();
  });

  const says = (code: string): void => {
    const [begin = "", , , ...end] = answers["openai-chat"].plain();
    server.answer = [begin, answers["openai-chat"].piece(`Sure:\n\n\`\`\`ts\n${code}\n\`\`\`\n`), ...end];
  };

  const lens = (title: string) => window.page.locator(".codelens-decoration a", { hasText: title });
  /** The lines in view, in their order. */
  const text = (): Promise<string> =>
    window.page.evaluate(() => {
      const lines = [...document.querySelectorAll<HTMLElement>(".editor-instance .view-lines .view-line")];
      const sorted = lines.toSorted(
        (one, other) => Number.parseFloat(one.style.top) - Number.parseFloat(other.style.top),
      );
      return sorted.map((line) => line.textContent.replaceAll("\u00A0", " ")).join("\n");
    });
  const asked = (): number => server.arrived.filter(({ method }) => method === "POST").length;

  /** Runs a command by the palette, with keys alone. The palette does not notice a command that appears later. */
  async function command(title: string): Promise<void> {
    const { page } = window;
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

  async function instruct(words: string, title: string | RegExp = "Refactor Lines 5-9"): Promise<void> {
    const { keyboard } = window.page;
    await boxOf(window, () => keyboard.press("Control+K").then(() => keyboard.press("i")), title);
    await window.page.keyboard.type(words);
  }

  /** Moves to an entry of the box with keys, and chooses it. */
  async function choose(name: string): Promise<void> {
    const focused = window.page.locator(".quick-input-list .monaco-list-row.focused");
    await window.page.locator(".quick-input-list", { hasText: /Blocks · ~\d+ tokens/ }).waitFor();
    for (let steps = 0; steps < 8 && !(await focused.innerText()).includes(name); steps += 1)
      await window.page.keyboard.press("ArrowUp");
    expect(await focused.innerText()).toContain(name);
    await window.page.keyboard.press("Enter");
  }

  it("changes lines, keeps one change and undoes another, asks for an alternative, and goes on in the chat", async () => {
    const { page } = window;
    const before = readFileSync(join(window.folder, PATH), "utf8");
    await window.openFile(PATH, { from: 5, to: 9 });
    const lines = before.split("\n").slice(4, 9);
    const changed = lines.map((line, at) => (at === 0 || at === 4 ? line.replace(/: number/, ": bigint") : line));
    says(changed.join("\n"));
    await instruct("use bigint");
    // What was typed is there again when the box was closed.
    await page.keyboard.press("Escape");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await instruct("");
    await expect
      .poll(async () => (await box(window, "Refactor Lines 5-9")).locator("input:visible").first().inputValue())
      .toBe("use bigint");
    await (await box(window, "Refactor Lines 5-9")).getByText(/Blocks · ~\d+ tokens/).waitFor();
    await window.screenshot("refactor-box");
    await page.keyboard.press("Enter");
    await lens("Keep").first().waitFor();
    await expect.poll(() => lens("Keep").count()).toBe(2);
    await window.screenshot("refactor-review");
    expect(JSON.stringify(server.arrived.at(-1)?.json)).toContain("use bigint");

    // The first is kept, the second undone, by commands: nothing of it is on disk.
    await command("Keep Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(1);
    await command("Undo Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(0);
    await expect.poll(() => text()).toContain("first: bigint");
    await expect.poll(() => text()).toContain("tries: number");
    expect(readFileSync(join(window.folder, PATH), "utf8")).toBe(before);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => text()).toContain("first: number");

    // An alternative is asked for with the old text in place.
    await window.openFile(PATH, { from: 5, to: 9 });
    await instruct("use bigint");
    await page.keyboard.press("Enter");
    await lens("Alternative").first().waitFor();
    const count = asked();
    says(changed.map((line) => line.replace("bigint", "string")).join("\n"));
    await command("Refactor Again");
    await expect.poll(() => text()).toContain("first: string");
    await expect.poll(() => lens("Keep").count()).toBe(2);
    expect(asked()).toBe(count + 1);
    await command("Undo All Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(0);

    // The same parts, in the panel.
    await window.openFile(PATH, { from: 5, to: 9 });
    await instruct("why is this readonly?");
    await choose("Continue in Chat");
    const panel = await window.composer();
    await chip(panel, /^backoff\.ts:5-9, file reference/).waitFor();
    await input(panel).getByText("why is this readonly?").waitFor();
  });

  it("follows its lines while the user writes above them, changes several selections at once, and shows what was sent", async () => {
    const { page } = window;
    await window.openFile(PATH, { from: 5, to: 9 });
    const lines = readFileSync(join(window.folder, PATH), "utf8").split("\n").slice(4, 9);
    says(lines.map((line) => line.replace("first", "begin")).join("\n"));
    const { promise, resolve } = Promise.withResolvers<void>();
    server.faults.push({ kind: "waits", pieces: 1, until: promise });
    const count = asked();
    await instruct("rename first");
    await page.keyboard.press("Enter");
    await expect.poll(asked).toBe(count + 1);
    await page.getByText(`Refactoring ${PATH}…`).first().waitFor();
    await window.screenshot("refactor-progress");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.insertText("const mine = 1;");
    resolve();
    await lens("Keep").first().waitFor();
    await expect.poll(() => text()).toContain("readonly begin: number");
    expect((await text()).startsWith("const mine = 1;\n// How long")).toBe(true);
    await command("Keep Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(0);

    // Completion is quiet in a line that waits for its answer, and its status bar entry says so.
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    const inserted = Promise.withResolvers<void>();
    server.faults.push({ kind: "waits", pieces: 1, until: inserted.promise });
    await instruct("add one", "Insert at Line");
    await page.keyboard.press("Enter");
    await expect.poll(asked).toBe(count + 2);
    await page.keyboard.type(" ");
    const completion = page.locator("[id='galley.galley.galley.completion']");
    await completion.filter({ hasText: "these lines are being refactored" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(`Refactoring ${PATH}…`).first().waitFor({ state: "hidden" });
    inserted.resolve();

    // What was sent, without a change that waits.
    await boxOf(window, () => command("Show Sent Refactor Request…"), "Show Sent Refactor Request");
    await page.keyboard.type("rename first");
    await page.keyboard.press("Enter");
    const inspector = await window.inspector();
    await inspector.getByRole("tab", { name: "Raw Request" }).click();
    await inspector.getByText(/POST http/).waitFor();
    await window.screenshot("refactor-sent");
    // By its tab: a command would close the editor that has the focus by then.
    const tab = page.getByRole("tab", { name: /^Refactor: Sent Request/ });
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });

    // Two lines, each a selection of its own.
    await window.openFile(PATH, { from: 8, to: 8 });
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+Alt+ArrowUp");
    await page.keyboard.press("Shift+End");
    const twice = asked();
    says("readonly changed: number;");
    await instruct("change both", "Refactor 2 Selections");
    await page.keyboard.press("Enter");
    await lens("Keep").first().waitFor();
    expect(asked()).toBe(twice + 2);
    await expect.poll(async () => (await text()).match(/ {2}readonly changed: number;/g)?.length).toBe(2);
    await command("Undo All Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(0);
  });
});

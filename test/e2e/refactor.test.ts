// Code changed where it stands, as a person does it with the keyboard: asked, reviewed, kept, undone, asked again, taken to the chat.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { box } from "./ask.ts";
import { chip, input } from "./panel.ts";
import { openWindow, quickPick, type Window } from "./window.ts";

const PATH = "src/net/backoff.ts";

describe("refactoring", () => {
  let server: WireServer;
  let window: Window;

  beforeAll(async () => {
    server = await wireServer("openai-chat");
    window = await openWindow({
      settings: { "galley.model": "custom/blocks", "files.autoSave": "off" },
      machineSettings: {
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
  const text = async (): Promise<string> =>
    (await window.page.locator(".editor-instance .view-lines").first().innerText()).replaceAll("\u00A0", " ");
  const asked = (): number => server.arrived.filter(({ method }) => method === "POST").length;

  async function instruct(words: string): Promise<void> {
    await window.page.keyboard.press("Control+K");
    await window.page.keyboard.press("i");
    await box(window, "Refactor Lines 5-9");
    await window.page.keyboard.type(words);
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
    expect(await lens("Keep").count()).toBe(2);
    await window.screenshot("refactor-review");
    expect(JSON.stringify(server.arrived.at(-1)?.json)).toContain("use bigint");

    // The first is kept, the second undone, by commands: nothing of it is on disk.
    await quickPick(page, "F1", ">Galley: Keep Refactored Lines", "Galley: Keep Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(1);
    await quickPick(page, "F1", ">Galley: Undo Refactored Lines", "Galley: Undo Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(0);
    await expect.poll(() => text()).toContain("first: bigint");
    expect(await text()).toContain("tries: number");
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
    await quickPick(page, "F1", ">Galley: Refactor Again", "Galley: Refactor Again");
    await expect.poll(() => text()).toContain("first: string");
    expect(asked()).toBe(count + 1);
    await quickPick(page, "F1", ">Galley: Undo All Refactored Lines", "Galley: Undo All Refactored Lines");
    await expect.poll(() => lens("Keep").count()).toBe(0);

    // The same parts, in the panel.
    await window.openFile(PATH, { from: 5, to: 9 });
    await instruct("why is this readonly?");
    await (await box(window, "Refactor Lines 5-9")).getByRole("button", { name: "Continue in Chat" }).click();
    const panel = await window.composer();
    await chip(panel, /^backoff\.ts:5-9, file reference/).waitFor();
    await input(panel).getByText("why is this readonly?").waitFor();
  });
});

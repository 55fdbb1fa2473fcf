// Code changed where it stands, as a person does it with the keyboard: asked, reviewed, kept, undone, asked again, stopped, taken to the chat.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FimServer, runFimServer } from "../fakes/fim/run-server.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { box, boxOf } from "./ask.ts";
import { chip, input } from "./panel.ts";
import { differencesOfLooks } from "./refactor-looks.ts";
import { PATH, Refactoring } from "./refactoring.ts";
import { openWindow, type Window } from "./window.ts";

describe("refactoring", () => {
  let server: WireServer;
  /** Completion has a server of its own: it would take what the next refactoring is to be answered. */
  let completing: FimServer;
  let window: Window;
  let refactoring: Refactoring;

  beforeAll(async () => {
    server = await wireServer("openai-chat");
    completing = await runFimServer("ollama", { pieces: [] });
    window = await openWindow({
      settings: {
        ...{ "galley.model": "custom/blocks", "galley.completion.enabled": true, "files.autoSave": "off" },
        // What comes late would be in some pictures only.
        ...{ "editor.cursorBlinking": "solid", "editor.lightbulb.enabled": "off" },
        "workbench.secondarySideBar.defaultVisibility": "hidden",
      },
      machineSettings: {
        "galley.completion.model": "ollama/coder:1.5b",
        "galley.providers.ollama.baseUrl": completing.url,
        "galley.providers.custom.baseUrl": `${server.url}/v1`,
        "galley.providers.custom.models": [{ id: "blocks", name: "Blocks" }],
      },
    });
    refactoring = new Refactoring(window, server);
  });

  afterAll(async () => {
    await window.close();
    await server.close();
    completing.close();
  });

  const onDisk = (): string => readFileSync(join(window.folder, PATH), "utf8");

  /** A command would close the editor that has the focus by then. */
  async function closeTab(name: RegExp): Promise<void> {
    const tab = window.page.getByRole("tab", { name });
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });
  }

  it("looks as when it was looked at: the box, a refusal, the wait and the review, in three themes and in a narrow editor", async () => {
    expect(await differencesOfLooks(window, refactoring)).toEqual([]);
  });

  it("changes lines, keeps one change and undoes another, asks for an alternative, and goes on in the chat", async () => {
    const { page } = window;
    const before = onDisk();
    await window.openFile(PATH, { from: 5, to: 9 });
    const lines = before.split("\n").slice(4, 9);
    const changed = lines.map((line, at) => (at === 0 || at === 4 ? line.replace(/: number/, ": bigint") : line));
    refactoring.saysCode(changed.join("\n"));
    await refactoring.instruct("use bigint");
    // What was typed is there again when the box was closed.
    await page.keyboard.press("Escape");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await refactoring.instruct("");
    await expect.poll(() => refactoring.instruction()).toBe("use bigint");
    await refactoring.costShown();
    await window.screenshot("refactor-box");
    await page.keyboard.press("Enter");
    await refactoring.lens("Keep").first().waitFor();
    await expect.poll(() => refactoring.lens("Keep").count()).toBe(2);
    await window.screenshot("refactor-review");
    expect(refactoring.lastRequest()).toContain("use bigint");

    // The first is kept, the second undone, by commands: nothing of it is on disk.
    await refactoring.command("Keep Refactored Lines");
    await expect.poll(() => refactoring.lens("Keep").count()).toBe(1);
    await refactoring.command("Undo Refactored Lines");
    await expect.poll(() => refactoring.lens("Keep").count()).toBe(0);
    await expect.poll(() => refactoring.text()).toContain("first: bigint");
    await expect.poll(() => refactoring.text()).toContain("tries: number");
    expect(onDisk()).toBe(before);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => refactoring.text()).toContain("first: number");

    // An alternative is asked for with the old text in place.
    await window.openFile(PATH, { from: 5, to: 9 });
    await refactoring.instruct("use bigint");
    await page.keyboard.press("Enter");
    await refactoring.lens("Alternative").first().waitFor();
    const count = refactoring.asked();
    refactoring.saysCode(changed.map((line) => line.replace("bigint", "string")).join("\n"));
    await refactoring.command("Refactor Again");
    await expect.poll(() => refactoring.text()).toContain("first: string");
    await expect.poll(() => refactoring.lens("Keep").count()).toBe(2);
    expect(refactoring.asked()).toBe(count + 1);

    // Another instruction is asked for with the last one in the box.
    refactoring.saysCode(changed.map((line) => line.replace("bigint", "Duration")).join("\n"));
    await boxOf(window, () => refactoring.command("Refactor Again with Another Instruction…"), "Refactor Lines 5-9");
    await expect.poll(() => refactoring.instruction()).toBe("use bigint");
    await refactoring.replaceInstruction("use a type of its own");
    await page.keyboard.press("Enter");
    await expect.poll(() => refactoring.text()).toContain("first: Duration");
    expect(refactoring.lastRequest()).toContain("use a type of its own");
    await expect.poll(() => refactoring.lens("Keep").count()).toBe(2);
    await refactoring.command("Undo All Refactored Lines");
    await expect.poll(() => refactoring.lens("Keep").count()).toBe(0);

    // The same parts, in the panel.
    await window.openFile(PATH, { from: 5, to: 9 });
    await refactoring.instruct("why is this readonly?");
    await refactoring.choose("Continue in Chat");
    const panel = await window.composer();
    await chip(panel, /^backoff\.ts:5-9, file reference/).waitFor();
    await input(panel).getByText("why is this readonly?").waitFor();
  });

  it("shows the request before it goes, with a file that comes along, and stops at Escape", async () => {
    const { page } = window;
    await window.openFile("README.md");
    await window.openFile(PATH, { from: 5, to: 9 });
    const before = await refactoring.text();
    const count = refactoring.asked();
    await refactoring.instruct("name the unit @");
    await box(window, "Refactor: Add Context");
    await page.keyboard.type("README");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "README.md" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await box(window, "Refactor Lines 5-9 of src/net/backoff.ts, with README.md");
    await refactoring.choose("Preview Request");
    const inspector = await window.inspector();
    await inspector.getByText("README.md").first().waitFor();
    await inspector.getByText("name the unit").first().waitFor();
    expect(refactoring.asked()).toBe(count);
    await closeTab(/^Refactor: Request Preview/);

    await window.openFile(PATH, { from: 5, to: 9 });
    refactoring.saysCode("readonly never: number;");
    const answer = refactoring.waits();
    await refactoring.instruct("");
    await refactoring.replaceInstruction("name the unit");
    await page.keyboard.press("Enter");
    await expect.poll(() => refactoring.asked()).toBe(count + 1);
    await refactoring.stop();
    answer();
    await refactoring.progress().waitFor({ state: "hidden" });
    expect(await refactoring.text()).toBe(before);
    expect(await refactoring.lens("Keep").count()).toBe(0);
  });
});

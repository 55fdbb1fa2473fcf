// Text at the cursor, as a person uses it: set up from nothing in two steps, typed, accepted by word and whole, snoozed, and silent with a reason.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "../fakes/fim/exchange.ts";
import { type FimServer, runFimServer } from "../fakes/fim/run-server.ts";
import { ask, box } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const PATH = "src/net/backoff.ts";

describe("completion", () => {
  const behaviour: Behaviour = { pieces: ["first + second + third;"] };
  let server: FimServer;
  let window: Window;

  beforeAll(async () => {
    server = await runFimServer("ollama", behaviour);
    window = await openWindow({
      settings: {
        "files.autoSave": "off",
        "editor.inlineSuggest.enabled": true,
        "editor.quickSuggestions": { other: "off" },
      },
      machineSettings: { "galley.providers.ollama.baseUrl": server.url },
    });
  });

  afterAll(async () => {
    await window.close();
    server.close();
  });

  const status = (text: string | RegExp) =>
    window.page.locator("[id='galley.galley.galley.completion']", { hasText: text });
  const ghost = () => window.page.locator("[class*='ghost-text']").first();
  const text = async (): Promise<string> =>
    (await window.page.locator(".editor-instance .view-lines").first().innerText()).replaceAll("\u00A0", " ");

  async function newLine(words: string): Promise<void> {
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.press("Enter");
    await window.page.keyboard.type(words);
  }

  async function inMenu(entry: string): Promise<void> {
    await status("").click();
    await (await box(window, "Galley Completion")).getByRole("option", { name: entry }).click();
  }

  it("is set up in two steps, and the list says which model fills in the middle", async () => {
    await window.openFile(PATH);
    const list = await ask(window, "Galley: Select Completion Model…", "Select Completion Model");
    const option = list.getByRole("option", { name: /coder:1\.5b.*fills in the middle \(insert\)/ });
    await option.waitFor();
    await window.screenshot("completion-models");
    await option.click();
    await status("coder:1.5b").waitFor();
  });

  it("shows text while one types, and accepts a word of it or all of it", async () => {
    const { page } = window;
    await page.locator(".editor-instance .view-lines").first().click();
    await newLine("const sum = ");
    await ghost().waitFor();
    await status(/coder:1\.5b · insert · \d+ ms/).waitFor();
    await window.screenshot("completion-shown");
    await page.keyboard.press("Control+ArrowRight");
    await expect.poll(text).toContain("const sum = first");
    await page.keyboard.press("Tab");
    await expect.poll(text).toContain("const sum = first + second + third;");
  });

  it("says that it is paused, and goes on when the pause is ended", async () => {
    await inMenu("Snooze for 5 Minutes");
    await status("paused").waitFor();
    const before = server.requests.length;
    await newLine("const paused = ");
    await status("paused").waitFor();
    expect(server.requests.length).toBe(before);
    await inMenu("End Snooze");
    await status("coder:1.5b").waitFor();
  });

  it("says that it is off for the language, that there are several cursors, and that a file may hold secrets", async () => {
    const { page } = window;
    await inMenu("Disable for typescript");
    await status("off for this language").waitFor();
    await inMenu("Enable for typescript");
    await status("coder:1.5b").waitFor();
    await page.locator(".editor-instance .view-lines").first().click();
    await newLine("const a = ");
    await page.keyboard.press("Control+Alt+ArrowUp");
    await page.keyboard.type("b");
    await status("several cursors").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    writeFileSync(join(window.folder, "secrets.json"), '{ "token": ');
    await window.openFile("secrets.json");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("1");
    await status("file is ignored, or may hold secrets").waitFor();
    expect(JSON.stringify(server.requests)).not.toContain("token");
    await window.openFile(PATH);
  });

  it("says that the server failed, and works again when one asks", async () => {
    behaviour.status = 500;
    await newLine("const failed = ");
    await status("coder:1.5b failed").waitFor();
    await window.screenshot("completion-failed");
    delete behaviour.status;
    await window.runCommand("Galley: Show Completion at Cursor");
    await ghost().waitFor();
  });

  it("counts what was shown and accepted", async () => {
    const list = await ask(window, "Galley: Show Completion Statistics", "Completion Statistics");
    await list.getByRole("option", { name: /ollama\/coder:1\.5b.*accepted/ }).waitFor();
    await window.page.keyboard.press("Escape");
  });
});

// Text at the cursor, as a person uses it: set up from nothing in two steps, typed, accepted by word, line and whole, snoozed, silent with a reason, and in two windows.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "../fakes/fim/exchange.ts";
import { type FimServer, runFimServer } from "../fakes/fim/run-server.ts";
import { ask, box, notice } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

/** VS Code has commands for these, and no keys. */
const ACCEPT_LINE = "Control+Alt+F6";
const TRIGGER = "Control+Alt+F7";

const TWO_LINES = "const sum = first + second;\n    return sum;";

describe("completion", () => {
  const behaviour: Behaviour = { pieces: [TWO_LINES] };
  const keyed: Behaviour = { pieces: ["a_new_key();"] };
  let server: FimServer;
  let withKey: FimServer;
  let window: Window;

  beforeAll(async () => {
    server = await runFimServer("ollama", behaviour);
    withKey = await runFimServer("vllm", keyed);
    window = await openWindow({
      settings: {
        "files.autoSave": "off",
        "editor.quickSuggestions": { other: "off" },
        "workbench.editorLargeFileConfirmation": 1000,
      },
      machineSettings: {
        "galley.providers.ollama.baseUrl": server.url,
        "galley.providers.custom.baseUrl": withKey.url,
      },
      keybindings: [
        { key: "ctrl+alt+f6", command: "editor.action.inlineSuggest.acceptNextLine" },
        { key: "ctrl+alt+f7", command: "galley.completion.trigger" },
      ],
    });
  });

  afterAll(async () => {
    await window.close();
    server.close();
    withKey.close();
  });

  const status = (text: string | RegExp, { page } = window): Locator =>
    page.locator("[id='galley.galley.galley.completion']", { hasText: text });
  const editor = ({ page } = window): Locator => page.locator(".editor-group-container.active .monaco-editor");
  /** The lines of the editor, or what is shown at the cursor and not theirs. */
  const read = (isGhost: boolean, of = window): Promise<string> =>
    editor(of)
      .locator(".view-line")
      .evaluateAll((lines, only) => {
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
  const text = (): Promise<string> => read(false);
  const shows = (words: string, of = window): Promise<void> =>
    expect.poll(() => read(true, of), { timeout: 15_000 }).toContain(words);
  const asked = (words: string, of = server): number =>
    of.requests.filter(({ body }) => JSON.stringify(body).includes(words)).length;

  /** A file with one line of code, and the cursor behind it. */
  async function write(name: string, words: string, of = window): Promise<void> {
    writeFileSync(join(of.folder, name), "");
    await of.openFile(name);
    await of.page.keyboard.type(words);
  }

  /** As the user writes them into the file of the machine. */
  function setOnMachine(settings: Readonly<Record<string, unknown>>): void {
    const file = join(window.server.data, "user", "Machine", "settings.json");
    const before = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...before, ...settings }));
  }

  async function newLine(words: string): Promise<void> {
    await editor().and(window.page.locator(".focused")).waitFor();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.press("Enter");
    await window.page.keyboard.type(words);
    await expect.poll(text).toContain(words.trimEnd());
  }

  async function inMenu(entry: string): Promise<void> {
    await status("").click();
    await (await box(window, "Galley Completion")).getByRole("option", { name: entry }).click();
    await window.page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
  }

  it("is set up from the model picker in two steps, shows text while one types, and gives a word, a line or all of it", async () => {
    const { page } = window;
    await window.openFile("src/page.ts");
    const picker = await ask(window, "Galley: Select Model…", /Select Model/);
    await picker.getByRole("option", { name: /Select Completion Model…/ }).click();
    const list = await box(window, "Select Completion Model");
    const model = list.getByRole("option", { name: /coder:1\.5b.*fills in the middle \(insert\)/ });
    await model.waitFor();
    await list.getByRole("option", { name: /coder.*fills in the middle \(tokens\)/ }).waitFor();
    await window.screenshot("completion-models");
    await model.click();
    await status("coder:1.5b · insert").waitFor();

    await write("sum.ts", "function f(first, second) {");
    await page.keyboard.press("Enter");
    await shows("const sum = first + second;");
    await status(/coder:1\.5b · insert · \d+ ms/).waitFor();
    await window.screenshot("completion-shown");
    const requests = server.requests.length;
    await page.keyboard.press("Control+ArrowRight");
    await expect.poll(text).toMatch(/^ +const ?$/m);
    await page.keyboard.press(ACCEPT_LINE);
    await expect.poll(text).toMatch(/^ +const sum = first \+ second;$/m);
    await page.keyboard.press("Backspace");
    await shows(";");
    expect(server.requests.length).toBe(requests);
    await page.keyboard.press("Tab");
    await expect.poll(text).toMatch(/second;\n +return sum;\n\}$/);

    // An input method writes into the document before the word is chosen.
    const keys = await page.context().newCDPSession(page);
    behaviour.pieces = [" is hello"];
    await newLine("// ");
    await keys.send("Input.imeSetComposition", { text: "nihao", selectionStart: 5, selectionEnd: 5 });
    await keys.send("Input.insertText", { text: "你好" });
    await shows(" is hello");
    await page.keyboard.press("Tab");
    await expect.poll(text).toContain("// 你好 is hello");

    const statistics = await ask(window, "Galley: Show Completion Statistics", "Completion Statistics");
    await statistics.getByRole("option", { name: /ollama\/coder:1\.5b, [1-9]\d* shown · [1-9]\d* accepted/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("says each reason for silence", async () => {
    const { page } = window;
    behaviour.pieces = ["later();"];
    await write("reasons.ts", "const one = 1;");
    await inMenu("Snooze for 5 Minutes");
    await status("paused").waitFor();
    await newLine("const paused = ");
    await status("paused").waitFor();
    await inMenu("End Snooze");
    await status("coder:1.5b · insert").waitFor();
    expect(asked("const paused")).toBe(0);

    await inMenu("Disable for typescript");
    await status("off for this language").waitFor();
    await inMenu("Enable for typescript");
    await status("coder:1.5b").waitFor();
    await newLine("two");
    await page.keyboard.press("Shift+Alt+ArrowUp");
    await page.keyboard.type("x");
    await status("several cursors").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    await page.keyboard.type("y");
    await status("the cursor is inside a line").waitFor();
    await page.keyboard.press("Shift+End");
    await page.keyboard.press(TRIGGER);
    await status("text is selected").waitFor();

    await inMenu("Disable Completion");
    await status("Completion is off").waitFor();
    await inMenu("Enable Completion");
    await status("coder:1.5b").waitFor();
    setOnMachine({ "galley.completion.model": "" });
    await status("Select a completion model").waitFor();
    setOnMachine({ "galley.completion.model": "acp/an-agent" });
    await status("agents do not complete").waitFor();
    setOnMachine({ "galley.completion.model": "ollama/coder:1.5b", "editor.inlineSuggest.enabled": false });
    await status("VS Code's inline suggestions are off").waitFor();
    setOnMachine({ "editor.inlineSuggest.enabled": true });
    await status("coder:1.5b").waitFor();

    writeFileSync(join(window.folder, ".galleyignore"), "hidden.ts\n");
    await write("hidden.ts", "const hidden_token = ");
    await status("file is ignored, or may hold secrets").waitFor();
    await write("secrets.json", '{ "secret_token": ');
    await status("file is ignored, or may hold secrets").waitFor();
    expect(asked("_token")).toBe(0);
    writeFileSync(join(window.folder, "large.ts"), `${"x".repeat(999)}\n`.repeat(52_500));
    await window.openFile("large.ts");
    await status("file is too large").waitFor();

    behaviour.pieces = ["<think>Hm."];
    await write("answers.ts", "const thinks = ");
    await status("the model returned reasoning only").waitFor();
    behaviour.pieces = [];
    await newLine("const empty = ");
    await status("the model returned no text").waitFor();
    behaviour.status = 500;
    await newLine("const failed = ");
    await status("coder:1.5b failed").waitFor();
    await window.screenshot("completion-failed");
    await notice(window, /Completion failed\./);
    delete behaviour.status;
    behaviour.pieces = ["works();"];
    await editor().locator(".view-lines").click();
    await newLine("const manual = ");
    await page.keyboard.press(TRIGGER);
    await shows("works();");
  });

  it("is asked by each window for itself, is snoozed in one, and has the model of the machine in both", async () => {
    behaviour.pieces = ["beside();"];
    const second = await openWindow({ beside: window });
    try {
      await status("coder:1.5b", second).waitFor();
      await write("beside.ts", "const in_second = ", second);
      await shows("beside();", second);
      expect(asked("in_second")).toBeGreaterThan(0);

      await window.page.bringToFront();
      await inMenu("Snooze for 5 Minutes");
      await status("paused").waitFor();
      await second.page.bringToFront();
      await second.page.keyboard.press("Enter");
      await second.page.keyboard.type("const not_paused = ");
      await shows("beside();", second);
      expect(asked("not_paused")).toBeGreaterThan(0);

      await window.page.bringToFront();
      await inMenu("End Snooze");
      setOnMachine({ "galley.completion.model": "" });
      await status("Select a completion model", second).waitFor();
      await status("Select a completion model").waitFor();
      setOnMachine({ "galley.completion.model": "ollama/coder:1.5b" });
      await status("coder:1.5b", second).waitFor();
      await status("coder:1.5b").waitFor();
    } finally {
      await second.close();
    }
  });

  it("says that a model does not fill in the middle, and that a key is wrong, and asks again as soon as it is right", async () => {
    const { page } = window;
    keyed.cannot = true;
    const list = await ask(window, "Galley: Select Completion Model…", "Select Completion Model");
    await list.getByRole("option", { name: /coder.*does not fill in the middle/ }).click();
    await status("model does not fill in the middle").waitFor();
    delete keyed.cannot;
    const again = await ask(window, "Galley: Select Completion Model…", "Select Completion Model");
    await again.getByRole("option", { name: /coder.*fills in the middle \(tokens\)/ }).click();
    await write("keys.ts", "const first_key = ");
    await shows("a_new_key();");
    await status(/coder · tokens · qwen-coder · \d+ ms/).waitFor();

    keyed.key = "sk-right";
    // After so many failures the server would be left alone for longer than this test waits.
    for (let count = 1; count <= 6; count += 1) {
      const before = withKey.requests.length;
      await newLine(`const failed_${count} = `);
      await page.keyboard.press(TRIGGER);
      await expect.poll(() => withKey.requests.length).toBeGreaterThan(before);
      await status("coder failed").waitFor();
    }
    const said = await notice(window, /Completion failed\..*key/i);
    await said.getByRole("button", { name: "Set API Key…" }).click();
    await page.locator(".quick-input-widget:visible input").first().waitFor();
    await page.keyboard.type("sk-right");
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
    await editor().locator(".view-lines").click();
    await newLine("const last_key = ");
    await shows("a_new_key();");
    expect(asked("last_key", withKey)).toBeGreaterThan(0);
  });
});

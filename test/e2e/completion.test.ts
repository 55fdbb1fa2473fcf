// Text at the cursor, as a person uses it: set up from nothing in two steps, typed, accepted by word, line and whole, paused, and silent with a reason.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "../fakes/fim/exchange.ts";
import { type FimServer, runFimServer } from "../fakes/fim/run-server.ts";
import { ask, box, notice } from "./ask.ts";
import { AtCursor } from "./at-cursor.ts";
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
  let at: AtCursor;

  beforeAll(async () => {
    server = await runFimServer("ollama", behaviour);
    withKey = await runFimServer("vllm", keyed);
    window = await openWindow({
      settings: {
        "files.autoSave": "off",
        "editor.quickSuggestions": { other: "off" },
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
    at = new AtCursor(window);
  });

  afterAll(async () => {
    await window.close();
    server.close();
    withKey.close();
  });

  const asked = (words: string, of = server): number =>
    of.requests.filter(({ body }) => JSON.stringify(body).includes(words)).length;

  it("is set up from the model picker in two steps, shows text while one types, and gives a word, a line or all of it", async () => {
    const { page } = window;
    await window.openFile("src/page.ts");
    // Nothing is there before a model is chosen.
    expect(await at.status("").count()).toBe(0);
    const picker = await ask(window, "Galley: Select Model…", /Select Model/);
    await picker.getByRole("option", { name: /Select Completion Model…/ }).click();
    const list = await box(window, "Select Completion Model");
    const model = list.getByRole("option", { name: /coder:1\.5b.*fills in the middle \(insert\)/ });
    await model.waitFor();
    await list.getByRole("option", { name: /coder.*fills in the middle \(tokens\)/ }).waitFor();
    await window.screenshot("completion-models");
    await model.click();
    await at.status("coder:1.5b · insert").waitFor();

    await at.write("sum.ts", "function f(first, second) {");
    await page.keyboard.press("Enter");
    await at.shows("const sum = first + second;");
    await at.status(/coder:1\.5b · insert · \d+ ms/).waitFor();
    await window.screenshot("completion-shown");
    const requests = server.requests.length;
    await page.keyboard.press("Control+ArrowRight");
    await expect.poll(() => at.text()).toMatch(/^ +const ?$/m);
    await page.keyboard.press(ACCEPT_LINE);
    await expect.poll(() => at.text()).toMatch(/^ +const sum = first \+ second;$/m);
    await page.keyboard.press("Backspace");
    await at.shows(";");
    expect(server.requests.length).toBe(requests);
    await page.keyboard.press("Tab");
    await expect.poll(() => at.text()).toMatch(/second;\n +return sum;\n\}$/);

    // An input method writes into the document before the word is chosen.
    const keys = await page.context().newCDPSession(page);
    behaviour.pieces = [" is hello"];
    await at.newLine("// ");
    await keys.send("Input.imeSetComposition", { text: "nihao", selectionStart: 5, selectionEnd: 5 });
    await keys.send("Input.insertText", { text: "你好" });
    await at.shows(" is hello");
    await page.keyboard.press("Tab");
    await expect.poll(() => at.text()).toContain("// 你好 is hello");

    const statistics = await ask(window, "Galley: Show Completion Statistics", "Completion Statistics");
    await statistics.getByRole("option", { name: /ollama\/coder:1\.5b, [1-9]\d* shown · [1-9]\d* accepted/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("is paused, switched off and on from its list, keeps to the ignore files, and says which it is", async () => {
    const { page } = window;
    behaviour.pieces = ["later();"];
    await at.write("reasons.ts", "const one = 1;");
    await at.inMenu("Snooze for 5 Minutes");
    await at.status("paused").waitFor();
    await at.newLine("const paused = ");
    await at.status("paused").waitFor();
    await at.inMenu("End Snooze");
    await at.status("coder:1.5b · insert").waitFor();
    expect(asked("const paused")).toBe(0);

    await at.inMenu("Disable for typescript");
    await at.status("off for this language").waitFor();
    await at.inMenu("Enable for typescript");
    await at.status("coder:1.5b").waitFor();
    await at.inMenu("Disable Completion");
    await at.status("Completion is off").waitFor();
    await at.inMenu("Enable Completion");
    await at.status("coder:1.5b").waitFor();
    window.setOnMachine({ "galley.completion.model": "" });
    await at.status("Select a completion model").waitFor();
    window.setOnMachine({ "galley.completion.model": "acp/an-agent" });
    await at.status("agents do not complete").waitFor();
    window.setOnMachine({ "galley.completion.model": "ollama/coder:1.5b", "editor.inlineSuggest.enabled": false });
    await at.status("VS Code's inline suggestions are off").waitFor();
    window.setOnMachine({ "editor.inlineSuggest.enabled": true });
    await at.status("coder:1.5b").waitFor();

    writeFileSync(join(window.folder, ".galleyignore"), "hidden.ts\n");
    await at.write("hidden.ts", "const hidden_token = ");
    await at.status("file is ignored, or may hold secrets").waitFor();
    await at.write("secrets.json", '{ "secret_token": ');
    await at.status("file is ignored, or may hold secrets").waitFor();
    expect(asked("_token")).toBe(0);

    behaviour.pieces = ["works();"];
    await at.write("manual.ts", "const manual = ");
    await page.keyboard.press(TRIGGER);
    await at.shows("works();");
  });

  it("says once that its server cannot be reached or wants another key, and goes on as soon as that is mended", async () => {
    const { page } = window;
    window.setOnMachine({ "galley.providers.ollama.baseUrl": "http://127.0.0.1:9" });
    // Nothing is known of the other server.
    await at.status("coder:1.5b").filter({ hasNotText: "insert" }).waitFor();
    await at.write("nowhere.ts", "const lost = ");
    await at.status("coder:1.5b failed").waitFor();
    await at.newLine("const lost_again = ");
    await at.status("coder:1.5b failed").waitFor();
    await notice(window, /Completion failed\..*127\.0\.0\.1:9/);
    const told = page.locator(".notification-list-item").filter({ hasText: /Completion failed\..*127\.0\.0\.1:9/ });
    expect(await told.count()).toBe(1);
    const list = await ask(window, "Galley: Select Completion Model…", "Select Completion Model");
    await list
      .getByRole("option", { name: /coder:1\.5b.*Could not reach Ollama at http:\/\/127\.0\.0\.1:9/ })
      .waitFor();
    await window.screenshot("completion-no-server");
    // The first one closes what VS Code told.
    await page.keyboard.press("Escape");
    await page.locator(".notifications-center").waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    behaviour.pieces = ["found();"];
    window.setOnMachine({ "galley.providers.ollama.baseUrl": server.url });
    await at.status("failed").waitFor({ state: "hidden" });
    await at.editor.locator(".view-lines").click();
    await at.newLine("const found = ");
    await at.shows("found();");

    // Another server, whose key is wrong.
    const other = await ask(window, "Galley: Select Completion Model…", "Select Completion Model");
    await other.getByRole("option", { name: /coder.*fills in the middle \(tokens\)/ }).click();
    await at.write("keys.ts", "const first_key = ");
    await at.shows("a_new_key();");
    await at.status(/coder · tokens · qwen-coder · \d+ ms/).waitFor();

    keyed.key = "sk-right";
    // After so many failures the server would be left alone for longer than this test waits.
    for (let count = 1; count <= 6; count += 1) {
      const before = withKey.requests.length;
      await at.newLine(`const failed_${count} = `);
      await page.keyboard.press(TRIGGER);
      await expect.poll(() => withKey.requests.length).toBeGreaterThan(before);
      await at.status("coder failed").waitFor();
    }
    const said = await notice(window, /Completion failed\..*key/i);
    expect(
      await page
        .locator(".notification-list-item")
        .filter({ hasText: /Completion failed\..*key/i })
        .count(),
    ).toBe(1);
    await said.getByRole("button", { name: "Set API Key…" }).click();
    await page.locator(".quick-input-widget:visible input").first().waitFor();
    await page.keyboard.type("sk-right");
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
    await at.editor.locator(".view-lines").click();
    await at.newLine("const last_key = ");
    await at.shows("a_new_key();");
    expect(asked("last_key", withKey)).toBeGreaterThan(0);
  });
});

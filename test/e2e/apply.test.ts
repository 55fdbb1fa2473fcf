// Code of an answer, applied as a person does it: the lines that change, the question where it cannot tell, and a terminal in which nothing runs by itself.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { box, notice, sayAnew } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const FIVE = `/** The wait before a try: no chance in it. */
export function delayBefore(attempt: number, backoff: Backoff): number {
  const full = backoff.first * 2 ** (attempt - 1);
  return Math.min(backoff.longest, full);
}`;

const TWICE = `class One {
  render() {
    one();
  }
}

class Two {
  render() {
    two();
  }
}
`;

describe("the code of an answer", () => {
  let server: WireServer;
  let window: Window;

  beforeAll(async () => {
    server = await wireServer("openai-chat");
    window = await openWindow({
      settings: {
        "galley.model": "custom/blocks",
        // In a browser VS Code saves by itself, and draws terminals as pictures.
        "files.autoSave": "off",
        "terminal.integrated.gpuAcceleration": "off",
        "files.readonlyInclude": { "locked.ts": true },
      },
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

  const onDisk = (path: string): string => readFileSync(join(window.folder, path), "utf8");
  const write = (path: string, text: string): void => {
    writeFileSync(join(window.folder, path), text);
  };

  /** A new conversation whose answer is this block. */
  async function answered(info: string, code: string): Promise<Frame> {
    const [begin = "", , , ...end] = answers["openai-chat"].plain();
    server.answer = [begin, answers["openai-chat"].piece(`Here:\n\n\`\`\`${info}\n${code}\n\`\`\`\n`), ...end];
    const panel = await window.composer();
    await sayAnew(window, panel, "code, please");
    await panel.getByRole("button", { name: "Copy code" }).waitFor();
    return panel;
  }

  async function press(info: string, code: string, button = "Apply…"): Promise<void> {
    const panel = await answered(info, code);
    await panel.getByRole("button", { name: button }).click();
  }

  /** In the panel, where a failure is told. */
  const said = async (words: RegExp): Promise<void> => (await window.composer()).getByText(words).first().waitFor();

  async function compared(path: string): Promise<void> {
    await window.page
      .locator(".tab.active")
      .filter({ hasText: `${path}: before ↔ now` })
      .waitFor();
  }

  /** The comparison of a file, decided on; what was saved is closed. */
  async function decide(path: string, button: "Save" | "Undo"): Promise<void> {
    await compared(path);
    const told = await notice(window, new RegExp(`of ${path} (?:is|are) changed and not saved yet`));
    await told.getByRole("button", { name: button, exact: true }).click();
    await expect.poll(() => window.page.locator(".tab.dirty").count()).toBe(0);
    await window.runCommand("Notifications: Clear All Notifications");
    if (button === "Save") await window.runCommand("View: Close All Editors");
  }

  const tab = (name: string | RegExp): Locator => window.page.getByRole("tab", { name });

  it("changes exactly the lines it rewrites, shows them, and one button takes them back", async () => {
    const before = onDisk("src/net/backoff.ts");
    const panel = await answered("ts", `// src/net/backoff.ts\n${FIVE}`);
    await panel.locator(".block .path").getByText("src/net/backoff.ts").waitFor();
    await panel.getByRole("button", { name: "Apply…" }).click();
    await compared("src/net/backoff.ts");
    await notice(window, /of src\/net\/backoff\.ts are changed and not saved yet/);
    await expect.poll(() => window.page.locator(".editor.modified .line-insert").count()).toBeGreaterThan(0);
    await window.screenshot("apply-review");
    expect(onDisk("src/net/backoff.ts")).toBe(before);
    await decide("src/net/backoff.ts", "Undo");
    await tab(/before ↔ now/).waitFor({ state: "hidden" });
    expect(onDisk("src/net/backoff.ts")).toBe(before);
  });

  it("is written when it is saved, and the rest of the file is as it was to its last byte", async () => {
    const before = onDisk("src/net/backoff.ts");
    const old = /\/\*\*\n \* The wait before try[\s\S]*?\n}\n/;
    expect(before).toMatch(old);
    await press("ts src/net/backoff.ts", FIVE);
    await decide("src/net/backoff.ts", "Save");
    await expect.poll(() => onDisk("src/net/backoff.ts")).not.toBe(before);
    expect(onDisk("src/net/backoff.ts")).toBe(before.replace(old, `${FIVE}\n`));
    await press("ts src/net/backoff.ts", FIVE);
    await notice(window, /Nothing to change: src\/net\/backoff\.ts has this code/);
  });

  it("keeps line breaks of Windows, a mark of byte order and what is unsaved", async () => {
    const file = "\ufeffconst one = 1;\r\nfunction sum() {\r\n\treturn one;\r\n}\r\nconst last = 9;\r\n";
    write("dos.ts", file);
    await window.openFile("dos.ts", { from: 5, to: 5 });
    await window.page.keyboard.type("const unsaved = 8;");
    // Nothing is selected any more: the file is found by its name all the same.
    await press("dos.ts", "function sum() {\n  return one + one;\n}");
    await compared("dos.ts");
    expect(onDisk("dos.ts")).toBe(file);
    await decide("dos.ts", "Save");
    const after = file.replace("return one;", "return one + one;").replace("const last = 9;", "const unsaved = 8;");
    await expect.poll(() => onDisk("dos.ts")).toBe(after);
  });

  it("asks where it cannot tell, and changes nothing before it is answered", async () => {
    write("twice.ts", TWICE);
    await window.openFile("twice.ts");
    await press("ts twice.ts", "render() {\n  three();\n}");
    const asked = await box(window, "Apply Code to twice.ts");
    await window.screenshot("apply-question");
    expect(await asked.getByRole("option").allInnerTexts()).toHaveLength(5);
    await asked.getByRole("option", { name: /Lines 8-10/ }).click();
    await decide("twice.ts", "Save");
    await expect.poll(() => onDisk("twice.ts")).toBe(TWICE.replace("two();", "three();"));
    await press("ts twice.ts", "SELECT nothing FROM here;");
    await box(window, "Apply Code to twice.ts");
    await window.page.keyboard.press("Escape");
    expect(onDisk("twice.ts")).toBe(TWICE.replace("two();", "three();"));
    await press("ts twice.ts", "SELECT nothing FROM here;");
    const again = await box(window, "Apply Code to twice.ts");
    await again.getByRole("option", { name: /Replace the Whole File/ }).click();
    await decide("twice.ts", "Save");
    await expect.poll(() => onDisk("twice.ts")).toBe("SELECT nothing FROM here;\n");
  });

  it("becomes a new file at the path it names, written when it is saved", async () => {
    await press("ts", "// src/fresh/extra.ts\nexport const extra = 1;");
    const asked = await box(window, "Apply Code to src/fresh/extra.ts");
    await asked.getByRole("option", { name: /New File/ }).click();
    await window.page.locator('.tab.active[data-resource-name="extra.ts"]').waitFor();
    await window.page.locator(".monaco-editor.focused").first().waitFor();
    const told = await notice(window, /src\/fresh\/extra\.ts is new/);
    expect(existsSync(join(window.folder, "src/fresh/extra.ts"))).toBe(false);
    await told.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(() => existsSync(join(window.folder, "src/fresh/extra.ts")) && onDisk("src/fresh/extra.ts"))
      .toBe("export const extra = 1;\n");
  });

  it("says why when the file is binary or too large, or the path leads out of the workspace", async () => {
    writeFileSync(join(window.folder, "bytes.bin"), Buffer.from([0, 1, 2, 0, 255, 254, 0, 0]));
    await press("ts bytes.bin", "const a = 1;");
    await said(/bytes\.bin cannot be opened as text/);
    await window.runCommand("View: Close All Editors");
    write("huge.ts", "x".repeat(10 * 1024 * 1024 + 1));
    await press("ts huge.ts", "const a = 1;");
    await said(/huge\.ts is larger than 10 MB/);
    await press("ts ../outside.ts", "const a = 1;");
    await said(/names no file of this workspace/);
  });

  it("leaves a file alone that the settings call read-only, and says so", async () => {
    const before = "export const limit = 1;\nexport const least = 2;\n";
    write("locked.ts", before);
    await press("ts locked.ts", "export const limit = 10;\nexport const least = 2;");
    await said(/locked\.ts.*read-only/);
    expect(await window.page.locator(".tab.dirty").count()).toBe(0);
    await window.openFile("locked.ts", { from: 1, to: 1 });
    await press("ts", "export const other = 5;");
    await said(/locked\.ts.*read-only/);
    expect(await window.page.locator(".editor-instance .view-lines").first().innerText()).not.toContain("other");
    expect(onDisk("locked.ts")).toBe(before);
    await window.runCommand("View: Close All Editors");
  });

  it("stands beside words whose paths are links", async () => {
    const [begin = "", , , ...end] = answers["openai-chat"].plain();
    server.answer = [begin, answers["openai-chat"].piece("Look at src/net/backoff.ts first.\n"), ...end];
    const panel = await window.composer();
    await sayAnew(window, panel, "where?");
    await panel.getByRole("link", { name: "src/net/backoff.ts" }).click();
    await window.page.getByRole("tab", { name: /^backoff\.ts/, selected: true }).waitFor();
    expect(await panel.getByRole("link").count()).toBe(1);
  });

  it("of a shell stands in the terminal and runs when the user says so", async () => {
    const ran = (name: string): boolean => existsSync(join(window.folder, name));
    await press("sh", "touch ran-one", "Insert into Terminal");
    const rows = window.page.locator(".terminal-wrapper.active .xterm-rows");
    await expect.poll(() => rows.innerText()).toContain("touch ran-one");
    await window.page.locator(".terminal-wrapper.active .xterm.focus").waitFor();
    expect(ran("ran-one")).toBe(false);
    await window.screenshot("apply-terminal");
    await window.page.keyboard.press("Enter");
    await expect.poll(() => ran("ran-one")).toBe(true);
  });

  it("of several commands asks which, and none of them runs", async () => {
    await press("console", "$ touch ran-two\nprinted\n$ touch ran-$(echo three)", "Insert into Terminal");
    const asked = await box(window, "Insert into Terminal");
    await window.screenshot("apply-commands");
    await asked.getByRole("option", { name: /three/ }).click();
    const rows = window.page.locator(".terminal-wrapper.active .xterm-rows");
    await expect.poll(() => rows.innerText()).toContain("echo three");
    await window.page.keyboard.press("Enter");
    await expect.poll(() => existsSync(join(window.folder, "ran-three"))).toBe(true);
    expect(existsSync(join(window.folder, "ran-two"))).toBe(false);
    await press("sh", "touch ran-four\u0003\rtouch ran-five", "Insert into Terminal");
    await said(/control or invisible characters/);
    for (const name of ["ran-four", "ran-five"]) expect(existsSync(join(window.folder, name))).toBe(false);
  });
});

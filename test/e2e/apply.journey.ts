// Code of an answer, applied as a person does it: the lines that change, the question where it cannot tell, and a terminal in which nothing runs by itself.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { begin, box, chooseModel, notice, sayAnew } from "./ask.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

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
    window = await sharedWindow();
    window.setOnMachine({
      "galley.providers.custom.baseUrl": `${server.url}/v1`,
      "galley.providers.custom.models": [{ id: "blocks", name: "Blocks" }],
      // In a browser VS Code saves by itself, and draws terminals as pictures.
      "files.autoSave": "off",
      "terminal.integrated.gpuAcceleration": "off",
    });
    await begin(window);
    await chooseModel(window, "Blocks");
  });

  afterAll(() => server.close());

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
    await panel.getByRole("button", { name: "Copy" }).waitFor();
    return panel;
  }

  async function press(info: string, code: string, button = "Apply…"): Promise<void> {
    const panel = await answered(info, code);
    await panel.getByRole("button", { name: button }).click();
  }

  async function compared(path: string): Promise<void> {
    await window.page
      .locator(".tab.active")
      .filter({ hasText: `${path}: before ↔ now` })
      .waitFor();
  }

  /** The comparison of a file, decided on; what was saved is closed. */
  async function decide(path: string, button: "Save" | "Undo"): Promise<void> {
    await compared(path);
    const told = await notice(window, new RegExp(`of ${path} (?:is|are) changed\\. The file is not saved yet`));
    await told.getByRole("button", { name: button, exact: true }).click();
    await expect.poll(() => window.page.locator(".tab.dirty").count()).toBe(0);
    await window.runCommand("Notifications: Clear All Notifications");
    if (button === "Save") await window.runCommand("View: Close All Editors");
  }

  const tab = (name: string | RegExp): Locator => window.page.getByRole("tab", { name });

  it("changes exactly the lines it rewrites and shows them; one button takes them back, another saves them", async () => {
    const path = "src/net/backoff.ts";
    const before = onDisk(path);
    const old = /\/\*\*\n \* The wait before try[\s\S]*?\n}\n/;
    expect(before).toMatch(old);
    const panel = await answered("ts", `// ${path}\n${FIVE}`);
    await panel.locator(".block .path").getByText(path).waitFor();
    await panel.getByRole("button", { name: "Apply…" }).click();
    await compared(path);
    await expect.poll(() => window.page.locator(".editor.modified .line-insert").count()).toBeGreaterThan(0);
    expect(onDisk(path), "nothing is written before somebody decides").toBe(before);
    await decide(path, "Undo");
    await tab(/before ↔ now/).waitFor({ state: "hidden" });
    expect(onDisk(path), "taken back").toBe(before);
    await panel.getByRole("button", { name: "Apply…" }).click();
    await decide(path, "Save");
    await expect.poll(() => onDisk(path)).not.toBe(before);
    expect(onDisk(path), "the rest is as it was to its last byte").toBe(before.replace(old, `${FIVE}\n`));
    await panel.getByRole("button", { name: "Apply…" }).click();
    await notice(window, /No changes: src\/net\/backoff\.ts already contains this code/);
  });

  it("asks where it cannot tell, changes nothing before it is answered, and becomes a new file at its path", async () => {
    write("twice.ts", TWICE);
    await window.openFile("twice.ts");
    await press("ts twice.ts", "render() {\n  three();\n}");
    const asked = await box(window, "Apply Code to twice.ts");
    await expect.poll(() => asked.getByRole("option").count()).toBe(5);
    await asked.getByRole("option", { name: /Lines 8-10/ }).click();
    await decide("twice.ts", "Save");
    await expect.poll(() => onDisk("twice.ts")).toBe(TWICE.replace("two();", "three();"));
    const panel = await answered("ts twice.ts", "SELECT nothing FROM here;");
    await panel.getByRole("button", { name: "Apply…" }).click();
    await box(window, "Apply Code to twice.ts");
    await window.page.keyboard.press("Escape");
    await window.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    expect(onDisk("twice.ts"), "nothing was chosen").toBe(TWICE.replace("two();", "three();"));
    await panel.getByRole("button", { name: "Apply…" }).click();
    const again = await box(window, "Apply Code to twice.ts");
    await again.getByRole("option", { name: /Replace Whole File/ }).click();
    await decide("twice.ts", "Save");
    await expect.poll(() => onDisk("twice.ts")).toBe("SELECT nothing FROM here;\n");

    const fresh = "src/fresh/extra.ts";
    await press("ts", `// ${fresh}\nexport const extra = 1;`);
    const where = await box(window, `Apply Code to ${fresh}`);
    await where.getByRole("option", { name: /New File/ }).click();
    await window.page.locator('.tab.active[data-resource-name="extra.ts"]').waitFor();
    const told = await notice(window, /Created src\/fresh\/extra\.ts/);
    expect(existsSync(join(window.folder, fresh))).toBe(false);
    await told.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => existsSync(join(window.folder, fresh)) && onDisk(fresh)).toBe("export const extra = 1;\n");
  });

  it("of a shell stands in the terminal and runs when the user says so, one of several as it was chosen", async () => {
    const ran = (name: string): boolean => existsSync(join(window.folder, name));
    const rows = window.page.locator(".terminal-wrapper.active .xterm-rows");
    await press("sh", "touch ran-one", "Insert into Terminal");
    await expect.poll(() => rows.innerText()).toContain("touch ran-one");
    await window.page.locator(".terminal-wrapper.active .xterm.focus").waitFor();
    expect(ran("ran-one"), "it runs by itself").toBe(false);
    await window.page.keyboard.press("Enter");
    await expect.poll(() => ran("ran-one")).toBe(true);

    await press("console", "$ touch ran-two\nprinted\n$ touch ran-$(echo three)", "Insert into Terminal");
    const asked = await box(window, "Insert into Terminal");
    await asked.getByRole("option", { name: /three/ }).click();
    await expect.poll(() => rows.innerText()).toContain("echo three");
    await window.page.locator(".terminal-wrapper.active .xterm.focus").waitFor();
    await window.page.keyboard.press("Enter");
    await expect.poll(() => ran("ran-three")).toBe(true);
    expect(ran("ran-two"), "what was not chosen").toBe(false);
    await press("sh", "touch ran-four\u0003\rtouch ran-five", "Insert into Terminal");
    await (
      await window.composer()
    )
      .getByText(/control or invisible characters/)
      .first()
      .waitFor();
    for (const name of ["ran-four", "ran-five"]) expect(ran(name)).toBe(false);
  });
});

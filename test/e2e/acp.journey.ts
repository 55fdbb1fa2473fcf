// An agent as a person meets it: lines it is shown, permission it asks for, a file it changes, its commands, and Stop.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { begin, chooseModel } from "./ask.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

const fake = join(import.meta.dirname, "../fakes/acp-agent.ts");
const answer = (panel: Frame): Locator => panel.getByRole("article", { name: "Fake" }).last();
const status = (panel: Frame, state: string): Locator =>
  panel.getByRole("status").filter({ hasText: `Session: ${state}` });

describe("an agent", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    const args = ["--no-warnings", fake, "--takes=embedded"];
    const agents = [{ id: "fake", name: "Fake", command: process.execPath, args }];
    window = await sharedWindow();
    window.setOnMachine({ "galley.agents": agents });
    panel = await begin(window);
    await chooseModel(window, "Fake");
  });

  async function say(words: string): Promise<void> {
    // By key: a click may hit a chip, which opens its file.
    await panel.getByRole("textbox", { name: "Message" }).press("Control+End");
    await window.page.keyboard.insertText(words);
    await window.page.keyboard.press("Enter");
  }

  it("offers its commands before it was asked anything, and gets the lines that were selected between the words they stand between", async () => {
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.type("/ti");
    await expect.poll(() => panel.getByRole("option", { name: /tidy/ }).count()).toBeGreaterThan(0);
    panel = await begin(window);

    await window.openFile("src/net/upload.ts", { from: 1, to: 3 });
    await window.runCommand("Galley: Add Selection to Message");
    panel = await window.composer();
    await panel
      .getByRole("textbox", { name: "Message" })
      .getByRole("button", { name: /^upload\.ts:1-/ })
      .waitFor();
    await say(" is this right?");
    await expect.poll(() => answer(panel).innerText()).toMatch(/"resource":\{.*upload\.ts#L1-/);
    await status(panel, "idle").waitFor();
  });

  it("asks for permission with a card, shows its change as one, stops when it is told to, and is started again with a click after a crash", async () => {
    panel = await begin(window);
    await say("permission ls -l");
    await status(panel, "waiting").waitFor();
    await window.screenshot("agent-permission");
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await answer(panel).getByText("Ran it (yes).").waitFor();
    const path = join(window.folder, "src/page.ts");
    await say(`diff ${path}`);
    await answer(panel).getByText("Edited.").waitFor();
    expect(readFileSync(path, "utf8")).toContain("// changed by the agent");
    await answer(panel).getByText("src/page.ts").first().waitFor();
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.type("/ti");
    await panel.getByRole("option", { name: /tidy/ }).waitFor();
    await window.screenshot("agent-answer");
    // A new conversation with it has them too, before anything is said.
    panel = await begin(window);
    await window.page.keyboard.type("/ti");
    await panel.getByRole("option", { name: /tidy/ }).waitFor();

    panel = await begin(window);
    await say("slow");
    await answer(panel).getByText("Begun").waitFor();
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await answer(panel).getByText("Begun, stopped").waitFor();
    await say("crash");
    await panel.getByRole("button", { name: "Restart Agent" }).click();
    await window.screenshot("agent-crashed");
    await say("are you there?");
    await expect.poll(() => answer(panel).innerText()).toContain("are you there?");
  });
});

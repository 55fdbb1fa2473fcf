// More tools than a request should carry: the model is offered a search, calls what it finds, also after a reload.
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const server = join(import.meta.dirname, "../fakes/mcp-server.ts");

describe("many tools of servers", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    const fake = { command: process.execPath, args: [server, "many"] };
    window = await openWindow({ settings: { "galley.mcp.servers": { fake } } });
    panel = await window.composer();
    await panel.getByRole("button", { name: /^Model: / }).waitFor();
  });

  afterAll(() => window.close());

  const answer = (): Locator => panel.getByRole("article", { name: "Loopback" }).last();

  async function say(text: string): Promise<void> {
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.insertText(text);
    await window.page.keyboard.press("Enter");
  }

  /** What the next request would offer, as the inspector shows it. */
  async function offered(): Promise<string> {
    await window.runCommand("Galley: Preview Request");
    const shown = async (): Promise<string> => {
      for (const frame of window.page.frames()) {
        const tools = frame.getByRole("button", { name: /^tools, \d+/ });
        if (!(await tools.isVisible().catch(() => false))) continue;
        await tools.click();
        return frame.getByRole("region", { name: "What the model sees" }).innerText();
      }
      return "";
    };
    await expect.poll(shown).toContain('"find_tools"');
    return shown();
  }

  it("are searched, offered as far as they were found, also after a reload, and found anew in another conversation", async () => {
    await say('call find_tools {"query":"thing 42"}\nthen\ncall fake_tool_42 {"message":"hi"}');
    await panel.getByText("Use fake_tool_42").first().waitFor();
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+fake_tool_42\s+echo: hi/);

    const tools = await offered();
    expect(tools).toContain('"fake_tool_42"');
    expect(tools).not.toContain('"fake_tool_77"');
    await window.screenshot("mcp-found-tools");
    await window.runCommand("View: Close All Editors");

    await window.reload();
    panel = await window.composer();
    await say('call fake_tool_42 {"message":"still here"}');
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+fake_tool_42\s+echo: still here/);

    await panel.getByRole("button", { name: "New conversation" }).click();
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    await say("call fake_tool_42 {}");
    await expect.poll(() => answer().innerText()).toContain("Unknown tool fake_tool_42");
  });
});

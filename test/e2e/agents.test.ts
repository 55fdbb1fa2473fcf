import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

describe("agents", () => {
  let window: Window;
  const write = (name: string, text: string): void => {
    mkdirSync(join(window.folder, ".galley/agents"), { recursive: true });
    writeFileSync(join(window.folder, ".galley/agents", name), text);
  };
  const button = (panel: Frame, name: string) => panel.getByRole("button", { name: `Agent: ${name}`, exact: true });
  const option = (name: RegExp) => window.page.getByRole("option", { name });

  beforeAll(async () => {
    window = await openWindow();
    writeFileSync(join(window.folder, "AGENTS.md"), "Say it in one sentence.\n");
    write("kind.toml", 'description = "Is kind"\nextends = "default"\nsystem_prompt = "{{ ctx.base }}\\nBe kind."\n');
    write("broken.toml", 'description = "x"\nsystem_prompt = "{{ ctx.oh }}"\n');
  });

  afterAll(() => window.close());

  it("are listed with those that are left out, chosen for the conversation, and seen in the inspector", async () => {
    const panel = await window.composer();
    // Whoever it is by now: a second try begins where the first one ended.
    await panel.getByRole("button", { name: /^Agent: / }).click();
    await option(/^review, Reviews code/).waitFor();
    await option(/broken\.toml:2, .*oh is not known/).waitFor();
    await window.screenshot("agents");
    await option(/^kind, Is kind/).click();
    await button(panel, "kind").waitFor();

    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.type("hello");
    await panel.getByRole("button", { name: /inspect/i }).click();
    const look = async (): Promise<string> => {
      const texts = window.page.frames().map((frame) =>
        frame
          .getByRole("region", { name: "What the model sees" })
          .innerText({ timeout: 500 })
          .catch(() => ""),
      );
      return (await Promise.all(texts)).join("\n");
    };
    await expect.poll(look).toContain("project.instructions");
    // One line until something is pinned or a chip.
    const shelf = window.page.getByRole("button", { name: "Shelf Section" });
    if ((await shelf.getAttribute("aria-expanded")) !== "true") await shelf.click();
    await window.page.getByRole("treeitem", { name: /^AGENTS\.md, .*instructions/ }).waitFor();
    await window.screenshot("agents-inspector");
  });

  it("are still who they were after a reload", async () => {
    const before = await window.composer();
    await before.getByRole("textbox", { name: "Message" }).press("Enter");
    await before.getByRole("article", { name: "Loopback" }).waitFor();
    await window.reload();
    await button(await window.composer(), "kind").waitFor();
  });

  it("a broken one opens at its line", async () => {
    const panel = await window.composer();
    await button(panel, "kind").click();
    await option(/broken\.toml:2/).click();
    await window.page.getByRole("tab", { name: /broken\.toml/ }).waitFor();
    await expect.poll(() => window.page.locator("#status\\.editor\\.selection").innerText()).toContain("Ln 2");
  });
});

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): ReturnType<Frame["getByRole"]> => panel.getByRole("textbox", { name: "Message" });
const box = (panel: Frame): ReturnType<Frame["getByRole"]> => panel.getByRole("region", { name: "Command" });

describe("a slash command", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
    mkdirSync(join(window.folder, ".galley/commands"), { recursive: true });
    const file = "---\narguments: [file, focus]\n---\nReview ${file}, above all for ${focus}.";
    writeFileSync(join(window.folder, ".galley/commands/review.md"), file);
  });

  afterAll(() => window.close());

  it("shows what is open and what it becomes, and the model gets that", async () => {
    const panel = await window.composer();
    await input(panel).click();
    await window.page.keyboard.type("/review a.ts ");
    await expect.poll(() => panel.locator(".open-arguments").textContent()).toBe("focus");
    await box(panel).getByText("/review still needs “focus”").first().waitFor();
    await window.page.keyboard.type("speed");
    await box(panel).getByText("Review a.ts, above all for speed.").waitFor();
    await window.screenshot("command");
    await window.page.keyboard.press("Enter");
    const answer = panel.getByRole("article", { name: "Loopback" });
    await expect.poll(() => answer.last().innerText()).toContain("Review a.ts, above all for speed.");
    expect(await answer.last().innerText()).not.toContain("/review");
    await panel.getByRole("article", { name: "You" }).getByRole("button", { name: "/review, command" }).waitFor();
  });

  it("that acts clears the input, and takes the text along or leaves it", async () => {
    const panel = await window.composer();
    await input(panel).click();
    await window.page.keyboard.type("/new and now?");
    await box(panel).getByText("Start a new conversation").first().waitFor();
    await window.page.keyboard.press("Enter");
    await expect.poll(() => input(panel).innerText()).toContain("and now?");
    await expect.poll(() => input(panel).innerText()).not.toContain("/new");
    expect(await panel.getByRole("article", { name: "You" }).count()).toBe(0);

    await input(panel).press("Home");
    await window.page.keyboard.type("/help ");
    await window.page.keyboard.press("Enter");
    await window.page.getByRole("option", { name: /^\/search/ }).waitFor();
    await window.page.keyboard.press("Escape");
    await expect.poll(async () => (await input(panel).innerText()).trim()).toBe("and now?");
  });
});

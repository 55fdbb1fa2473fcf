// Messages that wait: edited in their place, dragged to another, and kept in order through a killed extension host.
import type { Frame, Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { addLines, begin } from "./ask.ts";
import { answer, chip, inInput, input, said, status } from "./panel.ts";
import { stored } from "./stored.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

describe("messages that wait", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await sharedWindow();
  });

  const waiting = (): Locator =>
    panel.getByRole("list", { name: "Queued messages" }).getByRole("listitem").locator(".words");
  const order = (): Promise<string[]> => waiting().allTextContents();

  /** Edits a queued message in place. */
  async function edit(words: string, more: string): Promise<void> {
    await panel.getByRole("listitem").filter({ hasText: words }).getByRole("button", { name: "Edit: " }).click();
    await panel.getByText("Editing a queued message").waitFor();
    await inInput(panel);
    await expect.poll(() => input(panel).innerText()).toContain(words);
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(more);
    await window.page.keyboard.press("Enter");
    await waiting()
      .filter({ hasText: `${words}${more}` })
      .waitFor();
  }

  async function middle(words: string): Promise<[number, number]> {
    const box = await waiting().filter({ hasText: words }).boundingBox();
    if (box === null) throw new Error(`${words} is not shown`);
    return [box.x + 20, box.y + box.height / 2];
  }

  it("are edited and dragged, on hold too, and after a killed host they wait on hold behind what it had answered", async () => {
    const { page } = window;
    panel = await begin(window);
    await page.keyboard.type("wait 300");
    await page.keyboard.press("Enter");
    await panel.getByText("Waiting 300 seconds").waitFor();
    for (const words of ["the red", "the green", "wait 301"]) {
      await inInput(panel);
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await waiting().filter({ hasText: words }).waitFor();
    }
    await addLines(window, "src/net/backoff.ts", { from: 1, to: 4 });
    await page.keyboard.type("for later");
    await edit("the green", " one");
    await expect.poll(order).toEqual(["the red", "the green one", "wait 301"]);
    await input(panel).getByText("for later").waitFor();

    // The rows move when context is offered above the input.
    const dragged = waiting().filter({ hasText: "wait 301" });
    await expect
      .poll(async () => {
        await page.mouse.move(...(await middle("wait 301")));
        return dragged.evaluate((row) => row.matches(":hover"));
      })
      .toBe(true);
    await page.mouse.down();
    const before = panel.locator("li.before", { hasText: "the red" });
    await expect
      .poll(async () => {
        const [x, y] = await middle("the red");
        await page.mouse.move(x, y - 6, { steps: 5 });
        return before.count();
      })
      .toBe(1);
    await page.mouse.up();
    await expect.poll(order, { message: "dragged" }).toEqual(["wait 301", "the red", "the green one"]);

    await panel.getByRole("button", { name: "More ways to stop" }).click();
    await panel.getByRole("menuitem", { name: "Stop and Hold Queue" }).click();
    await status(panel, "idle").waitFor();
    await edit("the red", " too");
    await expect.poll(order, { message: "edited on hold" }).toEqual(["wait 301", "the red too", "the green one"]);
    await panel.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => stored(window, "chat_parts")).toContain("Waiting 301 seconds");

    process.kill(window.hostPid(), "SIGKILL");
    await window.reload();
    panel = await window.composer();
    await panel.getByText("Queue on hold").waitFor();
    await expect.poll(order, { message: "kept" }).toEqual(["the red too", "the green one"]);
    await input(panel).getByText("for later").waitFor();
    await chip(panel, /^backoff\.ts:1-4, file reference/).waitFor();
    await answer(panel)
      .getByText(/Interrupted/)
      .waitFor();
    await expect
      .poll(() => answer(panel).innerText(), { message: "what had arrived stays" })
      .toContain("Waiting 301 seconds");

    await panel.getByRole("button", { name: "Resume" }).click();
    await said(panel, "the red too").waitFor();
    await said(panel, "the green one").waitFor();
    await status(panel, "idle").waitFor();
    await expect.poll(order).toEqual([]);
    expect(window.violations).toEqual([]);
  });
});

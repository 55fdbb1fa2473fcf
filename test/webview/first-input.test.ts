// The input that takes keys before the page's script is loaded, and what the real one takes over from it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeProblems } from "./axe.ts";
import { type Panel, type PanelOptions, useStudio } from "./page.ts";
import { conversation, text } from "./samples.ts";

const studio = useStudio();

interface EarlyPanel {
  page: Page;
  /** Lets the page's script come. */
  load: () => Promise<Panel>;
}

/** A panel whose script is not there yet. */
async function openEarly(options: PanelOptions = {}): Promise<EarlyPanel> {
  const gate = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Page>();
  const panel = studio.panel({
    snapshot: false,
    ...options,
    isAlone: true,
    before: async (page) => {
      await page.route("**/webview/main.js", async (route) => {
        await gate.promise;
        await route.continue();
      });
      opened.resolve(page);
    },
  });
  const page = await opened.promise;
  await page.locator(".first-input").click();
  return {
    page,
    load: () => {
      gate.resolve();
      return panel;
    },
  };
}

test("the input is usable before the page's script is loaded, and keeps what is typed", async () => {
  const early = await openEarly();
  await early.page.waitForFunction(() => performance.getEntriesByName("galley:usable").length === 1);
  expect(await axeProblems(early, "dark")).toEqual([]);
  await early.page.keyboard.type("two");
  await early.page.keyboard.press("Shift+Enter");
  await early.page.keyboard.type("lin");
  await early.page.keyboard.press("ArrowLeft");
  const panel = await early.load();
  await panel.page.keyboard.type("X");
  await panel.send({ type: "snapshot", snapshot: conversation() });
  expect(await panel.draft()).toEqual([text("two\nliXn")]);
  await panel.press("Control+z");
  await panel.press("Control+z");
  expect(await panel.input.textContent()).toBe("");
});

test("a message that is sent early goes when the host has named the conversation; what follows stays", async () => {
  const early = await openEarly();
  await early.page.keyboard.type("first");
  await early.page.keyboard.press("Enter");
  await early.page.keyboard.type("next");
  const panel = await early.load();
  await panel.send({ type: "snapshot", snapshot: conversation() });
  expect((await panel.posts("submit")).draft.parts).toEqual([text("first")]);
  expect(await panel.input.textContent()).toBe("next");
});

test("Enter breaks the line early too, where the user has set so", async () => {
  const early = await openEarly({ enterBreaks: true });
  await early.page.keyboard.type("one");
  await early.page.keyboard.press("Enter");
  await early.page.keyboard.type("two");
  const panel = await early.load();
  await panel.send({ type: "snapshot", snapshot: conversation() });
  expect(await panel.draft()).toEqual([text("one\ntwo")]);
  expect(await panel.posted("submit")).toEqual([]);
});

test("what an input method composes is not cut off by the script", async () => {
  const early = await openEarly();
  const cdp = await early.page.context().newCDPSession(early.page);
  await cdp.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
  const loaded = early.load();
  await early.page.waitForResponse("**/webview/main.js");
  await cdp.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  expect(await early.page.locator(".first-input").inputValue()).toBe("にほ");
  await cdp.send("Input.insertText", { text: "日本" });
  const panel = await loaded;
  expect(await panel.input.textContent()).toBe("日本");
});

test("messages that the host posts early are taken in order", async () => {
  const early = await openEarly();
  await early.page.keyboard.type("typed");
  const snapshot: unknown = conversation({ draft: { parts: [text("stored")] } });
  await early.page.evaluate((given) => window.postMessage({ type: "snapshot", snapshot: given }, "*"), snapshot);
  const panel = await early.load();
  await panel.page.getByText("stored").waitFor();
  expect(await panel.draft()).toEqual([text("stored\ntyped")]);
});

/** As the browser gives it: the event of a paste or a drop with one file. */
const give = (page: Page, type: "paste" | "drop", name: string): Promise<boolean> =>
  page.locator(".first-input").evaluate(
    (input, [kind, title]) => {
      const data = new DataTransfer();
      data.items.add(new File(["bytes"], title, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data });
      return input.dispatchEvent(event);
    },
    [type, name] as const,
  );

test("files that are pasted and dropped early are added to the message, which waits for them", async () => {
  const early = await openEarly();
  await early.page.keyboard.type("look");
  expect(await give(early.page, "paste", "shot.png"), "the page takes it").toBe(false);
  expect(await give(early.page, "drop", "plan.png")).toBe(false);
  await early.page.keyboard.press("Enter");
  const panel = await early.load();
  expect(await panel.posted("file-chunk")).toEqual([]);
  await panel.send({ type: "snapshot", snapshot: conversation() });
  const { name, session_id } = await panel.posts("file-chunk");
  expect([name, session_id]).toEqual(["shot.png", conversation().session.id]);
  expect(await panel.input.textContent()).toBe("look");
  expect(await panel.posted("submit")).toEqual([]);
});

test("if the page's script cannot be loaded, the page says what to do and keeps the text over a reload", async () => {
  const opened = Promise.withResolvers<Page>();
  const never = studio.panel({
    isAlone: true,
    before: async (page) => {
      await page.route("**/webview/main.js", (route) => route.abort());
      opened.resolve(page);
    },
  });
  const failed = expect(never).rejects.toThrow();
  const page = await opened.promise;
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("Developer: Reload Window");
  expect(await axeProblems({ page }, "dark")).toEqual([]);
  await page.locator(".first-input").fill("do not lose me");
  await page.keyboard.press("Enter");
  expect(await page.locator(".first-input").inputValue()).toBe("do not lose me");
  const kept = await page.evaluate(() => globalThis.keptState);
  await page.close();
  await failed;
  const next = await studio.panel({
    isAlone: true,
    before: async (fresh) => {
      await fresh.addInitScript((state) => (globalThis.keptState = state), kept);
    },
  });
  expect(await next.draft()).toEqual([text("do not lose me")]);
  expect(await next.page.evaluate(() => globalThis.keptState), "given once").toBe(undefined);
});

test.each([700, 320, 250])("the composer stands where the early input stood, %i px high", async (height) => {
  const early = await openEarly({ height });
  const box = await early.page.locator(".first-composer").boundingBox();
  const panel = await early.load();
  expect(await panel.page.locator(".composer").boundingBox()).toEqual(box);
});

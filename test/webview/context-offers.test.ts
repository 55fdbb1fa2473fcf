// Context that offers itself above the input: nothing of it goes unasked, and what goes by itself says so.
import { describe, expect, it } from "vitest";
import type { ContextOffer } from "../../extension/protocol/context-offer.ts";
import { axeProblemsInThemes } from "./axe.ts";
import { useStudio } from "./page.ts";
import { text, upload } from "./samples.ts";

const studio = useStudio();
const offer = (differs: Partial<ContextOffer> = {}): ContextOffer => ({
  name: "selection",
  label: "upload.ts:10-25",
  mode: "ask",
  tokens: 180,
  parts: [upload],
  ...differs,
});
const open = offer({
  name: "open",
  label: "open editors",
  tokens: 40,
  parts: [{ type: "editor-context", kind: "open", payload: { editors: ["a.ts"] }, emitted_at: 1 }],
});

async function withOffers(...offers: ContextOffer[]) {
  const panel = await studio.panel();
  await panel.send({ type: "context-offers", offers });
  await panel.focus();
  return panel;
}

describe("an offered context", () => {
  it("is a chip at the caret after Tab, the next one after another Tab, and then Tab leaves the input", async () => {
    const panel = await withOffers(offer(), open);
    await panel.page.keyboard.type("see ");
    await panel.press("Tab");
    await panel.input.getByRole("button", { name: /upload\.ts:10-25/ }).waitFor();
    expect(await panel.page.getByRole("list", { name: "Suggested context" }).getByRole("listitem").count()).toBe(1);
    await panel.press("Tab", "Tab");
    expect(await panel.input.evaluate((input) => input === document.activeElement)).toBe(false);
    await panel.button("Send").click();
    expect((await panel.posts("submit")).draft.parts).toEqual([text("see "), upload, text(" "), ...open.parts]);
  });

  it("is added by a click, and the caret is back in the input", async () => {
    const panel = await withOffers(offer());
    await panel.page.getByRole("button", { name: /^Add upload\.ts:10-25.*~180 tokens/ }).click();
    await panel.input.getByRole("button", { name: /upload\.ts:10-25/ }).waitFor();
    const isFocused = () => panel.input.evaluate((input) => input === document.activeElement);
    await expect.poll(isFocused, { timeout: 10_000 }).toBe(true);
  });

  it("is dismissed with Escape or its ✕", async () => {
    const panel = await withOffers(offer(), open);
    await panel.press("Escape");
    expect(await panel.posts("context-offer")).toEqual({ type: "context-offer", name: "selection", action: "dismiss" });
    await panel.button("Dismiss open editors").click();
    expect(await panel.posts("context-offer", 2)).toEqual({ type: "context-offer", name: "open", action: "dismiss" });
    expect(await panel.page.getByRole("list", { name: "Suggested context" }).count()).toBe(0);
  });

  it("has a menu that remembers: always, never", async () => {
    const panel = await withOffers(offer());
    await panel.button("More actions for upload.ts:10-25").press("Enter");
    await panel.page.getByRole("menuitem", { name: "Always Add “selection” in This Workspace" }).click();
    expect(await panel.posts("context-offer")).toEqual({ type: "context-offer", name: "selection", action: "always" });
    await panel.button("More actions for upload.ts:10-25").press("Enter");
    await panel.page.getByRole("menuitem", { name: "Never Suggest “selection” in This Workspace" }).click();
    expect(await panel.posts("context-offer", 2)).toEqual({
      type: "context-offer",
      name: "selection",
      action: "never",
    });
  });
});

describe("an automatic context", () => {
  const automatic = offer({ mode: "always" });

  it("says so, goes along, and not when it is removed", async () => {
    const panel = await withOffers(automatic);
    await panel.page.getByText("automatic").waitFor();
    await panel.page.keyboard.type("one");
    await panel.press("Enter");
    expect((await panel.posts("submit")).draft.parts).toEqual([text("one"), upload]);
    await panel.send({ type: "accepted", session_id: "ses_1", message_id: "m1" });
    await panel.button("Remove upload.ts:10-25").click();
    await panel.page.keyboard.type("two");
    await panel.press("Enter");
    expect((await panel.posts("submit", 2)).draft.parts).toEqual([text("two")]);
  });
});

it("the row can be read by everyone in any theme, also when it is narrow", async () => {
  const panel = await studio.panel({ width: 280 });
  await panel.send({
    type: "context-offers",
    offers: [offer({ label: "a-very-long-name-of-a-file.ts:10-25" }), offer({ ...open, mode: "always" })],
  });
  const fits = async () =>
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeProblemsInThemes(panel, { also: fits })).toEqual([]);
});

it("a pasted path with lines asks the host whether it is a reference, and becomes the chip if it is", async () => {
  const panel = await studio.panel();
  await panel.focus();
  await panel.page.evaluate(() => navigator.clipboard.writeText("src/net/upload.ts:10-25"));
  await panel.press("Control+v");
  const { paste, text: asked } = await panel.posts("find-source");
  expect(asked).toBe("src/net/upload.ts:10-25");
  await panel.send({ type: "copied-from", paste, part: upload });
  await panel.input.getByRole("button", { name: /^upload\.ts:10-25/ }).waitFor();
});

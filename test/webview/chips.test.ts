// Chips in the input, by keyboard and mouse: they behave like characters.
import { expect, test } from "vitest";
import { type Panel, useStudio } from "./page.ts";
import { backoff, conversation, text, tokens, upload } from "./samples.ts";
import type { Draft } from "../../extension/protocol/draft.ts";

const studio = useStudio();
let panel: Panel;

/** The input with these parts, focused, the caret at the end. */
async function withDraft(...parts: Draft["parts"]): Promise<void> {
  panel = await studio.panel({ snapshot: conversation({ draft: { parts } }) });
  await panel.focus();
}

async function sent(): Promise<Draft["parts"]> {
  await panel.press("Enter");
  return (await panel.posts("submit")).draft.parts;
}

const uploadName = "upload.ts:10-25, file reference";

test("a chip shows name, lines and tokens once they are known", async () => {
  await withDraft(upload);
  await panel.button(uploadName).waitFor();
  await panel.send({ type: "measures", measures: [{ ...tokens(upload, 180), note: "unsaved" }] });
  await panel.button(`${uploadName}, ~180 tokens, unsaved`).waitFor();
  expect(await panel.input.textContent()).toBe("upload.ts:10-25· ~180 · unsaved");
});

test("a chip with a problem says so in its name and tooltip", async () => {
  await withDraft(upload);
  await panel.send({ type: "measures", measures: [tokens(upload, 0, "The file is gone.")] });
  const chip = panel.button(`${uploadName}, ~0 tokens, The file is gone.`);
  expect(await chip.getAttribute("title")).toContain("The file is gone.");
});

test("what there is to know about the selected chip is said, until the message goes", async () => {
  await withDraft(upload);
  await panel.send({ type: "measures", measures: [tokens(upload, 0, "The file is gone.")] });
  await panel.press("ArrowLeft");
  const hint = panel.page.locator(".notice", { hasText: "The file is gone." });
  await hint.waitFor();
  await panel.button("Send").click();
  await panel.posts("submit");
  await expect.poll(() => hint.count()).toBe(0);
});

test("Backspace after a chip removes it in one step, and undo brings it back", async () => {
  await withDraft(text("a "), upload);
  await panel.press("Backspace");
  expect(await panel.button(uploadName).count()).toBe(0);
  await panel.press("Control+z");
  expect(await sent()).toEqual([text("a "), upload]);
});

test("Delete before a chip removes it in one step", async () => {
  await withDraft(upload, text(" b"));
  await panel.press("Home", "Delete");
  expect(await sent()).toEqual([text(" b")]);
});

test("an arrow selects the chip: Enter opens it, Delete removes it", async () => {
  await withDraft(text("a"), upload);
  await panel.press("ArrowLeft");
  const selected = await panel.input.getAttribute("aria-activedescendant");
  expect(await panel.page.locator(`#${selected}`).getAttribute("aria-label")).toBe(uploadName);
  await panel.press("Enter");
  expect(await panel.posts("open")).toEqual({ type: "open", part: upload, stays: false });
  expect(await panel.posted("submit")).toEqual([]);
  await panel.press("Delete");
  expect(await sent()).toEqual([text("a")]);
});

test("one can type before, between and after two chips side by side", async () => {
  await withDraft(upload, backoff);
  await panel.page.keyboard.type("3");
  await panel.press("ArrowLeft", "ArrowLeft", "ArrowLeft");
  await panel.page.keyboard.type("2");
  await panel.press("Home");
  await panel.page.keyboard.type("1");
  expect(await sent()).toEqual([text("1"), upload, text("2"), backoff, text("3")]);
});

test("the arrows walk over two chips in both directions, one key for each side of a chip", async () => {
  await withDraft(upload, backoff);
  await panel.press("Home", "ArrowRight", "ArrowRight");
  await panel.page.keyboard.type("x");
  await panel.press("ArrowRight", "ArrowRight");
  await panel.page.keyboard.type("y");
  expect(await sent()).toEqual([upload, text("x"), backoff, text("y")]);
});

test("Backspace takes two chips side by side one by one", async () => {
  await withDraft(upload, backoff);
  await panel.press("Backspace");
  expect(await panel.draft()).toEqual([upload]);
  await panel.press("Backspace");
  await panel.page.keyboard.type("x");
  expect(await sent()).toEqual([text("x")]);
});

test("a chip alone on a line keeps its line", async () => {
  await withDraft(text("a\n"), upload, text("\nb"));
  await panel.press("ArrowUp", "End");
  await panel.page.keyboard.type("!");
  expect(await sent()).toEqual([text("a\n"), upload, text("!\nb")]);
});

test("typing over everything replaces chips too", async () => {
  await withDraft(upload, text(" and "), backoff);
  await panel.press("Control+a");
  await panel.page.keyboard.type("new");
  expect(await sent()).toEqual([text("new")]);
});

test("a click opens, the cross removes, and neither disturbs the text", async () => {
  await withDraft(text("a "), upload, text(" b"));
  await panel.button(uploadName).click();
  expect(await panel.posts("open")).toEqual({ type: "open", part: upload, stays: true });
  await panel.input.getByTitle("Remove", { exact: true }).click();
  expect(await sent()).toEqual([text("a  b")]);
});

test("parts from the host come at the caret, and one can type on", async () => {
  await withDraft(text("see and tell"));
  for (let step = 0; step < "and tell".length; step++) await panel.press("ArrowLeft");
  await panel.send({ type: "insert", parts: [upload, backoff], at: "caret" });
  await panel.page.keyboard.type("now ");
  expect(await sent()).toEqual([text("see "), upload, text(" "), backoff, text(" now and tell")]);
});

test("parts for an input that was never focused come at its end", async () => {
  panel = await studio.panel({ snapshot: conversation({ draft: { parts: [text("stored")] } }) });
  await panel.send({ type: "insert", parts: [upload], at: "caret" }, { type: "focus" });
  await panel.page.keyboard.type("x");
  expect(await sent()).toEqual([text("stored "), upload, text(" x")]);
});

test("parts never replace what is selected", async () => {
  await withDraft(text("keep me"));
  await panel.press("Control+a");
  await panel.send({ type: "insert", parts: [upload], at: "caret" });
  expect(await sent()).toEqual([text("keep me "), upload]);
});

test("text next to a chip can be edited without touching the chip", async () => {
  await withDraft(text("ab"), upload, text("cd"));
  await panel.press("Backspace", "Backspace");
  await panel.page.keyboard.type("C");
  await panel.press("Home", "Delete", "ArrowRight");
  await panel.page.keyboard.type("B");
  expect(await sent()).toEqual([text("bB"), upload, text("C")]);
});

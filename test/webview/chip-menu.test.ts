// A chip's menu and what it does to the chip, and the badge of one that will not go as it looks.
import { expect, test } from "vitest";
import { axeProblemsInThemes } from "./axe.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { type Panel, type PanelOptions, useStudio } from "./page.ts";
import { backoff, conversation, text, tokens, upload } from "./samples.ts";
import type { Draft } from "../../extension/protocol/draft.ts";

const studio = useStudio();
let panel: Panel;

const lines = (start: number, end: number): ChipPart => ({
  type: "file-ref",
  ref: { kind: "path", path: "src/net/upload.ts", range: { start, end } },
});
const whole: ChipPart = { type: "file-ref", ref: { kind: "path", path: "src/net/upload.ts" } };
const url: ChipPart = { type: "file-ref", ref: { kind: "url", url: "https://example.org/a" } };

async function withDraft(parts: Draft["parts"], options: PanelOptions = {}): Promise<void> {
  panel = await studio.panel({ ...options, snapshot: conversation({ draft: { parts } }) });
  await panel.focus();
}

const menu = () => panel.page.getByRole("menu");
const entries = () => menu().getByRole("menuitem").locator("span").allTextContents();
const choose = (name: string) => menu().getByRole("menuitem", { name, exact: true }).click();

/** The caret stands at the end: one step back selects the last chip. */
async function selectLast(): Promise<void> {
  await panel.press("ArrowLeft");
}

async function sent(): Promise<Draft["parts"]> {
  await panel.press("Control+End", "Enter");
  return (await panel.posts("submit")).draft.parts;
}

test.each(["ContextMenu", "Shift+F10", "Alt+ArrowDown"])("%s on a selected chip opens its menu", async (key) => {
  await withDraft([text("a "), upload]);
  await selectLast();
  await panel.press(key);
  expect(await menu().getAttribute("aria-label")).toBe("upload.ts:10-25");
  expect(await entries()).toEqual([
    "Open",
    "Expand Range",
    "Shrink Range",
    "Use Whole File",
    "Pin",
    "Convert to Text",
    "Remove",
  ]);
  await panel.press("Escape");
  expect(await menu().count()).toBe(0);
  // The focus is back and the chip still selected.
  await panel.press("Delete");
  expect(await sent()).toEqual([text("a ")]);
});

test("right click and the chevron open it, and only what applies is in it", async () => {
  const picture: ChipPart = { type: "file-attachment", name: "a.png", mime: "image/png", size: 4, data: "AAAA" };
  const problems: ChipPart = { type: "mention", target: { kind: "context", name: "problems" } };
  await withDraft([upload, text(" "), whole, text(" "), url, text(" "), picture, text(" "), problems]);
  const chips = panel.input.locator(".chip");
  await chips.nth(1).click({ button: "right", position: { x: 12, y: 8 } });
  expect(await entries()).toEqual(["Open", "Pin", "Convert to Text", "Remove"]);
  await panel.page.mouse.click(200, 100);
  expect(await menu().count()).toBe(0);
  await chips.nth(2).hover();
  await chips.nth(2).getByTitle("More actions", { exact: true }).click();
  expect(await entries()).toEqual(["Open", "Remove"]);
  await panel.page.mouse.click(200, 100);
  await chips.nth(3).click({ button: "right", position: { x: 12, y: 8 } });
  expect(await entries()).toEqual(["Open", "Remove"]);
  await panel.page.mouse.click(200, 100);
  await chips.nth(4).click({ button: "right", position: { x: 12, y: 8 } });
  expect(await entries()).toEqual(["Remove"]);
  expect(await panel.posted("open")).toEqual([]);
});

test("arrows, Home, End and letters move in it, Enter chooses", async () => {
  await withDraft([upload]);
  await selectLast();
  const focused = () => panel.page.evaluate(() => document.activeElement?.querySelector("span")?.textContent);
  await panel.press("Shift+F10");
  const walk: [string, string][] = [
    ["ArrowDown", "Expand Range"],
    ["ArrowUp", "Open"],
    ["ArrowUp", "Remove"],
    ["Home", "Open"],
    ["u", "Use Whole File"],
    ["End", "Remove"],
    ["s", "Shrink Range"],
  ];
  for (const [key, entry] of walk) {
    await panel.press(key);
    expect(await focused(), key).toBe(entry);
  }
  await panel.press("Home", "Enter");
  expect(await panel.posts("open")).toEqual({ type: "open", part: upload, stays: false });
});

test("More and Fewer lines move the end, plus and minus too, with Shift the start; undo goes back by steps", async () => {
  await withDraft([upload]);
  await selectLast();
  const shown = () => panel.input.locator(".chip-place").textContent();
  await panel.press("Shift+F10");
  await choose("Expand Range");
  expect(await shown()).toBe(":10-30");
  for (const [key, range] of [
    ["+", ":10-35"],
    ["-", ":10-30"],
    ["NumpadSubtract", ":10-25"],
    ["Shift+NumpadAdd", ":5-25"],
    ["Shift+NumpadAdd", ":1-25"],
    ["Shift+-", ":6-25"],
    ["Control+z", ":1-25"],
    ["Control+z", ":5-25"],
    ["Control+y", ":1-25"],
  ] as const) {
    await panel.press(key);
    expect(await shown(), key).toBe(range);
  }
  expect(await sent()).toEqual([lines(1, 25)]);
});

test("lines neither grow past the file's end nor shrink to nothing", async () => {
  await withDraft([lines(70, 73)]);
  const known = (part: ChipPart) => ({ ...tokens(part, 9), lines: 75 });
  await panel.send({ type: "measures", measures: [lines(70, 73), lines(70, 75)].map(known) });
  await selectLast();
  await panel.press("+", "+");
  expect(await panel.input.locator(".chip-place").textContent()).toBe(":70-75");
  await panel.press("-", "-", "-");
  expect(await panel.input.locator(".chip-place").textContent()).toBe(":70");
});

test("Whole file and Remove", async () => {
  await withDraft([upload, text(" "), backoff]);
  await selectLast();
  await panel.press("Shift+F10");
  await choose("Remove");
  await panel.focus();
  await panel.press("Home", "ArrowRight", "Shift+F10");
  await choose("Use Whole File");
  expect(await sent()).toEqual([whole]);
});

test("Convert to Text puts the text in the place of that very chip, wherever it is by then, in one step", async () => {
  await withDraft([text("see "), upload, text(" and "), upload]);
  await selectLast();
  await panel.press("Shift+F10");
  await choose("Convert to Text");
  const { id, part } = await panel.posts("as-text");
  expect(part).toEqual(upload);
  await panel.focus();
  await panel.press("Home");
  await panel.page.keyboard.type("Now ");
  await panel.send({ type: "replace", id, parts: [text("one\n  two")] });
  const chips = panel.input.locator(".chip");
  expect(await chips.count()).toBe(1);
  await panel.press("Control+z");
  expect(await chips.count()).toBe(2);
  await panel.press("Control+y");
  expect(await sent()).toEqual([text("Now see "), upload, text(" and one\n  two")]);
});

test("a text that comes for a chip that is gone changes nothing", async () => {
  await withDraft([text("a "), upload]);
  await selectLast();
  await panel.press("Shift+F10");
  await choose("Convert to Text");
  const { id } = await panel.posts("as-text");
  await panel.press("Delete");
  await panel.send({ type: "replace", id, parts: [text("late")] });
  expect(await sent()).toEqual([text("a ")]);
});

const gone =
  "Could not read src/net/upload.ts:10-25: the file does not exist. Restore the file, or remove it from the message.";

test("a badge says before sending what is wrong, in words for the selected chip, and goes when it is right again", async () => {
  await withDraft([text("a "), upload]);
  await panel.send({ type: "measures", measures: [tokens(upload, 4, gone)] });
  expect(await panel.button(`upload.ts:10-25, file reference, ~4 tokens, ${gone}`).getAttribute("title")).toContain(
    gone,
  );
  expect(await panel.page.getByText(gone, { exact: true }).count()).toBe(0);
  await selectLast();
  await panel.page.getByText(gone, { exact: true }).waitFor();
  await panel.send({ type: "measures", measures: [tokens(upload, 180)] });
  expect(await panel.page.getByText(gone, { exact: true }).count()).toBe(0);
  expect(await panel.input.locator(".chip.problem").count()).toBe(0);
});

test.each([280, 400])("the menu and the badges at %i px: axe finds nothing, nothing is cut", async (width) => {
  await withDraft([text("Why does "), upload, text(" give up, and "), backoff, text(" "), url], { width });
  await panel.send({ type: "measures", measures: [tokens(upload, 180), tokens(backoff, 0, gone)] });
  await panel.press("Control+Home");
  for (let step = 0; step < 10; step++) await panel.press("ArrowRight");
  await panel.press("Shift+F10");
  const isInside = async () => {
    const box = await menu().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(width);
  };
  expect(await axeProblemsInThemes(panel, { also: isInside })).toEqual([]);
});

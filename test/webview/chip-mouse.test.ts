// The mouse next to chips and on them.
import { expect, test } from "vitest";
import { Sheet } from "./drawn.ts";
import { useStudio } from "./page.ts";

const studio = useStudio();

test("a click beside a chip puts the caret there", async () => {
  const sheet = await Sheet.open(studio);
  const { mouse } = sheet.panel.page;
  const clicks = [
    ["①x", 0, -3, "|①x"],
    ["x①", 0, 60, "x①|"],
    ["①②", 0, 2, "①|②"],
  ] as const;
  for (const [before, chip, along, after] of clicks) {
    await sheet.put(before);
    const { x, y } = await sheet.at(chip, along);
    await mouse.click(x, y);
    expect(await sheet.typed(), before).toBe(after);
  }
});

test("a double-click selects the word beside a chip, or the chip, and opens once", async () => {
  const sheet = await Sheet.open(studio);
  const { mouse } = sheet.panel.page;
  const clicks = [
    ["foo①bar", -8, "|①bar"],
    ["foo①bar", 9, "foo①|"],
    ["foo ① bar", 0.3, "foo | bar"],
  ] as const;
  for (const [before, along, after] of clicks) {
    await sheet.put(before);
    const { x, y } = await sheet.at(0, along);
    await mouse.dblclick(x, y);
    expect(await sheet.typed(), before).toBe(after);
  }
  expect(await sheet.panel.posted("open")).toHaveLength(1);
});

test("a triple click selects the line, chips and all", async () => {
  const sheet = await Sheet.open(studio);
  for (const [before, along, after] of [
    ["foo ① bar\nnext", -12, "|\nnext"],
    ["foo ① bar\nnext", 0.3, "|\nnext"],
    ["a\n①\nnext", 30, "a\n|\nnext"],
  ] as const) {
    await sheet.put(before);
    const { x, y } = await sheet.at(0, along);
    await sheet.panel.page.mouse.click(x, y, { clickCount: 3 });
    expect(await sheet.typed(), before).toBe(after);
  }
});

test("after a click on a chip one types behind it, and it stays", async () => {
  const sheet = await Sheet.open(studio);
  await sheet.put("a ① b");
  const { x, y } = await sheet.at(0, 0.3);
  await sheet.panel.page.mouse.click(x, y);
  expect(await sheet.typed()).toBe("a ①| b");
});

test("dragging and Shift+click select across a chip", async () => {
  const sheet = await Sheet.open(studio);
  const { mouse, keyboard } = sheet.panel.page;
  await sheet.put("foo ① bar");
  const before = await sheet.at(0, -5);
  const behind = await sheet.at(0, 6);
  await mouse.move(before.x, before.y);
  await mouse.down();
  await mouse.move(behind.x, behind.y, { steps: 8 });
  await mouse.up();
  expect(await sheet.typed()).toBe("foo|bar");
  await sheet.put("foo ① bar");
  await mouse.click(before.x, before.y);
  await keyboard.down("Shift");
  await mouse.click(behind.x, behind.y);
  await keyboard.up("Shift");
  expect(await sheet.typed()).toBe("foo|bar");
});

test("a chip is dragged to another place in the text, and undo takes it back", async () => {
  const sheet = await Sheet.open(studio);
  const { mouse } = sheet.panel.page;
  for (const [before, chip, to, after] of [
    ["①foo bar②", 0, [1, 3], "foo bar②①"],
    ["foo bar①②", 1, [0, -2], "foo bar②①"],
    ["①\nfoo②", 0, [1, -3], "\nfoo①②"],
  ] as const) {
    await sheet.put(before);
    const from = await sheet.at(chip, 0.2);
    const place = await sheet.at(to[0], to[1]);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 10, from.y, { steps: 4 });
    await mouse.move(place.x, place.y, { steps: 8 });
    await mouse.up();
    await sheet.panel.press("Control+z", "Control+y", "Control+End");
    expect(await sheet.typed(""), before).toBe(after);
  }
  expect(await sheet.panel.posted("open")).toEqual([]);
});

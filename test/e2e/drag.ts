// Files that are dragged out of the Explorer, as a person drags them.
import type { Locator } from "playwright-core";
import type { Window } from "./window.ts";

/** The line of a file in the Explorer, its folders opened. */
export async function inExplorer({ page }: Window, path: string): Promise<Locator> {
  await page.keyboard.press("Control+Shift+e");
  const tree = page.getByRole("tree", { name: "Files Explorer" });
  const names = path.split("/");
  for (const folder of names.slice(0, -1)) {
    const item = tree.getByRole("treeitem", { name: folder, exact: true });
    await item.waitFor();
    if ((await item.getAttribute("aria-expanded")) !== "true") await item.click();
  }
  const file = tree.getByRole("treeitem", { name: names.at(-1) ?? "" }).first();
  await file.waitFor();
  return file;
}

/** With the mouse and without a key. Where it goes may show or move when the mouse is pressed. */
export async function drag({ page }: Window, from: Locator, to: Locator): Promise<void> {
  const start = await from.boundingBox();
  if (start === null) throw new Error("Nothing to drag.");
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + start.height / 2 + 4, { steps: 4 });
  await to.waitFor();
  const end = await to.boundingBox();
  if (end === null) throw new Error("Nowhere to drop it.");
  const [x, y] = [end.x + Math.min(60, end.width / 2), end.y + end.height / 2];
  await page.mouse.move(x, y - 3, { steps: 12 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

// The list of conversations beside the panel, opened if it is closed.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Window } from "./window.ts";

/** Looks again after the click: a view that opened by itself meanwhile was closed by it. */
async function openSection(page: Page, view: string): Promise<Locator> {
  const header = page.getByRole("button", { name: `${view} Section` });
  await header.waitFor();
  const isOpen = async (): Promise<boolean> => (await header.getAttribute("aria-expanded")) === "true";
  await expect
    .poll(async () => {
      if (!(await isOpen())) await header.click();
      return isOpen();
    })
    .toBe(true);
  return header;
}

async function list({ page }: Window): Promise<Locator> {
  await openSection(page, "Conversations");
  return page.getByRole("tree", { name: "Conversations" });
}

/** The lines whose name begins so. */
export async function line(window: Window, name: string): Promise<Locator> {
  return (await list(window)).getByRole("treeitem", { name: new RegExp(`^${name}`) });
}

/** A button in the title of a view, or an entry of the menu behind “…” there. */
export async function inTitle({ page }: Window, view: string, action: string): Promise<void> {
  const header = await openSection(page, view);
  await header.hover();
  const button = header.getByRole("button", { name: action });
  const more = header.getByRole("button", { name: /More Actions/ });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) {
    await button.first().click();
    return;
  }
  const entry = page.getByRole("menuitem", { name: action });
  // A menu ignores a click right after it opened, and closes when something else takes the focus: then once more.
  let isClicked = false;
  await expect
    .poll(
      async () => {
        if (!isClicked && !(await entry.isVisible())) await more.click({ timeout: 5000 });
        if (!isClicked) await entry.waitFor({ timeout: 5000 });
        if (await entry.isVisible())
          isClicked = await entry.click({ timeout: 1000 }).then(
            () => true,
            () => isClicked,
          );
        return isClicked && !(await entry.isVisible());
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

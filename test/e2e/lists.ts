// The list of conversations beside the panel, opened if it is closed.
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import type { Window } from "./window.ts";

async function list({ page }: Window): Promise<Locator> {
  const header = page.getByRole("button", { name: "Conversations Section" });
  await header.waitFor();
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  return page.getByRole("tree", { name: "Conversations" });
}

/** The lines whose name begins so. */
export async function line(window: Window, name: string): Promise<Locator> {
  return (await list(window)).getByRole("treeitem", { name: new RegExp(`^${name}`) });
}

/** A button in the title of a view, or an entry of the menu behind “…” there. */
export async function inTitle({ page }: Window, view: string, action: string): Promise<void> {
  const header = page.getByRole("button", { name: `${view} Section` });
  await header.waitFor();
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  await header.hover();
  const button = header.getByRole("button", { name: action });
  const more = header.getByRole("button", { name: /More Actions/ });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) {
    await button.first().click();
    return;
  }
  await more.click();
  const entry = page.getByRole("menuitem", { name: action });
  await entry.waitFor();
  // A menu ignores a click right after it opened.
  await expect
    .poll(async () => {
      if (await entry.isVisible()) await entry.click({ timeout: 1000 }).catch(() => undefined);
      return entry.isVisible();
    })
    .toBe(false);
}

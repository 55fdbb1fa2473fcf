// The list of conversations beside the panel, opened if it is closed.
import type { Locator } from "playwright-core";
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

// Commands that ask something: the box they ask in, found by its title.
import type { Locator, Page } from "playwright-core";

/** Runs a command by its title in the palette; returns the box it asks in. */
export async function ask({ page }: { page: Page }, command: string, title: string | RegExp): Promise<Locator> {
  const palette = page.locator(".quick-input-widget:visible");
  for (let tries = 1; ; tries += 1) {
    try {
      await page.keyboard.press("F1");
      await palette.locator("input").first().fill(`>${command}`, { timeout: 10_000 });
      await palette.getByRole("option", { name: command }).first().click({ timeout: 10_000 });
      return await box({ page }, title);
    } catch (error) {
      if (tries === 3) throw error;
      await page.keyboard.press("Escape");
    }
  }
}

export async function box({ page }: { page: Page }, title: string | RegExp): Promise<Locator> {
  const widget = page.locator(".quick-input-widget:visible").filter({ hasText: title });
  await widget.waitFor();
  return widget;
}

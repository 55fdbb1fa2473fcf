// Selects lines of the file in the editor as a person does it by keyboard.
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";

/** From the start of the first line to the end of the last one, by keyboard. */
export async function selectLines(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const field = page.locator(".quick-input-widget:visible input").first();
  // VS Code closes the box when something else takes the focus: then once more.
  await vi.waitFor(
    async () => {
      if (!(await field.isVisible())) await page.keyboard.press("Control+g");
      await field.fill(`:${String(from)}:1`, { timeout: 2000 });
      await field.press("Enter", { timeout: 2000 });
      await page.locator(".quick-input-widget").waitFor({ state: "hidden", timeout: 5000 });
      const place = await page.locator("[id='status.editor.selection']").innerText({ timeout: 5000 });
      expect(place).toMatch(new RegExp(`Ln ${String(from)}, Col 1$`));
    },
    { timeout: 60_000 },
  );
  for (let line = from; line < to; line += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
}

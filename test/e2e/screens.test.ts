// Every state of the panel and the inspector looks as it looked when somebody last looked at it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Studio, type Theme } from "../webview/page.ts";
import { states } from "../webview/states.ts";
import { compareWithPicture, isUpdating } from "./picture.ts";

let studio: Studio;
beforeAll(async () => void (studio = await Studio.open()));
afterAll(() => studio.close());

const looks: { theme: Theme; width: number }[] = [
  { theme: "dark", width: 280 },
  { theme: "dark", width: 400 },
  { theme: "dark", width: 900 },
  { theme: "light", width: 400 },
  { theme: "hc-dark", width: 400 },
  { theme: "hc-light", width: 400 },
];

describe.each(Object.entries(states))("%s", (state, arrange) => {
  test.each(looks)("in $theme at $width px looks as before", async ({ theme, width }) => {
    const panel = await arrange(studio, { theme, width });
    const { differs, allowed } = await compareWithPicture(panel.page, `${state}-${theme}-${width}`);
    expect(differs).toBeLessThanOrEqual(allowed);
    await panel.close();
  });
});

test.skipIf(isUpdating)("a button that is gone is noticed", async () => {
  const panel = await states["conversation"]?.(studio, { width: 900 });
  await panel?.button("Send").evaluate((button) => void (button.style.visibility = "hidden"));
  if (panel === undefined) throw new Error("no state");
  const { differs, allowed } = await compareWithPicture(panel.page, "conversation-dark-900");
  // With other fonts only the layout is compared, and that is still the same.
  expect(allowed > 0.1 || differs > allowed).toBe(true);
  await panel.close();
});

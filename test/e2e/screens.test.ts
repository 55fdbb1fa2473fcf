// Every state of the panel, the inspector and Try looks as it looked when somebody last looked at it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Studio, type Theme } from "../webview/page.ts";
import { states } from "../webview/states.ts";
import { compareWithPicture, isUpdating } from "./picture.ts";

let studio: Studio;
beforeAll(async () => void (studio = await Studio.open()));
afterAll(() => studio.close());

const looks: { theme: Theme; width: number }[] = [
  { theme: "dark", width: 400 },
  { theme: "light", width: 400 },
  { theme: "hc-dark", width: 400 },
  { theme: "hc-light", width: 400 },
  { theme: "dark", width: 280 },
  { theme: "dark", width: 900 },
];

/** An open menu closes when the window changes its size. */
const hasMenu = (state: string): boolean =>
  ["approval-always", "chip-menu", "message-menu", "steering", "stopping"].includes(state);

/** Much like another one: its names, contrasts and widths are checked with all the others, and that is enough. */
const isAlike = (state: string): boolean =>
  ["arguments", "interrupt", "try-missing", "try-nothing", "try-refused"].includes(state);

describe.each(Object.entries(states).filter(([state]) => !isAlike(state)))("%s", (state, arrange) => {
  test("looks as before, in every theme and width", async () => {
    let panel = await arrange(studio, {});
    // Text is plain until what draws it is loaded; some states keep a plain line.
    await panel.page
      .waitForFunction(() => document.querySelector("p.plain") === null, undefined, { timeout: 2000 })
      .catch(() => undefined);
    const changed: string[] = [];
    for (const { theme, width } of looks) {
      if (hasMenu(state) && width !== 400) {
        await panel.close();
        panel = await arrange(studio, { width });
      } else {
        await panel.wear(theme);
        if (panel.page.viewportSize()?.width !== width) await panel.resize(width);
      }
      const name = `${state}-${theme}-${width}`;
      const { differs, allowed } = await compareWithPicture(panel.page, name);
      if (differs > allowed) changed.push(`${name}: ${(100 * differs).toFixed(2)} %`);
    }
    expect(changed).toEqual([]);
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

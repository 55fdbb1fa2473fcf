// What the checks of the pictures notice: each is broken once, on purpose.
import { expect, test } from "vitest";
import { layoutProblems } from "./layout.ts";
import { useStudio, type Panel } from "./page.ts";
import { differenceFromPicture, hasFontsOfPictures, isUpdating } from "./picture.ts";
import { panelStates } from "./states.ts";

const studio = useStudio();

async function conversationShown(): Promise<Panel> {
  const panel = await panelStates["conversation"]?.(studio, { width: 900 });
  if (panel === undefined) throw new Error("no state");
  return panel;
}

test("a page as it should be has no problem of layout", async () => {
  expect(await layoutProblems(await conversationShown())).toEqual([]);
});

test.each([
  ["moved onto another", "overlap", "transform: translateX(-60px)"],
  ["moved out of the panel", "is wider than the panel", "transform: translateX(200px)"],
  ["pushed below the panel", "is below the panel", "transform: translateY(400px)"],
  ["made small", "pixels", "height: 8px; min-height: 0; padding: 0; overflow: hidden"],
  ["narrower than its words", "is cut off", "width: 16px; min-width: 0; padding: 0; overflow: hidden"],
])("a button that is %s is noticed", async (_what, problem, style) => {
  const panel = await conversationShown();
  await panel.button("Send").evaluate((button, css) => (button.style.cssText += `;${css}`), style);
  const found = await layoutProblems(panel);
  expect(found.filter((one) => one.includes(problem))).not.toEqual([]);
});

test.skipIf(isUpdating)("a button that is gone is noticed in the picture", async ({ skip }) => {
  const panel = await conversationShown();
  skip(!(await hasFontsOfPictures(panel.page)), "Other fonts draw other pictures.");
  await panel.button("Send").evaluate((button) => void (button.style.visibility = "hidden"));
  expect(await differenceFromPicture(panel.page, "conversation-dark-900")).toMatch(/^conversation-dark-900: /);
});

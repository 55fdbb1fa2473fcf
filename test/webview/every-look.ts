// One test for each state: in every theme and width it looks as it did, is laid out whole, axe finds nothing, and no animation runs.
import { describe, expect, test } from "vitest";
import { axeProblems } from "./axe.ts";
import { layoutProblems } from "./layout.ts";
import { useStudio, type Panel, type Theme } from "./page.ts";
import { differenceFromPicture, hasFontsOfPictures } from "./picture.ts";
import type { Arrange } from "./states.ts";

const looks: { theme: Theme; width: number }[] = [
  { theme: "dark", width: 400 },
  { theme: "light", width: 400 },
  { theme: "hc-dark", width: 400 },
  { theme: "hc-light", width: 400 },
  { theme: "dark", width: 280 },
  { theme: "dark", width: 900 },
];

/** Laid out whole at these sizes too: what VS Code gives, and a panel of 400 × 700 at 200 %. */
const sizes = [280, 400, 900].flatMap((width) => [500, 850].map((height) => ({ width, height })));
const magnified = { width: 200, height: 350 };

/** What a user meets first, in three themes at all these sizes. */
const FIRST = ["empty", "streaming", "sidecar"];
const firstLooks = (["dark", "light", "hc-dark"] as const).flatMap((theme) =>
  sizes.map((size) => ({ theme, ...size })),
);

/** An open menu closes when the window changes its size. */
const hasMenu = (state: string): boolean =>
  ["approval-always", "chip-menu", "message-menu", "steering", "stopping"].includes(state);

/** Much like another one: no picture is kept of it. */
const isAlike = (state: string): boolean =>
  ["arguments", "interrupt", "try-missing", "try-nothing", "try-refused"].includes(state);

/** The tests of these states, which are then also those that the policy refuses nothing in. */
export function lookAtEvery(states: Record<string, Arrange>): void {
  const studio = useStudio();
  describe.each(Object.entries(states))("%s", (state, arrange) => {
    test("looks as before in every theme and width, is laid out whole without an animation, and axe finds nothing", async () => {
      const problems: string[] = [];
      let panel = await arrange(studio, {});
      await isDrawn(panel);
      for (const { theme, width } of looks) {
        if (hasMenu(state) && width !== 400) {
          panel = await arrange(studio, { width });
          await isDrawn(panel);
        } else {
          await panel.wear(theme);
          if (panel.page.viewportSize()?.width !== width) await panel.resize(width);
        }
        const found = await layoutProblems(panel);
        if (width === 400) found.push(...(await axeProblems(panel, theme)));
        if (!isAlike(state) && (await hasFontsOfPictures(panel.page)))
          found.push((await differenceFromPicture(panel.page, `${state}-${theme}-${width}`)) ?? "");
        problems.push(...found.filter(Boolean).map((problem) => `${theme} ${width}: ${problem}`));
      }
      if (!hasMenu(state)) problems.push(...(await problemsAtSizes(panel, state)));
      problems.push(...(await motionProblems(panel)));
      expect(problems).toEqual([]);
    });
  });
}

/** At every size, and in three themes if it is what a user meets first. */
async function problemsAtSizes(panel: Panel, state: string): Promise<string[]> {
  const problems: string[] = [];
  await panel.wear("dark");
  for (const { width, height } of [...sizes, magnified]) {
    await panel.resize(width, height);
    problems.push(...(await layoutProblems(panel)).map((problem) => `${width} x ${height}: ${problem}`));
  }
  if (!FIRST.includes(state) || !(await hasFontsOfPictures(panel.page))) return problems;
  for (const { theme, width, height } of firstLooks) {
    await panel.wear(theme);
    await panel.resize(width, height);
    problems.push((await differenceFromPicture(panel.page, `${state}-${theme}-${width}x${height}`)) ?? "");
  }
  return problems.filter(Boolean);
}

/** An animation keeps the browser at work 60 times a second; what moves goes with `beat`. */
async function motionProblems({ page }: Panel): Promise<string[]> {
  const moving = await page.evaluate(() =>
    document.getAnimations().map((one) => (one instanceof CSSAnimation ? one.animationName : one.constructor.name)),
  );
  return moving.map((name) => `runs an animation: ${name}`);
}

/** Text is plain until what draws it is loaded. */
async function isDrawn({ page }: Panel): Promise<void> {
  await page.waitForFunction(() => document.querySelector("p.plain") === null);
}

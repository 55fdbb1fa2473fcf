// What axe has against a page. Its source is given to a page once, and only the rules that are wanted run.
import type axe from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { themes, type Panel, type Theme } from "./page.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Those that look at colours; the others find the same in every theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe has against a textbox with a list: ARIA 1.2 would have it a combobox, which has one line only. */
const isExpandedTextbox = (problem: string): boolean =>
  /^aria-allowed-attr: .*\s+ARIA attribute is not allowed: aria-expanded="true"$/s.test(problem);

interface Scope {
  /** A selector; the whole page without one. */
  within?: string;
  /** All that axe has, without these. */
  rules?: string[];
}

/** What these rules have against a place, as it looks now. */
export async function problemsIn({ page }: Pick<Panel, "page">, { within, rules }: Scope): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(
    async ([place, only]) => {
      const { axe: run } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await run.run(place ?? document, {
        resultTypes: ["violations"],
        ...(only !== undefined && { runOnly: { type: "rule", values: only } }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    [within, rules] as const,
  );
  return found.filter((problem) => !isExpandedTextbox(problem));
}

/** What it has against a page in the theme it wears: all rules in the dark one, in the others those about colours. */
export function axeProblems(panel: Pick<Panel, "page">, theme: Theme, within?: string): Promise<string[]> {
  const rules = theme === "dark" ? undefined : COLOUR_RULES;
  return problemsIn(panel, { ...(within !== undefined && { within }), ...(rules !== undefined && { rules }) });
}

/** In each theme, one after the other; `also` looks at what else is to be seen in each. */
export async function axeProblemsInThemes(
  panel: Panel,
  { within, also }: { within?: string; also?: (theme: Theme) => Promise<unknown> } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await panel.wear(theme);
    found.push(...(await axeProblems(panel, theme, within)).map((problem) => `${theme}: ${problem}`));
    await also?.(theme);
  }
  return found;
}

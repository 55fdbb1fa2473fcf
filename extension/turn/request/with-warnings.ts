// Adds what a wire could not take to the account of the request and to the chips concerned.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Warning } from "../../lower/lowered.ts";
import * as words from "./words.ts";

export function withWarnings(assembled: Assembled, warnings: readonly Warning[]): Assembled {
  if (warnings.length === 0) return assembled;
  const { manifest, views } = assembled;
  return {
    ...assembled,
    manifest: { ...manifest, dropped: [...manifest.dropped, ...warnings] },
    views: views.map((view) => {
      const warning = warnings.find(({ what }) => what === view.part);
      if (warning === undefined || view.block === undefined) return view;
      const name = view.block.type === "media" ? view.block.name : view.block.origin.name;
      return { ...view, problem: words.sentDifferently(name, warning.why) };
    }),
  };
}

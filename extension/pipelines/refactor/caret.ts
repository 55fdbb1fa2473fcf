// Where text goes that is put in at a caret: in the place of a blank line, between two lines, or within one.
import { indentOf, readLines, STEP } from "../../apply/lines.ts";
import type { Scope } from "./document.ts";

/** A line that ends like this goes on where the caret is. */
const GOES_ON = /(?:[=+\-*/%&|<>?.([!~^,]|\b(?:return|await|new|yield|throw|in|of|case|import|from))\s*$/;

/** At the end of a line that is complete, new text stands in lines of its own. */
export function scopeAtCaret(scope: Scope): Scope {
  const { before, after, start } = scope;
  if (!scope.isCaret || start === scope.end) return scope;
  if (before.trim() === "" && after.trim() !== "") return { ...scope, end: start, before: "", after: "" };
  if (before.trim() !== "" && after.trim() === "" && !GOES_ON.test(before))
    return { ...scope, start: scope.end, before: "", after: "" };
  return scope;
}

/** How deep text stands that is put in: as the blank line's own indentation, or as the lines around it. */
export async function levelAt({ lines, start, end }: Scope): Promise<number> {
  const texts = lines.map(({ text }) => text);
  const indent = indentOf(texts) ?? { text: "  ", width: 2 };
  const [own] = await readLines(texts.slice(start, Math.max(end, start)), indent);
  if (own !== undefined && own.level > 0) return own.level;
  const above = texts.slice(0, start).findLast((text) => text.trim() !== "");
  const below = texts.slice(end).find((text) => text.trim() !== "");
  const [near, next] = await readLines([above ?? below ?? "", below ?? ""], indent);
  const opens = above !== undefined && /(?:[{([:]|=>|\b(?:do|then|begin))\s*$/i.test(above);
  if (next !== undefined && near !== undefined && next.level > near.level) return next.level;
  return (near?.level ?? 0) + (opens ? STEP : 0);
}

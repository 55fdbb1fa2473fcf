// A raw answer as text: without tokens of the model, thoughts, fences and endless repetition. Needs no document.
import { type FimFamilyName, fimFamily, UNMISTAKABLE } from "../../../providers/fim-family.ts";
import { withoutFences } from "./fences.ts";
import { withoutReasoning } from "./reasoning.ts";
import { withoutRepetition } from "./repetition.ts";

export interface About {
  language?: string | undefined;
  /** Whose tokens are cut, besides those that no code has. */
  family?: FimFamilyName | undefined;
}

/** Lines end with a line feed. `undefined` if there are only thoughts. */
export function cleanOutput(output: string, about: About = {}): string | undefined {
  const clean = cleanSoFar(output, about);
  return clean === undefined ? undefined : withoutRepetition(clean);
}

/** Of an answer that still grows: what it repeats shows at its end. */
export function cleanSoFar(output: string, { language, family }: About): string | undefined {
  const lines = output.replaceAll(/\r\n?/g, "\n");
  const answer = withoutReasoning(lines);
  if (answer === undefined) return undefined;
  const text = withoutTokens(
    answer,
    family === undefined ? UNMISTAKABLE : [...UNMISTAKABLE, ...fimFamily(family).tokens],
  );
  const isMarkdown = language === "markdown" || language === "mdx";
  return withoutFences(text, isMarkdown);
}

/** Those before the text are removed, and the first after it ends it. */
function withoutTokens(output: string, tokens: readonly string[]): string {
  let text = output;
  for (;;) {
    const leading = tokens.find((token) => text.trimStart().startsWith(token));
    if (leading === undefined) break;
    text = text.slice(text.indexOf(leading) + leading.length);
  }
  const ends = tokens.map((token) => text.indexOf(token)).filter((at) => at !== -1);
  // Also good HTML: a mark of the end only where it stands last.
  return text.slice(0, Math.min(text.length, ...ends)).replace(/(?:\s?<EOT>|<\/s>)\s*$/, "");
}

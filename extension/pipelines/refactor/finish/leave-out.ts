// Whether an answer leaves out code: by a comment that stands for it, or by showing only a part of the target.
import { declaredName, isElision } from "../../../apply/line-kind.ts";
import type { Line } from "../../../apply/lines.ts";
import { leastLevel } from "./compare.ts";

/** `sure`: it says that code is left out. `maybe`: dots, which may be part of a remark. */
export type Elision = "sure" | "maybe" | undefined;

const COMMENT = /^(?:\{?\/\*+|\/\/+|#+|--+|;+|%+|<!--|"""|'|rem\b)\s*(?<said>.*?)\s*(?:\*+\/\}?|-->|""")?$/i;

const SAYS = [
  /^\W*(?:the\s+)?(?:rest|remainder|remaining|existing|previous|original|other|same|unchanged|current)\b[\w\s,'’/-]*\b(?:unchanged|same|before|above|here|omitted|stays?|remains?|code|implementation|as is|continues?|methods?|functions?|lines|body|file|class|logic|content|imports?|fields|properties|cases|tests|part)\b\W*$/i,
  /^\W*(?:unchanged|no changes?(?: here| below| above)?|as before|same as (?:before|above)|omitted(?: for brevity)?|snip(?:ped)?|etc)\W*$/i,
  /\b(?:omitted|left out|elided|truncated)\b.*\b(?:brevity|clarity|here)\b|\bremains? (?:unchanged|the same|as is)\b|\bstays? (?:unchanged|the same|as (?:it )?is)\b|\bis unchanged\b/i,
  /^\W*(?:keep|leave|include|insert|add|put|copy|paste|your)\b.*\b(?:existing|rest|remaining|unchanged|original|same|as is|previous)\b/i,
  /^\W*(?:code|implementation|body|logic|everything(?: else)?|all other \w+)\b.*\b(?:unchanged|same|before|here|omitted)\b\W*$/i,
];

/** `isKnown`: a line that the document has says what it says there. */
export function elisionOf(
  line: Line,
  language: string | undefined,
  above: Line | undefined,
  isKnown: (words: string) => boolean,
): Elision {
  const { words } = line;
  if (words === "" || words.length > 200 || isKnown(words)) return undefined;
  if (/^\W*(?:\.{3}|…)\W*$/.test(words) && !/^[)\]}>]/.test(words)) {
    const isCode = language === "python" && words === "..." && (above?.words.endsWith(":") ?? false);
    return isCode ? "maybe" : "sure";
  }
  if (/^[[(<{]?\s*(?:\.{3}|…).*\b(?:existing|unchanged|rest|omitted|remaining|same)\b.*$/i.test(words)) return "sure";
  const said = COMMENT.exec(words)?.groups?.["said"];
  if (said === undefined) return undefined;
  if (SAYS.some((says) => says.test(said.replace(/^(?:\.{3}|…)\s*|\s*(?:\.{3}|…)$/g, "")))) return "sure";
  return isElision(words) ? "maybe" : undefined;
}

const INLINE =
  /\{\s*(?:\.{3}|…)\s*\}|\/\*\s*(?:(?:\.{3}|…)|[^*]*\b(?:unchanged|existing|omitted|same as before)\b)[^*]*\*\/|\{\s*\/\/\s*(?:\.{3}|…)/i;

/** A body in one line that stands for the real one. */
export function isInlineElision({ words }: Line, isKnown: (words: string) => boolean): boolean {
  return INLINE.test(words) && !isKnown(words);
}

/** How many lines of the target are missing where line `at` of the answer stands. */
export function missingAt(at: number, like: Int32Array, target: readonly Line[]): number {
  const above = like.subarray(0, at).findLast((pair) => pair >= 0) ?? -1;
  const below = like.subarray(at + 1).find((pair) => pair >= 0) ?? target.length;
  const paired = new Set(like);
  return target.slice(above + 1, below).filter(({ words }, index) => words !== "" && !paired.has(above + 1 + index))
    .length;
}

/** The answer shows lines from inside the target, or one of its declarations, as if the others were not there. */
export function isPart(answer: readonly Line[], target: readonly Line[], like: Int32Array): boolean {
  const said = target.flatMap((line, at) => (line.words === "" ? [] : [at]));
  const shown = new Set([...like].filter((pair) => pair >= 0));
  if (said.length < 4 || shown.size === 0) return false;
  return isInside(answer, target, said, shown) || isOneOfSeveral(answer, target, like);
}

/** None of the outermost lines, and less than half of those inside. Without its frame, all of the inside would be there. */
function isInside(
  answer: readonly Line[],
  target: readonly Line[],
  said: readonly number[],
  shown: ReadonlySet<number>,
): boolean {
  const least = leastLevel(target) ?? 0;
  const isOuter = (at: number): boolean => target[at]?.level === least;
  if (said.some((at) => isOuter(at) && shown.has(at))) return false;
  const inner = said.filter((at) => !isOuter(at));
  const few = answer.filter(({ words }) => words !== "").length;
  return few < 0.6 * said.length && 2 * inner.filter((at) => shown.has(at)).length < inner.length;
}

/** What is deleted on purpose leaves the rest as it is: here most names are gone, and what is left has changed. */
function isOneOfSeveral(answer: readonly Line[], target: readonly Line[], like: Int32Array): boolean {
  const namesIn = (lines: readonly Line[]): Set<string> => {
    const least = leastLevel(lines);
    return new Set(
      lines.flatMap(({ words, level }) => (level === least && isDeclaration(words) ? (declaredName(words) ?? []) : [])),
    );
  };
  const [before, after] = [namesIn(target), namesIn(answer)];
  const gone = [...before].filter((name) => !after.has(name));
  const isNew = [...after].some((name) => !before.has(name));
  if (before.size < 2 || isNew || after.size === 0 || 2 * gone.length < before.size) return false;
  return (
    answer.some(({ words }, at) => words !== "" && (like[at] ?? -1) >= 0 && target[like[at] ?? -1]?.words !== words) ||
    answer.some(({ words }, at) => words !== "" && (like[at] ?? -1) < 0)
  );
}

function isDeclaration(words: string): boolean {
  return /\b(?:function|def|fn|func|fun|class|interface|struct|enum|impl|trait|sub)\b/.test(words);
}

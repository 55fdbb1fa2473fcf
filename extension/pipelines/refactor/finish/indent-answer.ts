// The lines of an answer, indented as the target is; a line that the target has already stays as it stands there.
import { blankOf, indentation } from "../../../apply/lines.ts";
import { type Compared, isFirstLost, leastLevel, type Part } from "./compare.ts";

/** `same`: for each line of the answer the line of the target that is the same, or -1. */
export function indentAnswer(
  { answer, document, indent, own, shift }: Compared,
  { start, end, level }: Part,
  same: Int32Array,
): string[] {
  const target = document.slice(start, end);
  const base = leastLevel(target) ?? level ?? 0;
  const outermost = target.find((line) => line.words !== "" && line.level === base);
  const prefix = outermost === undefined ? indentation(base, indent) : blankOf(outermost.text);
  const isKept = answer.some(
    (line, at) => line.level === Infinity && line.words !== "" && line.text === target[same[at] ?? -1]?.text,
  );
  const first = isFirstLost(answer, target) ? answer.findIndex(({ words }) => words !== "") : -1;
  const firstLevel = target.find(({ words }) => words !== "")?.level ?? 0;
  return answer.map((line, at) => {
    const there = target[same[at] ?? -1];
    const wanted = at === first ? firstLevel : line.depth + shift;
    if (line.words === "") return there?.text ?? "";
    // The text of a literal stays as it was, or as the model wrote it if it left the others in place.
    if (line.level === Infinity && there !== undefined) return there.text;
    if (line.level === Infinity && isKept) return line.text;
    if (there !== undefined && there.level === wanted) return there.text;
    if (wanted === line.depth && at !== first && own.text === indent.text && isOf(indent.text, blankOf(line.text)))
      return line.text;
    const deeper = wanted - base;
    return (deeper >= 0 ? prefix + indentation(deeper, indent) : indentation(wanted, indent)) + line.text.trimStart();
  });
}

function isOf(unit: string, blank: string): boolean {
  return unit.startsWith("\t") ? /^\t* {0,3}$/.test(blank) : !blank.includes("\t");
}

// What one answer of a refactor task is worth: the lines it edits, the least there are, and what the plain way makes of it.
import { longestCommon } from "../../../extension/pipelines/refactor/finish/longest-common.ts";

export function linesOf({ text, range, becomes, language }) {
  const lines = text.split("\n");
  return {
    before: lines.slice(0, range.start - 1),
    old: lines.slice(range.start - 1, range.end),
    after: lines.slice(range.end),
    becomes,
    language,
  };
}

/** What the field does at its simplest: the first code block in the place of the selection. */
export function plainly({ before, after }, output) {
  const code = /^```[^\n]*\n([^]*?)\n```/m.exec(output)?.[1] ?? output;
  return [...before, code, ...after].join("\n");
}

export const sizeOf = ({ range, text }) =>
  range.end - range.start + 1 + (text.match(/\n/g)?.length ?? 0) + Number(text !== "" && !text.endsWith("\n"));

export function changesOf(old, becomes) {
  const keys = new Map();
  const numbered = (lines) => lines.map((line) => keys.get(line) ?? (keys.set(line, keys.size), keys.size - 1));
  const both = longestCommon(numbered(old), numbered(becomes)).filter((pair) => pair >= 0).length;
  return old.length + becomes.length - 2 * both;
}

export function show(style, { name }, output, finished, wanted) {
  console.log(
    `\n── ${style}: ${name}\n${finished.ok ? firstDifference(finished.value.text, wanted) : finished.failure.code}\n${output.slice(0, 600)}`,
  );
}

function firstDifference(text, wanted) {
  const [one, other] = [text.split("\n"), wanted.split("\n")];
  const at = one.findIndex((line, index) => line !== other[index]);
  return `line ${at + 1}\n  is     ${JSON.stringify(one.slice(at, at + 3))}\n  should ${JSON.stringify(other.slice(at, at + 3))}`;
}

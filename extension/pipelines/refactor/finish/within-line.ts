// A selection within a line: what stands before and after it in its lines stays, whether the answer repeats it or not.
import { blankOf, type Line } from "../../../apply/lines.ts";
import type { Part } from "./compare.ts";
import type { Scope } from "../document.ts";

/** `lines`: the answer as whole lines in the place of the target's. `written`: as the model wrote them. */
export function withinLine(lines: readonly string[], written: readonly Line[], scope: Scope, part: Part): string[] {
  const { before, after } = scope;
  if (before === "" && after === "") return [...lines];
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  const isLonger = lines.length > 1 || first.length >= before.length + after.length;
  if (isLonger && first.startsWith(before) && last.endsWith(after)) return [...lines];
  const inner = innerLines(lines, written, before, after);
  // Nothing is left of a line that had nothing else.
  if (inner.length === 0) return [before + after];
  const base = blankOf(scope.lines[part.start]?.text ?? "");
  return inner.map((text, at) => {
    const head = at === 0 ? before : text.trim() === "" || text.startsWith(base) ? "" : base;
    return head + text + (at === inner.length - 1 ? after : "");
  });
}

/** Without what the model repeats of the text beside the selection, and without the indentation of the first line. */
function innerLines(lines: readonly string[], written: readonly Line[], before: string, after: string): string[] {
  const inner = lines.map((text, at) => (at === 0 ? (written[0]?.words ?? text.trim()) + trailing(text) : text));
  const [head, tail] = [before.trim(), after.trim()];
  const [first = ""] = inner;
  const repeatsHead = head.length > 2 && first.startsWith(head);
  const last = inner.at(-1) ?? "";
  const repeatsTail = tail.length > 2 && last.trimEnd().endsWith(tail) && last.trim() !== tail;
  if (repeatsHead && (repeatsTail || tail === "" || !last.includes(tail)))
    inner[0] = first.slice(head.length).trimStart();
  if (repeatsTail) {
    const plain = inner.at(-1)?.trimEnd() ?? "";
    inner[inner.length - 1] = plain.slice(0, plain.length - tail.length).trimEnd();
  }
  if (inner.length > 0) inner[inner.length - 1] = (inner.at(-1) ?? "").trimEnd();
  return inner;
}

function trailing(text: string): string {
  return text.slice(text.trimEnd().length);
}

// An answer without the fence of Markdown, and the sentences around it, that chat models put about code.

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)$/;

/** In Markdown a fence is text: only one around the whole answer goes. */
export function withoutFences(output: string, isMarkdown: boolean): string {
  const lines = output.split("\n");
  const first = lines.findIndex((line) => FENCE.test(line));
  if (first === -1) return output;
  const before = lines.slice(0, first).join("\n");
  const [, mark = "", info = ""] = FENCE.exec(lines[first] ?? "") ?? [];
  if (isMarkdown && !/^(?:markdown|md)\b/i.test(info)) return output;
  const end = lines.findIndex((line, at) => at > first && line.trim().startsWith(mark) && line.trim() === mark);
  const isOpening = before.trim() === "" || info.trim() !== "" || (end !== -1 && isProse(before));
  if (!isOpening) return before;
  return lines.slice(first + 1, end === -1 ? lines.length : end).join("\n");
}

/** A sentence, and no code: "Here is the missing part:". */
function isProse(text: string): boolean {
  return /^\s*[A-Z][^\n{};=]*[:.!]\s*$/.test(text);
}

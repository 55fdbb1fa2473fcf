// Tells sentences from code, for answers that come without a fence.

/** Languages whose text is sentences. */
const TEXTS = /^(?:markdown|md|mdx|plaintext|text|txt|restructuredtext|rst|asciidoc|latex|tex|org)$/i;

const OPENS =
  /^(?:here(?:'s|’s| is| are)|sure\b|certainly\b|of course\b|okay\b|ok[,.!]|below is|i(?:'ve|’ve| have|'ll|’ll| will)\b|the (?:updated|refactored|rewritten|new|following|revised|result)|this is the|updated|refactored|result:)/i;

const CLOSES =
  /^(?:this (?:change|version|code|way|keeps|makes|now|uses|refactor)|i(?:'ve|’ve| have| also| kept| added| removed| changed| replaced| used)\b|let me know|note(?: that|:)|explanation|changes?(?: made)?:|the (?:function|code|method|class|change)\b|hope\b|now\b|feel free|\*\*|[-*] (?:\*\*|[A-Z]))/i;

export function isTextLanguage(language: string | undefined): boolean {
  return language !== undefined && TEXTS.test(language);
}

/** Whether a line reads as a sentence, or as the beginning of a list of them. */
export function isSentence(line: string): boolean {
  const text = line.trim();
  if (text === "" || /^[\s]{4,}|^\t/.test(line)) return false;
  if (/^\*\*[^*]+\*\*:?$/.test(text)) return true;
  const plain = text
    .replace(/^(?:[-*•]|\d+\.|>)\s+/, "")
    .replace(/`[^`]*`/g, "x")
    .replaceAll("**", "");
  if (/[{};]$|=>|[=!<>]=|^\s*(?:\/\/|\/\*|\*|#|--|<[a-z/!])|^\w+\(.*\)$|:=|\$\{|^@\w/i.test(plain)) return false;
  // Code seldom begins a line with a capital and goes on in words; SQL does, in capitals.
  if (!/^["“(]?\p{Lu}/u.test(plain) || (plain.match(/\b\p{Lu}{3,}\b/gu)?.length ?? 0) > 1) return false;
  const words = plain.split(/\s+/).filter((word) => /^["'(“]?[\p{L}’'-]+[.,:;!?)”"']*$/u.test(word));
  const count = plain.split(/\s+/).length;
  if (count < 3)
    return /^(?:here|sure|done|certainly|okay|result|updated|explanation|notes?|changes)\b[^(=]*[:.!,]$/i.test(plain);
  const reads = words.length / count >= 0.75;
  return reads && (/[.:!?…]["”)]?$/.test(plain) || count >= 6);
}

/** Most lines of a text are sentences: then sentences tell nothing about it. */
export function isProse(lines: readonly string[]): boolean {
  const said = lines.filter((line) => line.trim() !== "");
  return said.length > 0 && 2 * said.filter((line) => isSentence(line.trim())).length >= said.length;
}

export interface Bare {
  /** Without the sentences around the code. */
  lines: string[];
  /** Nothing but sentences. */
  isEmpty: boolean;
}

/** `isKnown`: a line of the document is never taken for a remark. */
export function withoutRemarks(lines: readonly string[], isText: boolean, isKnown: (line: string) => boolean): Bare {
  let [from, to] = [0, lines.length];
  const isBlank = (at: number): boolean => (lines[at] ?? "").trim() === "";
  const isRemark = (at: number, says: RegExp): boolean => {
    const line = lines[at] ?? "";
    if (isKnown(line)) return false;
    return isText ? says.test(line.trim()) : isSentence(line) || (says.test(line.trim()) && /[:.!]$/.test(line.trim()));
  };
  while (from < to && (isBlank(from) || (isRemark(from, OPENS) && (!isText || /:$/.test((lines[from] ?? "").trim())))))
    from += 1;
  while (to > from && (isBlank(to - 1) || (isRemark(to - 1, CLOSES) && (!isText || isBlank(to - 2))))) to -= 1;
  return { lines: lines.slice(from, to), isEmpty: from >= to };
}

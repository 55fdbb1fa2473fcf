// What the text of a code line shows: whether it is an anchor or stands for omitted lines, what it closes or declares.

/** Words that stand alone on many lines. */
const COMMON =
  /^(?:else|end|endif|fi|done|break|return|try|finally|do|then|pass|continue|default|begin|null|true|false|none)$/i;

/** More letters than the longest of them has. */
const MANY = /(?:\w\W*){9}/;

/** Whether a line says enough to find a place by it: a bracket does not. */
export function isStrong(words: string): boolean {
  if (MANY.test(words)) return true;
  const letters = words.replace(/[^\p{L}\p{N}_]+/gu, "");
  return letters.length >= 4 ? !COMMON.test(letters) : letters.length > 0 && words.length >= 6;
}

/** Whether it goes on with, or ends, what began before it at the same depth. */
export function isCloser(words: string): boolean {
  return /^(?:[}\])]|<\/|\*\/|(?:end|fi|done|esac|else|elif|elsif|except|finally|catch|rescue|ensure)\b)/.test(words);
}

const DECLARES =
  /^(?:(?:export|default|async|public|private|protected|internal|static|final|abstract|override|readonly|declare|pub(?:\([\w ]+\))?|unsafe|extern|inline|virtual|sealed|partial)\s+)*(?:(?:function|def|fn|func|fun|class|interface|type|struct|enum|impl|trait|module|namespace|const|let|var|val|sub|object|record|void|int|bool|boolean|double|float|string)\b\*?\s+)?(?<name>[\p{L}_$][\p{L}\p{N}_$.#-]*)\s*(?<rest>.*)$/u;

const CONTROL =
  /^(?:if|for|foreach|while|switch|match|case|return|else|catch|with|import|from|use|using|require|try|do|throw|await|yield|new|delete|print|assert|expect|describe|it|test)$/;

/** The name a line declares, if it declares one: `function upload(a)` and `async function upload(b)` are the same. */
export function declaredName(words: string): string | undefined {
  if (words.length > 500) return undefined;
  const { name, rest = "" } = DECLARES.exec(words)?.groups ?? {};
  if (name === undefined || CONTROL.test(name)) return undefined;
  const isDeclared = !words.startsWith(name);
  if (isDeclared) return name;
  // Without a keyword, only a line that opens a block declares: a call does not.
  return /^[(<=:{]/.test(rest) && /(?:[{:]|=>|\bdo)$/.test(rest) ? name : undefined;
}

/** Whether a line begins with a comment. */
export function isComment(words: string): boolean {
  return /^(?:\/\/|\/\*|#(?![\w[])|--\s|<!--)/.test(words);
}

const COMMENT = /^(?:\{?\/\*+|\/\/+|#+|--+|;+|%+|<!--)\s*(?<said>.*?)\s*(?:\*+\/\}?|-->)?$/;

/** A comment such as `// ... existing code ...`. */
export function isElision(words: string): boolean {
  if (words.length > 200) return false;
  const said = COMMENT.exec(words)?.groups?.["said"];
  if (said === undefined) return false;
  return (
    /^(?:\.{3}|…)/.test(said) ||
    /^\W*(?:\w+ )?(?:existing|rest|remaining|unchanged|previous|same|other)\b.*(?:\.{3}|…)$/i.test(said)
  );
}

/** `...` alone on a line; in some languages it is code. */
export function isBareElision(words: string): boolean {
  return words === "..." || words === "…";
}

/** Half of the words in common, or the same name declared. */
export function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const name = declaredName(one);
  if (name !== undefined && name === declaredName(other)) return true;
  const [a, b] = [wordsIn(one), wordsIn(other)];
  if (a.length === 0 || b.length === 0) return false;
  const left = new Set(b);
  const common = a.filter((word) => left.delete(word)).length;
  return (2 * common) / (a.length + b.length) >= 0.5;
}

function wordsIn(text: string): string[] {
  return text.slice(0, 1_000).match(/[\p{L}\p{N}_]+/gu) ?? [];
}

// What the fence of a block of code says: its language, and the file it is of, also in a comment on its first line.

/** A file a block names, with the lines it may name of it. */
export interface NamedFile {
  path: string;
  lines?: { start: number; end: number };
}

const NAME = String.raw`[\p{L}\p{N}_.@+~()\[\]$\-]`;
const PATH = new RegExp(
  String.raw`^(?:${NAME}+\/)*${NAME}*[\p{L}\p{N}_\])]\.\w*[a-z]\w*$|^(?:${NAME}+\/)+${NAME}*[\p{L}\p{N}_\])]$`,
  "iu",
);

/** Looks like a file, and is the name of something else. */
const NO_FILE = /^(?:node|next|nuxt|vue|react|asp|vb)\.(?:js|net)$/i;

/** No path of a file is longer. */
const MOST_SIGNS = 300;

/** Candidates, most likely first. The caller checks which of the files exists. */
export function pathsOfFence(info: string, text: string): string[] {
  return filesOfFence(info, text).map(({ path }) => path);
}

export function filesOfFence(info: string, text: string): NamedFile[] {
  const words = info.match(/[\w-]+=(?:"[^"]*"|'[^']*')|[^\s{},]+/g) ?? [];
  const said = words.flatMap((word) => [word, afterSign(word)]);
  const files = [...said, markerOf(text)].flatMap((word) => fileNamed(word) ?? []);
  return [...new Map(files.toReversed().map((file) => [file.path, file])).values()].reverse();
}

/** What follows the opening fence first, unless that is a path: then the ending of it. */
export function languageOfFence(info: string): string {
  const [first = ""] = info.split(/[\s{,]/);
  const file = fileNamed(first);
  if (file !== undefined) return /\.(\w+)$/.exec(file.path)?.[1] ?? "";
  return first.split(":")[0] ?? "";
}

const SHELLS =
  /^(?:sh|bash|zsh|shell|shellscript|console|fish|ksh|csh|powershell|pwsh|ps1|bat|batch|cmd|(?:shell|bash|sh|console)-?session)$/i;

/** Whether a block is for a terminal; a path in the place of a language says that it is a file. */
export function isShell(info: string): boolean {
  const [first = ""] = info.split(/[\s{,:]/);
  return SHELLS.test(first);
}

/** Without the first line that only says which file it is. */
export function withoutMarker(text: string, path: string): string {
  if (fileNamed(markerOf(text))?.path !== path) return text;
  return text.replace(/^[^\n]*\n?(?:[ \t\r]*\n)?/, "");
}

function markerOf(text: string): string {
  const first =
    text
      .slice(0, MOST_SIGNS + 100)
      .split("\n", 1)[0]
      ?.trim() ?? "";
  const comment = /^(?:\/\/|#|--|;|%|\/\*|<!--)\s*(?:(?:file|path|filename)\s*[:=]\s*)?(\S+?)\s*(?:\*\/|-->)?$/i;
  return comment.exec(first)?.[1] ?? "";
}

/** `ts:src/a.ts`, `title="src/a.ts"`. */
function afterSign(word: string): string {
  return /^[\w+#-]+[:=](.+)$/.exec(word)?.[1] ?? "";
}

/** Without quotes, the lines it may name, and the dot-slash before it. */
function fileNamed(word: string): NamedFile | undefined {
  if (word.length > MOST_SIGNS) return undefined;
  const plain = word.replace(/^["'`]|["'`]$/g, "");
  const isQuoted = plain.length < word.length;
  const [named = "", start, end = start] =
    /(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)$/.exec(plain)?.filter(Boolean) ?? [];
  const path = plain
    .slice(0, plain.length - named.length)
    .replaceAll("\\", "/")
    .replace(/^\.\//, "");
  if (!PATH.test(isQuoted ? path.replaceAll(" ", "_") : path) || NO_FILE.test(path)) return undefined;
  return start === undefined ? { path } : { path, lines: { start: Number(start), end: Number(end) } };
}

// The files that a source file imports or includes, as its lines name them. A plain reading: no parser, no settings.

/** What is read of a file: imports stand at its beginning. */
const MOST_CHARACTERS = 200_000;
const MOST_LINES = 2_000;
/** A longer line is generated code. */
const LONGEST_LINE = 1_000;
const MOST_IMPORTS = 40;

export type ImportStyle =
  | "script"
  | "python"
  | "include"
  | "go"
  | "rust"
  | "dotted"
  | "ruby"
  | "php"
  | "style"
  | "dart";

const STYLES: Readonly<Record<string, ImportStyle>> = {
  ...styles("script", "ts tsx mts cts js jsx mjs cjs svelte vue astro"),
  ...styles("python", "py pyi"),
  ...styles("include", "c h cc cpp cxx hh hpp hxx m mm"),
  ...styles("dotted", "java kt kts scala groovy"),
  ...styles("style", "css scss sass less styl"),
  ...styles("go", "go"),
  ...styles("rust", "rs"),
  ...styles("ruby", "rb rake"),
  ...styles("php", "php"),
  ...styles("dart", "dart"),
};

/** What stands between the quotes or behind the keyword, in the group `name`. */
const PATTERNS: Readonly<Record<ImportStyle, RegExp[]>> = {
  script: [/(?:\bfrom|\bimport|\brequire)\s{0,20}\(?\s{0,20}["'](?<name>[^"']{1,300})["']/g],
  python: [
    /^\s{0,40}from\s{1,20}(?<name>\.{0,9}[\w.]{0,300})\s{1,20}import\b/g,
    /^\s{0,40}import\s{1,20}(?<name>[\w.]{1,300})/g,
  ],
  include: [/^\s{0,40}#\s{0,20}(?:include|import)\s{0,20}"(?<name>[^"]{1,300})"/g],
  go: [/^\s{0,40}(?:import\s{1,20})?(?:[\w.]{1,100}\s{1,20})?"(?<name>[\w./~-]{1,300})"\s{0,40}(?:\/\/.*)?$/g],
  rust: [
    /^\s{0,40}(?:pub(?:\([^)]{0,40}\))?\s{1,20})?(?<name>mod\s{1,20}\w{1,100})\s{0,20};/g,
    /^\s{0,40}(?:pub(?:\([^)]{0,40}\))?\s{1,20})?use\s{1,20}(?<name>(?:crate|super|self)(?:::\w{1,100}){1,20})/g,
  ],
  dotted: [/^\s{0,40}import\s{1,20}(?:static\s{1,20})?(?<name>\w{1,100}(?:\.\w{1,100}){1,20})/g],
  ruby: [/^\s{0,40}(?<name>require(?:_relative)?\s{0,20}\(?\s{0,20}["'][^"']{1,300})["']/g],
  php: [/\b(?:require|include)(?:_once)?\b[^"';]{0,100}["'](?<name>[^"']{1,300})["']/g],
  style: [/^\s{0,40}@(?:import|use|forward)\s{1,20}(?:url\()?\s{0,20}["'](?<name>[^"']{1,300})["']/g],
  dart: [/^\s{0,40}(?:import|export|part)\s{1,20}["'](?<name>[^"']{1,300})["']/g],
};

export function importStyle(path: string): ImportStyle | undefined {
  return STYLES[/\.(?<end>\w+)$/.exec(path.toLowerCase())?.groups?.["end"] ?? ""];
}

/** The imports in the order of their lines, each once; none for a language that is not known. */
export function importsOf(path: string, text: string): string[] {
  const style = importStyle(path);
  if (style === undefined) return [];
  const found = new Set<string>();
  for (const line of text.slice(0, MOST_CHARACTERS).split("\n", MOST_LINES)) {
    if (line.length > LONGEST_LINE || found.size >= MOST_IMPORTS) continue;
    for (const name of PATTERNS[style].flatMap((pattern) => namesIn(line.replace(/\r$/, ""), pattern))) found.add(name);
  }
  return [...found].slice(0, MOST_IMPORTS);
}

function namesIn(line: string, pattern: RegExp): string[] {
  return Array.from(line.matchAll(pattern), ({ groups }) => groups?.["name"] ?? "").filter((name) => name !== "");
}

function styles(style: ImportStyle, ends: string): Record<string, ImportStyle> {
  return Object.fromEntries(ends.split(" ").map((end) => [end, style]));
}

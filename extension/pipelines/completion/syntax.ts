// What is known of languages, as far as a completion needs it: comments, quotes, and what opens a block.

export interface Syntax {
  lineComments: readonly string[];
  blockComments: readonly (readonly [string, string])[];
  /** Quotes whose text ends on its own line. */
  quotes: string;
  /** Quotes whose text may go over lines; the longer come first. */
  longQuotes: readonly string[];
  /** What ends a line after which a block follows. */
  openers: RegExp;
  /** A slash may begin a regular expression. */
  hasRegexes: boolean;
  /** Prose: brackets and quotes in it need not match. */
  isProse: boolean;
  /** Lines that begin with it stand where they like: `#if`. */
  loose?: RegExp;
  /** A line of its own that closes a block without a bracket: `end`. */
  ends?: RegExp;
}

const BRACKETS = /[([{]$/;

const curly: Syntax = {
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  quotes: `"'`,
  longQuotes: [],
  openers: /(?:[([{]|=>)$/,
  hasRegexes: false,
  isProse: false,
};

const script: Syntax = { ...curly, longQuotes: ["`"], hasRegexes: true };

const preprocessed: Syntax = { ...curly, openers: BRACKETS, loose: /^#/ };

const hashed: Syntax = { ...curly, lineComments: ["#"], blockComments: [], openers: BRACKETS };

const python: Syntax = { ...hashed, longQuotes: [`"""`, "'''"], openers: /[([{:]$/ };

const prose: Syntax = {
  ...curly,
  lineComments: [],
  blockComments: [["<!--", "-->"]],
  quotes: "",
  openers: BRACKETS,
  isProse: true,
};

const markup: Syntax = {
  ...curly,
  lineComments: [],
  blockComments: [["<!--", "-->"]],
  quotes: `"`,
  openers: /(?:[([{]|<[A-Za-z][^<>]*[^/<>]>|<[A-Za-z]>)$/,
};

const styles: Syntax = { ...curly, lineComments: [], openers: /\{$/ };

const shell: Syntax = {
  ...hashed,
  openers: /[({]$|\b(?:do|then|else)$|\bin$/,
  ends: /^(?:fi|done|esac)\b/,
};

const table: Readonly<Record<string, Syntax>> = {
  typescript: script,
  javascript: script,
  typescriptreact: script,
  javascriptreact: script,
  go: { ...curly, longQuotes: ["`"], openers: BRACKETS },
  java: { ...curly, longQuotes: [`"""`], openers: BRACKETS },
  kotlin: { ...curly, longQuotes: [`"""`], openers: /(?:[([{]|->)$/ },
  swift: { ...curly, longQuotes: [`"""`], quotes: `"`, openers: BRACKETS },
  scala: { ...curly, longQuotes: [`"""`], openers: /(?:[([{=]|=>)$/ },
  // A quote may begin a lifetime.
  rust: { ...curly, quotes: `"` },
  c: preprocessed,
  cpp: { ...preprocessed, openers: /[([{]$|\b(?:public|private|protected):$/ },
  csharp: { ...preprocessed, openers: /(?:[([{]|=>)$/ },
  "objective-c": preprocessed,
  php: { ...curly, lineComments: ["//", "#"] },
  dart: curly,
  python,
  ruby: {
    ...hashed,
    openers:
      /[([{|]$|\b(?:do|then|else|begin|ensure)$|^\s*(?:def|class|module|if|unless|while|until|case|for|elsif|when|rescue)\b.*$/,
    ends: /^end\b/,
  },
  lua: {
    ...curly,
    lineComments: ["--"],
    blockComments: [["--[[", "]]"]],
    openers: /[([{]$|\b(?:do|then|else|repeat)$|\bfunction\b[^()]*\([^()]*\)$/,
    ends: /^(?:end|until)\b/,
  },
  shellscript: shell,
  bash: shell,
  yaml: { ...hashed, openers: /[:[{]$|^\s*-$|[|>]$/ },
  toml: { ...hashed, longQuotes: [`"""`, "'''"] },
  dockerfile: { ...hashed, openers: /\\$/ },
  makefile: { ...hashed, openers: /:$/ },
  sql: { ...curly, lineComments: ["--"], openers: /\($|\b(?:begin|then|else|as)$/i },
  json: { ...curly, lineComments: [], blockComments: [], quotes: `"`, openers: BRACKETS },
  jsonc: { ...curly, quotes: `"`, openers: BRACKETS },
  html: markup,
  xml: markup,
  vue: { ...script, openers: markup.openers },
  svelte: { ...script, openers: markup.openers },
  css: styles,
  scss: { ...styles, lineComments: ["//"] },
  less: { ...styles, lineComments: ["//"] },
  markdown: prose,
  plaintext: prose,
  latex: { ...prose, lineComments: ["%"], blockComments: [] },
  haskell: {
    ...curly,
    lineComments: ["--"],
    blockComments: [["{-", "-}"]],
    quotes: `"`,
    openers: /(?:[([{=]|\b(?:where|do|of|let))$/,
  },
  elixir: { ...hashed, longQuotes: [`"""`], openers: /[([{]$|\b(?:do|else|fn)$|->$/, ends: /^end\b/ },
  clojure: { ...curly, lineComments: [";"], blockComments: [], quotes: `"`, openers: BRACKETS },
  r: hashed,
  perl: hashed,
  powershell: { ...hashed, blockComments: [["<#", "#>"]] },
};

/** What most languages have in common. */
const unknown: Syntax = {
  ...curly,
  lineComments: ["//", "# "],
  longQuotes: [`"""`, "'''", "`"],
  openers: /(?:[([{:]|=>)$/,
  loose: /^#(?:if|ifdef|ifndef|else|elif|endif|define|include|pragma|region|endregion)\b/,
  ends: /^end$/,
};

/** By the editor's name of the language. */
export function syntaxOf(language: string | undefined): Syntax {
  return isKnownLanguage(language) ? (table[language] ?? unknown) : unknown;
}

export function isKnownLanguage(language: string | undefined): language is string {
  return language !== undefined && Object.hasOwn(table, language);
}

// The language of a fence, from a file's name; an editor that knows better is asked first.
const byExtension: Readonly<Record<string, string>> = {
  bash: "bash", c: "c", cc: "cpp", clj: "clojure", cpp: "cpp", cs: "csharp", css: "css", dart: "dart",
  ex: "elixir", go: "go", h: "c", hpp: "cpp", hs: "haskell", html: "html", java: "java", js: "javascript",
  json: "json", jsx: "javascriptreact", kt: "kotlin", lua: "lua", md: "markdown", mjs: "javascript", php: "php",
  pl: "perl", ps1: "powershell", py: "python", r: "r", rb: "ruby", rs: "rust", scala: "scala", scss: "scss",
  sh: "shellscript", sql: "sql", svelte: "svelte", swift: "swift", toml: "toml", ts: "typescript",
  tsx: "typescriptreact", vue: "vue", xml: "xml", yaml: "yaml", yml: "yaml", zig: "zig",
};

export function languageOf(path: string): string {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return byExtension[extension] ?? "";
}

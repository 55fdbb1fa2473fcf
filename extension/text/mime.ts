// Which mime types are text, and which one a text file has by its name.

const TEXT = /^text\/|^image\/svg\+xml$|[/+](json|xml|yaml|toml|javascript|typescript|sql|x-sh|x-httpd-php)$/;

export function isTextMime(mime: string): boolean {
  return TEXT.test(mime.replace(/;.*$/, "").trim().toLowerCase());
}

/** By extension, as agents and browsers write them. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  bash: "text/x-sh",
  c: "text/x-c",
  cc: "text/x-c++",
  cpp: "text/x-c++",
  cs: "text/x-csharp",
  css: "text/css",
  csv: "text/csv",
  go: "text/x-go",
  h: "text/x-c",
  hpp: "text/x-c++",
  htm: "text/html",
  html: "text/html",
  java: "text/x-java",
  js: "text/javascript",
  json: "application/json",
  jsx: "text/jsx",
  kt: "text/x-kotlin",
  lua: "text/x-lua",
  md: "text/markdown",
  mjs: "text/javascript",
  php: "text/x-php",
  pl: "text/x-perl",
  py: "text/x-python",
  rb: "text/x-ruby",
  rs: "text/x-rust",
  scala: "text/x-scala",
  sh: "text/x-sh",
  sql: "text/x-sql",
  svg: "image/svg+xml",
  swift: "text/x-swift",
  toml: "text/x-toml",
  ts: "text/x-typescript",
  tsx: "text/tsx",
  txt: "text/plain",
  xml: "text/xml",
  yaml: "text/yaml",
  yml: "text/yaml",
};

/** `undefined` for a name that says nothing of its content. */
export function textMimeOf(path: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}

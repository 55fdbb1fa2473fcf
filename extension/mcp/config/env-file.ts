// Parses the `NAME=value` lines of an environment file, with comments, `export` and quotes.

export function parseEnvFile(text: string): Record<string, string> {
  const entries = text.split(/\r?\n/).flatMap((line) => {
    const found = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line);
    return found === null ? [] : [[found[1] ?? "", valueOf(found[2] ?? "")] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf(written: string): string {
  const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(written);
  if (quoted === null) return written.replace(/\s+#.*$/, "").trim();
  const [, quote, inner = ""] = quoted;
  return quote === '"' ? inner.replaceAll("\\n", "\n") : inner;
}

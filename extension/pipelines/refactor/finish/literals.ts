// Lines that begin inside a text of several lines: their blanks are part of the program, not of its layout.

const BACKTICKS = /^(?:javascript|typescript|javascriptreact|typescriptreact|js|ts|jsx|tsx|mjs|svelte|vue|go|golang)$/i;
const TRIPLES = /^(?:python|py|kotlin|kt|scala|java|swift|csharp|cs|elixir|julia|toml|dart|groovy)$/i;

/** For each line whether it begins inside such a text. A language that is not known has none. */
export function literalLines(lines: readonly string[], language: string | undefined): boolean[] {
  const quotes = quotesOf(language ?? "");
  let open: string | undefined;
  const isInside = lines.map((line) => {
    const isOpen = open !== undefined;
    open = quoteAfter(line, quotes, open);
    return isOpen;
  });
  // A text that does not end was none.
  return open === undefined ? isInside : lines.map(() => false);
}

function quotesOf(language: string): string[] {
  if (BACKTICKS.test(language)) return ["`"];
  return TRIPLES.test(language) ? ['"""', "'''"] : [];
}

/** What is open at the end of a line. Comments and shorter strings are passed over. */
function quoteAfter(line: string, quotes: readonly string[], before: string | undefined): string | undefined {
  // Most lines have none, and a user waits.
  if (!quotes.some((one) => line.includes(one))) return before;
  let open = before;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === "\\") {
      at += 1;
      continue;
    }
    const quote = quotes.find((one) => line.startsWith(one, at));
    if (quote !== undefined && (open === undefined || open === quote)) {
      open = open === undefined ? quote : undefined;
      at += quote.length - 1;
    } else if (open === undefined) {
      if (line.startsWith("//", at) || (line[at] === "#" && quotes.includes('"""'))) break;
      const closing = line[at] === '"' || line[at] === "'" ? endOfString(line, at) : at;
      at = closing;
    }
  }
  return open;
}

function endOfString(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === line[from]) return at;
  }
  return from;
}

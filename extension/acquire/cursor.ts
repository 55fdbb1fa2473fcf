// Where the cursor is: its line and the enclosing symbol.
import type { Resolved } from "../message/resolved.ts";
import { context } from "./context.ts";
import type { EnclosingSymbol } from "./symbols/symbol.ts";
import * as words from "./words.ts";

export interface Cursor {
  path: string;
  /** As the gutter and the status bar count. */
  line: number;
  column: number;
  text: string;
  symbol: EnclosingSymbol | undefined;
}

const LONGEST_LINE = 500;

export function cursorContext({ path, line, column, text, symbol }: Cursor, now: number): Resolved {
  const payload = {
    line,
    column,
    text: text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text,
    ...(symbol !== undefined && {
      in: words.inSymbol(symbol.kind, symbol.name, symbol.range.start, symbol.range.end),
    }),
  };
  return context("cursor", payload, now, path);
}

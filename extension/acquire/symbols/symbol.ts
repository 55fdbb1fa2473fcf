// The symbols of a document as a tree of ranges, and the innermost one around a line.
import type { LineRange } from "../../message/range.ts";

export interface SymbolNode {
  name: string;
  kind: string;
  range: LineRange;
  children: readonly SymbolNode[];
}

export interface EnclosingSymbol {
  /** With what it is in: `Uploader.send`. */
  name: string;
  kind: string;
  range: LineRange;
}

export function enclosingSymbol(symbols: readonly SymbolNode[], line: number): EnclosingSymbol | undefined {
  const around = symbols.find(({ range }) => range.start <= line && line <= range.end);
  if (around === undefined) return undefined;
  const { name, kind, range, children } = around;
  const inner = enclosingSymbol(children, line);
  return inner === undefined ? { name, kind, range } : { ...inner, name: `${name}.${inner.name}` };
}

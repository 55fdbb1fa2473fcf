// Reads the cursor position with the symbol around it, and the visible lines.
import { nothing } from "../../../acquire/context.ts";
import { cursorContext } from "../../../acquire/cursor.ts";
import { selectionContext } from "../../../acquire/selection.ts";
import { enclosingSymbol } from "../../../acquire/symbols/symbol.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { type Keep, keepAll } from "../../files/kept-out.ts";
import { lastTextEditor } from "../../window/last-editor.ts";
import { isFile, mayGo, sourceOf } from "./read-selection.ts";
import { readSymbols } from "./read-symbols.ts";
import { pathOf } from "../../files/workspace.ts";
import * as words from "../words.ts";

export async function readCursor(now: number, keep: Keep = keepAll): Promise<Resolved> {
  const editor = lastTextEditor();
  if (editor === undefined) return nothing(words.noEditor);
  const { document, selection } = editor;
  const { line, character } = selection.active;
  const symbol = enclosingSymbol(await readSymbols(document.uri), line + 1);
  const { text } = document.lineAt(line);
  const path = sourceOf(document);
  if (!(await mayGo(document, keep))) return nothing(words.notAutomatic);
  return cursorContext({ path, line: line + 1, column: character + 1, text, symbol }, now);
}

export async function readViewport(now: number, keep: Keep = keepAll): Promise<Resolved> {
  const editor = lastTextEditor();
  if (editor === undefined) return nothing(words.noEditor);
  const { document, visibleRanges } = editor;
  const places = visibleRanges.map((visible) => {
    const range = { start: visible.start.line + 1, end: visible.end.line + 1 };
    const last = document.lineAt(visible.end.line);
    if (isFile(document.uri)) return { path: pathOf(document.uri), range };
    return { source: sourceOf(document), range, text: document.getText(visible.with({ end: last.range.end })) };
  });
  if (!(await mayGo(document, keep))) return nothing(words.notAutomatic);
  const { parts } = selectionContext(places, now);
  const shown = parts.map((part) => (part.type === "editor-context" ? { ...part, kind: "viewport" } : part));
  return shown.length === 0 ? nothing(words.editorHidden) : { parts: shown };
}

// A mentioned symbol as the model reads it: its name and its lines when the message was sent.
import type { SymbolFact, SymbolTarget } from "../message/symbol-fact.ts";
import { editorContextText } from "./model-view.ts";
import { type PartView, textView, unresolvedView } from "./part-view.ts";
import * as words from "./words.ts";

/** Without a fact, as in a message of an older version, the lines are those of the mention. */
export function viewSymbol({ name, path, range: was }: SymbolTarget, fact: SymbolFact | undefined): PartView {
  if (fact?.state === "gone") return unresolvedView(name, fact.reason);
  const { start, end } = fact?.state === "found" ? fact.range : was;
  const text = editorContextText({ kind: "ref", source: path, payload: { name, path, lines: `${start}-${end}` } });
  const hasMoved = start !== was.start || end !== was.end;
  const loweredAs = hasMoved ? words.asMoved(was.start, was.end) : words.asEditorContext;
  const seen = textView("mention", name, text, "json", loweredAs);
  return fact?.state === "unchecked" ? { ...seen, reduced: words.notChecked(fact.reason) } : seen;
}

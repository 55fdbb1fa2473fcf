// What a completion sends: the text around the caret and pieces of other files, as much as the model has room for.
import type { FimFormat, Hole } from "../../lower/fim/hole.ts";
import type { Model } from "../../message/model.ts";
import { type Amount, amountAt } from "./amount.ts";
import { caretAt, indentOf } from "./caret.ts";
import { chooseSnippets, type Source } from "./snippets/choose.ts";
import type { Snippet, SnippetWindows } from "./snippets/windows.ts";
import { isKnownLanguage, type Syntax, syntaxOf } from "./syntax.ts";
import { around, WINDOW, type WindowLimits } from "./window.ts";

export interface Wanted {
  path: string;
  language: string;
  text: string;
  offset: number;
  /** Open or lately changed files, none of them ignored or secret. */
  sources: readonly Source[];
  /** What is known of these files from the last time. */
  windows?: SnippetWindows;
  /** Without it, as the place suggests. */
  amount?: Amount;
}

export interface BuiltHole {
  hole: Hole;
  snippets: readonly Snippet[];
  /** What of the document stays out, in characters. */
  leftOut: { before: number; after: number };
}

const LINE_TOKENS = 96;
const BLOCK_TOKENS = 320;

/** A model that thinks needs room for it. */
const CHAT_TOKENS = 1_024;

/** In code, at least so many bytes are a token. */
const BYTES_PER_TOKEN = 2.5;

export function buildHole(wanted: Wanted, model: Model, format: FimFormat): BuiltHole {
  const { path, language, text, offset } = wanted;
  const syntax = syntaxOf(language);
  const caret = caretAt(text, offset);
  const amount = wanted.amount ?? amountAt(caret, syntax);
  const most = format === "chat" ? CHAT_TOKENS : amount === "line" ? LINE_TOKENS : BLOCK_TOKENS;
  const tokens = Math.max(1, Math.min(most, model.max_output, Math.floor(model.context_window / 4)));
  const bytes = (model.context_window - tokens) * BYTES_PER_TOKEN;
  const { prefix, suffix, leftOut } = around(text, offset, limitsFor(bytes));
  const room = { count: 4, bytes: Math.min(4_096, Math.floor(bytes * 0.2)) };
  const snippets = chooseSnippets({ path, prefix, suffix }, wanted.sources, room, wanted.windows);
  const comment = isKnownLanguage(language) ? commentOf(syntax) : undefined;
  const hole = {
    ...{ path, language, prefix, suffix, snippets, amount, tokens },
    indent: indentOf(caret.before).length,
    ...(comment !== undefined && { comment }),
  };
  return { hole, snippets, leftOut };
}

function limitsFor(bytes: number): WindowLimits {
  return {
    ...WINDOW,
    bytesBefore: Math.min(WINDOW.bytesBefore, Math.max(64, Math.floor(bytes * 0.5))),
    bytesAfter: Math.min(WINDOW.bytesAfter, Math.max(32, Math.floor(bytes * 0.2))),
  };
}

function commentOf({ lineComments, blockComments }: Syntax): Hole["comment"] {
  const [line] = lineComments;
  if (line !== undefined) return { start: line, end: "" };
  const [block] = blockComments;
  return block === undefined ? undefined : { start: block[0], end: block[1] };
}

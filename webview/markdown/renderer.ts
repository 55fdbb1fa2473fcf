// Renders Markdown to sanitized HTML, block by block: no raw HTML, images or styles. The host opens the links.
import type { Env, MarkdownIt, Token } from "markdown-it";
import type { Block } from "./block.ts";
import { codeOf } from "./fence.ts";
import { cutList, cutTable, isLong, type Piece } from "./long-blocks.ts";
import { createMarkdown } from "./markdown.ts";
import { sanitize } from "./sanitize.ts";

interface Rendered {
  /** Where its text begins in the source. */
  start: number;
  /** The text to put before it when it is rendered alone. */
  prefix: string;
  block: Block;
}

export interface Renderer {
  /** The top-level blocks, long ones in pieces. Adds the link references to `env`. */
  render: (source: string, env: Env) => Rendered[];
}

export function createRenderer(): Renderer {
  const md = createMarkdown();
  return {
    render(source, env) {
      return [...blocksIn(md, source, env)].flatMap(({ start, end, tokens }) => {
        const cut = cutters[tokens[0]?.type ?? ""];
        const text = source.slice(start, end);
        const pieces = cut !== undefined && isLong(text) ? cut(text) : [];
        if (pieces.length > 1) return piecesOf(md, text, start, pieces, env);
        return [{ start, prefix: "", block: blockOf(md, tokens, env, false) }];
      });
    },
  };
}

function blockOf(md: MarkdownIt, tokens: Token[], env: Env, joins: boolean): Block {
  const [first] = tokens;
  if (tokens.length === 1 && first?.type === "fence") return codeOf(md.utils.unescapeAll(first.info), first.content);
  if (tokens.length === 1 && first?.type === "code_block") return codeOf("", first.content);
  return { kind: "html", html: sanitize(md.renderer.render(tokens, md.options, env)), joins };
}

function* blocksIn(
  md: MarkdownIt,
  source: string,
  env: Env,
): Generator<{ start: number; end: number; tokens: Token[] }> {
  const offsets = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) offsets.push(at + 1);
  let tokens: Token[] = [];
  for (const token of md.parse(source, env)) {
    tokens.push(token);
    if (token.level > 0 || token.nesting > 0) continue;
    const [from = 0, to = from] = tokens[0]?.map ?? [];
    yield { start: offsets[from] ?? source.length, end: offsets[to] ?? source.length, tokens };
    tokens = [];
  }
}

/** Renders a list or a table piece by piece, each on its own. */
function piecesOf(md: MarkdownIt, text: string, start: number, pieces: Piece[], env: Env): Rendered[] {
  return pieces.flatMap((piece, index) => {
    const own = piece.prefix + text.slice(piece.start, pieces[index + 1]?.start);
    const [only] = blocksIn(md, own, env);
    if (only === undefined) return [];
    return [{ start: start + piece.start, prefix: piece.prefix, block: blockOf(md, only.tokens, env, index > 0) }];
  });
}

const cutters: Partial<Record<string, (text: string) => Piece[]>> = {
  bullet_list_open: cutList,
  ordered_list_open: cutList,
  table_open: cutTable,
};

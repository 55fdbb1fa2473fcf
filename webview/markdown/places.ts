// Links for the places an answer names, in prose and in inline code: "src/a.ts:10-25".
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import {
  findPaths,
  findPlaces,
  hrefOf,
  parsePlace,
  type FoundPlace,
  type Place,
} from "../../extension/text/paths/place.ts";

export function linkPlaces(md: MarkdownIt): void {
  md.core.ruler.after("linkify", "places", (state) => {
    for (const token of state.tokens) if (token.children?.some(mayHold)) token.children = linked(state, token.children);
  });
}

/** A cheap test before the pattern, because most text names no place. */
function mayHold({ type, content }: Token): boolean {
  return (type === "text" || type === "code_inline") && /[\w.](?::\d|#L\d)|\/\S*\.[A-Za-z]/.test(content);
}

function linked(state: StateCore, tokens: Token[]): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") depth++;
    else if (token.type === "link_close") depth--;
    if (depth > 0 || !mayHold(token)) return [token];
    return token.type === "text" ? linkedText(state, token) : linkedCode(state, token);
  });
}

function linkedCode(state: StateCore, token: Token): Token[] {
  const place = parsePlace(token.content);
  return place === undefined ? [token] : link(state, place, token);
}

function linkedText(state: StateCore, token: Token): Token[] {
  const out: Token[] = [];
  let from = 0;
  for (const { index, text: words, place } of placesIn(token.content)) {
    if (index > from) out.push(text(state, token.content.slice(from, index)));
    out.push(...link(state, place, text(state, words)));
    from = index + words.length;
  }
  if (from < token.content.length) out.push(text(state, token.content.slice(from)));
  return out;
}

/** In order: places with lines, and paths alone between them. */
function placesIn(content: string): FoundPlace[] {
  const out: FoundPlace[] = [];
  let from = 0;
  const alone = (to: number): void => {
    for (const found of findPaths(content.slice(from, to))) out.push({ ...found, index: from + found.index });
  };
  for (const place of findPlaces(content)) {
    alone(place.index);
    out.push(place);
    from = place.index + place.text.length;
  }
  alone(content.length);
  return out;
}

function link(state: StateCore, place: Place, inner: Token): Token[] {
  const open = new state.Token("link_open", "a", 1);
  open.attrSet("href", hrefOf(place));
  open.attrSet("class", "place");
  return [open, inner, new state.Token("link_close", "a", -1)];
}

function text(state: StateCore, content: string): Token {
  const token = new state.Token("text", "", 0);
  token.content = content;
  return token;
}

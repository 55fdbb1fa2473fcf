// A page as text: headings, paragraphs, lists, links and code, without scripts and styles. Runs in linear time.
import { Breather } from "../../stream/breather.ts";
import { decodeEntities } from "./html-entities.ts";

/** Elements whose content readers do not see. */
const HIDDEN = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "object",
  "canvas",
  "select",
  "head",
]);

const BLOCKS = new Set(
  "address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hr html li main nav ol p pre section summary table tbody thead tr ul".split(
    " ",
  ),
);

/** A longer text is split, so that each step is short. */
const TEXT_LENGTH = 1 << 16;

/** Relative links become absolute by `base`. */
export async function htmlText(html: string, base: URL): Promise<string> {
  const page = new Page(base);
  const breather = new Breather();
  for (const token of tokensOf(html)) {
    page.take(token);
    if (breather.isDue) await breather.rest();
  }
  return page.text();
}

type Token = { type: "text"; text: string } | { type: "open" | "close"; name: string; attributes: string };

/** An unclosed tag ends the page, so that nothing is scanned twice. */
function* tokensOf(html: string): Generator<Token> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const end = open === -1 ? html.length : open;
    for (; at < end; at += TEXT_LENGTH) yield { type: "text", text: html.slice(at, Math.min(end, at + TEXT_LENGTH)) };
    if (open === -1) return;
    if (html.startsWith("<!--", open)) {
      const over = html.indexOf("-->", open + 4);
      if (over === -1) return;
      at = over + 3;
      continue;
    }
    const next = html.charAt(open + 1);
    if (!/[a-z/!?]/i.test(next)) {
      yield { type: "text", text: "<" };
      at = open + 1;
      continue;
    }
    const over = html.indexOf(">", open);
    if (over === -1) return;
    const tag = html.slice(open + 1, over);
    const name = /^\/?([a-z][a-z0-9-]*)/i.exec(tag)?.[1]?.toLowerCase();
    at = over + 1;
    if (name === undefined) continue;
    const isClose = tag.startsWith("/");
    yield { type: isClose ? "close" : "open", name, attributes: tag.slice(name.length) };
    // In these elements `<` does not start a tag.
    if (isClose || (name !== "script" && name !== "style")) continue;
    const closing = indexOfClosing(html, name, at);
    if (closing === -1) return;
    at = closing;
  }
}

/** Case may differ; nothing is searched twice. */
function indexOfClosing(html: string, name: string, from: number): number {
  for (let at = html.indexOf("</", from); at !== -1; at = html.indexOf("</", at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return -1;
}

class Page {
  readonly #base: URL;
  readonly #out: string[] = [];
  /** Names of the hidden elements that are open. */
  readonly #hidden: string[] = [];
  #title = "";
  #isTitle = false;
  #pre = 0;
  #links: { at: number; href: string }[] = [];
  #needsSpace = false;
  /** Line breaks that come before the next word. */
  #breaks = 0;

  constructor(base: URL) {
    this.#base = base;
  }

  take(token: Token): void {
    if (token.type === "text") this.#text(token.text);
    else if (token.type === "open") this.#open(token.name, token.attributes);
    else this.#close(token.name);
  }

  text(): string {
    const body = this.#out.join("").trim();
    const title = this.#title.trim().replace(/\s+/g, " ");
    return title === "" ? body : `${title}\n\n${body}`;
  }

  #text(raw: string): void {
    if (this.#isTitle) this.#title += decodeEntities(raw);
    if (this.#isTitle || this.#hidden.length > 0) return;
    const text = decodeEntities(raw);
    if (this.#pre > 0) {
      this.#say(text);
      return;
    }
    const words = text.split(/[ \t\r\n\f]+/);
    for (const [index, word] of words.entries()) {
      if (index > 0) this.#needsSpace = true;
      if (word !== "") this.#say(word);
    }
  }

  #open(name: string, attributes: string): void {
    if (name === "title" && this.#title === "") this.#isTitle = true;
    if (HIDDEN.has(name) && !attributes.endsWith("/")) this.#hidden.push(name);
    // A page may leave its head open.
    if (name === "body") this.#hidden.length = 0;
    if (this.#hidden.length > 0) return;
    if (name === "pre") this.#pre += 1;
    if (name === "br") this.#breaks = Math.max(this.#breaks, 1);
    if (name === "td" || name === "th") this.#needsSpace = true;
    this.#block(name);
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) this.#mark(`${"#".repeat(Number(level))} `);
    if (name === "li") this.#mark("- ");
    if (name === "a") this.#links.push({ at: this.#out.length, href: hrefOf(attributes) });
  }

  #close(name: string): void {
    if (name === "title") this.#isTitle = false;
    const hidden = this.#hidden.lastIndexOf(name);
    if (hidden !== -1) this.#hidden.length = hidden;
    if (this.#hidden.length > 0) return;
    if (name === "pre") this.#pre = Math.max(0, this.#pre - 1);
    if (name === "a") this.#endLink();
    this.#block(name);
  }

  #block(name: string): void {
    if (/^h[1-6]$|^p$|^pre$|^table$|^ul$|^ol$|^blockquote$/.test(name)) this.#breaks = 2;
    else if (BLOCKS.has(name)) this.#breaks = Math.max(this.#breaks, 1);
  }

  /** Writes the sign of a heading or a list item. */
  #mark(sign: string): void {
    this.#say(sign);
    this.#needsSpace = false;
  }

  #endLink(): void {
    const link = this.#links.pop();
    if (link === undefined || link.href === "" || this.#out.length === link.at) return;
    const url = URL.parse(link.href, this.#base);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    this.#out.push(` (${url.href})`);
  }

  #say(text: string): void {
    if (this.#breaks > 0) {
      if (this.#out.length > 0) this.#out.push("\n".repeat(this.#breaks));
    } else if (this.#needsSpace && this.#out.length > 0) this.#out.push(" ");
    this.#breaks = 0;
    this.#needsSpace = false;
    this.#out.push(text);
  }
}

function hrefOf(attributes: string): string {
  if (attributes.length > 4_000) return "";
  const found = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const href = decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
  return href.startsWith("#") ? "" : href;
}

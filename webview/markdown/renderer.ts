// Markdown to clean HTML, block by block: no raw HTML, no images, no styles, links for the host to judge.
import DOMPurify from "dompurify";
import MarkdownIt, { type Env, type Token } from "markdown-it";
import type { Block } from "./blocks.ts";

export interface Renderer {
  /** Each top-level block with the line it begins at; `env` learns the link references. */
  render: (source: string, env: Env) => { line: number; block: Block }[];
}

const clean = {
  ALLOWED_TAGS: [
    ..."p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a br hr".split(" "),
    ..."table thead tbody tr th td div".split(" "),
  ],
  ALLOWED_ATTR: ["href", "title", "class", "start", "tabindex"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

export function createRenderer(): Renderer {
  const md = new MarkdownIt({ html: false, linkify: true });
  // "main.rs" and "README.md" are files here, not hosts.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const { rules } = md.renderer;
  // An image would tell its server that the answer was read.
  rules["image"] = (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet("src") ?? "");
    const { escapeHtml } = md.utils;
    return `<a href="${escapeHtml(source)}">${escapeHtml(token?.content || source)}</a>`;
  };
  rules["table_open"] = () => '<div class="table" tabindex="0"><table>';
  rules["table_close"] = () => "</table></div>";
  rules["fence"] = code;
  rules["code_block"] = code;
  rules["th_open"] = cell;
  rules["td_open"] = cell;

  /** Code inside a list or a quotation; at the top level it is a block of its own. */
  function code(tokens: Token[], index: number): string {
    return `<pre tabindex="0"><code>${md.utils.escapeHtml(tokens[index]?.content ?? "")}</code></pre>`;
  }

  /** markdown-it aligns with a style attribute, which the policy refuses. */
  function cell(tokens: Token[], index: number): string {
    const token = tokens[index];
    const align = /text-align:(\w+)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
    return align === undefined ? `<${token?.tag}>` : `<${token?.tag} class="${align}">`;
  }

  function blockOf(tokens: Token[], env: Env): Block {
    const [first] = tokens;
    if (tokens.length === 1 && (first?.type === "fence" || first?.type === "code_block")) {
      const language = first.info.trim().split(/\s/)[0] ?? "";
      return { kind: "code", language, text: first.content.replace(/\n$/, ""), closed: false };
    }
    return { kind: "html", html: DOMPurify.sanitize(md.renderer.render(tokens, md.options, env), clean) };
  }

  return {
    render(source, env) {
      const blocks: { line: number; block: Block }[] = [];
      let group: Token[] = [];
      for (const token of md.parse(source, env)) {
        group.push(token);
        if (token.level > 0 || token.nesting > 0) continue;
        blocks.push({ line: group[0]?.map?.[0] ?? 0, block: blockOf(group, env) });
        group = [];
      }
      return blocks;
    },
  };
}

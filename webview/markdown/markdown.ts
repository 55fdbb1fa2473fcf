// markdown-it as answers need it: no raw HTML, no images, no styles, and paths of files as links.
import MarkdownIt, { type MarkdownIt as Markdown, type Token } from "markdown-it";
import { linkPlaces } from "./places.ts";
import { markTasks } from "./tasks.ts";

export function createMarkdown(): Markdown {
  const md = new MarkdownIt({ html: false, linkify: true });
  // "main.rs" and "README.md" are files here, not hosts.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  linkPlaces(md);
  markTasks(md);
  const { rules } = md.renderer;
  const { escapeHtml } = md.utils;
  // An image request would tell its server that the user reads the answer.
  rules["image"] = (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet("src") ?? "");
    return `<a href="${escapeHtml(source)}">${escapeHtml(token?.content || source)}</a>`;
  };
  // Code inside a list or a blockquote; top-level code becomes a separate block.
  const code = (tokens: Token[], index: number): string =>
    `<pre tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? "")}</code></pre>`;
  rules["table_open"] = () => '<div class="table" tabindex="0"><table>';
  rules["table_close"] = () => "</table></div>";
  rules["fence"] = code;
  rules["code_block"] = code;
  rules["th_open"] = cell;
  rules["td_open"] = cell;
  return md;
}

/** markdown-it aligns with a style attribute, which the policy refuses. */
function cell(tokens: Token[], index: number): string {
  const token = tokens[index];
  const align = /text-align:(\w+)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
  return align === undefined ? `<${token?.tag}>` : `<${token?.tag} class="${align}">`;
}

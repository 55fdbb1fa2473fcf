// Task lists: "[x]" at the beginning of an item becomes a disabled checkbox.
import type { MarkdownIt } from "markdown-it";
import * as words from "./words.ts";

export function markTasks(md: MarkdownIt): void {
  md.core.ruler.after("inline", "tasks", ({ tokens, Token }) => {
    tokens.forEach((inline, index) => {
      const [paragraph, item] = [tokens[index - 1], tokens[index - 2]];
      if (inline.type !== "inline" || paragraph?.type !== "paragraph_open" || item?.type !== "list_item_open") return;
      const first = inline.children?.[0];
      const mark = first?.type === "text" ? /^\[([ xX])\] /.exec(first.content) : null;
      if (first === undefined || mark === null) return;
      const done = mark[1] !== " ";
      first.content = first.content.slice(mark[0].length);
      const box = new Token("html_inline", "", 0);
      box.content = `<input type="checkbox" disabled${done ? " checked" : ""} aria-label="${done ? words.done : words.toDo}"> `;
      inline.children?.unshift(box);
      item.attrSet("class", "task");
    });
  });
}

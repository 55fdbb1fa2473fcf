// Markup that is shown without the sanitizer: only tags that can do nothing.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMarkdown } from "../../webview/markdown/markdown.ts";
import { isPlain } from "../../webview/markdown/plain-markup.ts";

test("text, headings, lists, quotes, tables and code are plain", () => {
  const md = createMarkdown();
  for (const source of [
    "7. a",
    "| a |\n|--:|\n| src/a.ts |",
    "`src/net/a.ts:10-25`",
    "- [x] a\n- [ ] b",
    "a & b < c > d",
    "# A",
    "- a\n- **b**",
    "> `a`",
    "| a |\n|---|\n| b |",
    "- a\n\n  ```\n  <b>\n  ```",
  ])
    expect(isPlain(md.render(source)), source).toBe(true);
});

test.each([
  "<p onclick=alert(1)>a</p>",
  "<p >a</p>",
  "<P>a</P>",
  "<script>alert(1)</script>",
  "<<p>script>alert(1)<</p>/script>",
  "<img src=x onerror=alert(1)>",
  '<a href="https://example.com">a</a>',
  '<div class="table" tabindex="0" onclick="alert(1)">a</div>',
  '<pre tabindex="0"onclick="alert(1)">a</pre>',
  '<a href="javascript:alert(1)" class="place">a</a>',
  '<a href="java&#115;cript:alert(1)" class="place">a</a>',
  '<ol start="1" onclick="alert(1)">',
  '<li class="other">a</li>',
  '<input type="checkbox" disabled checked onfocus=alert(1) aria-label="Done">',
  '<input type="checkbox" aria-label="Done">',
  '<input type="image" src="x">',
  "<svg>",
  "<!-- a -->",
  "a <",
])("%s goes through the sanitizer", (html) => {
  expect(isPlain(html)).toBe(false);
});

test("no attribute gets past it, whatever stands between the tags", () => {
  const piece = fc.constantFrom(
    "<",
    ">",
    "p",
    "/p",
    " ",
    "onclick=",
    '"',
    "<p>",
    "</p>",
    "code",
    "script",
    "<br>",
    "&lt;",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join("");
      const tags = html.match(/<[^>]*>?/g) ?? [];
      if (isPlain(html)) expect(tags.filter((tag) => !/^<\/?[a-z]+>$/.test(tag))).toEqual([]);
    }),
  );
});

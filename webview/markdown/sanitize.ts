// Removes from the markup of a block what an answer may not bring into the page.
import DOMPurify from "dompurify";
import { isPlain } from "./plain-markup.ts";

const clean = {
  ALLOWED_TAGS: [
    ..."p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a br hr".split(" "),
    ..."table thead tbody tr th td div input".split(" "),
  ],
  ALLOWED_ATTR: ["href", "title", "class", "start", "tabindex", "type", "checked", "disabled", "aria-label"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

// Set the configuration once: parsing it at each call costs more than the sanitizing.
DOMPurify.setConfig(clean);

export function sanitize(html: string): string {
  return isPlain(html) ? html : DOMPurify.sanitize(html);
}

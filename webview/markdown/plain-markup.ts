// Tells markup that a sanitizer would not change: the open end of an answer is rendered in each frame.

/**
 * Allowed tags without attributes, and those whose attributes the renderer itself writes. The link of a place has no ":",
 * so it names no scheme.
 */
const PLAIN_TAG = new RegExp(
  `<(?:${[
    "/?(?:p|h[1-6]|ul|ol|li|blockquote|code|em|strong|s|br|hr|table|thead|tbody|tr|th|td)",
    "/(?:pre|div|a)",
    'pre tabindex="0"',
    'div class="table" tabindex="0"',
    't[hd] class="(?:left|center|right)"',
    'ol start="\\d{1,9}"',
    'li class="task"',
    'input type="checkbox" disabled(?: checked)? aria-label="[\\w ]+"',
    'a href="[\\w./%#-]*" class="place"',
  ].join("|")})>`,
  "g",
);

/** Every "<" begins such a tag, so there is nothing to remove. */
export function isPlain(html: string): boolean {
  return !html.replace(PLAIN_TAG, "").includes("<");
}

// Which mime types are text.

const TEXT = /^text\/|^image\/svg\+xml$|[/+](json|xml|yaml|toml|javascript|typescript|sql|x-sh|x-httpd-php)$/;

export function isTextMime(mime: string): boolean {
  return TEXT.test(mime.replace(/;.*$/, "").trim().toLowerCase());
}

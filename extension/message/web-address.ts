// An address of the web, and nothing else that only looks like one.

/** `localhost:1234` alone is none: it reads as the scheme `localhost`. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

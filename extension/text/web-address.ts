// An address of the web, and nothing else that only looks like one.

/** `localhost:1234` alone is none: it reads as the scheme `localhost`. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Not encrypted, and on another machine than this one. */
export function isPlainHttp(address: string): boolean {
  return new URL(address).protocol === "http:" && !isThisMachine(address);
}

/** A server that listens where this program runs. */
export function isThisMachine(address: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

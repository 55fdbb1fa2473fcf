// An address of the web, and nothing else that only looks like one.

/** `localhost:1234` alone is none: it reads as the scheme `localhost`. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Not encrypted, and on another machine than this one. */
export function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

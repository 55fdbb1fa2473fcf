// The headers of a request: those Galley and its libraries need, and no key but the one for this host.

/** What the libraries say of themselves and of the body. */
const KNOWN =
  /^(accept|content-type|content-length|user-agent|anthropic-version|anthropic-dangerous-direct-browser-access|x-goog-api-client|x-stainless-[a-z-]+)$/;

const KEYS = new Set(["authorization", "x-api-key", "x-goog-api-key"]);

/** What stands where a library insists on a key and there is none. */
export const NO_KEY = "none";

/** A library also reads headers and keys from the environment and from fields of a request: none of those goes. */
export function ownHeaders(given: HeadersInit | undefined, key: string | undefined): Headers {
  const own = new Headers();
  for (const [name, value] of new Headers(given)) {
    const isKey = KEYS.has(name) && value.replace(/^Bearer /, "") === (key ?? NO_KEY);
    if (isKey || KNOWN.test(name)) own.set(name, value);
  }
  return own;
}

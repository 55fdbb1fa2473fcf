// An answer that sends a request on to another address. Galley follows none: it names the address instead.

export interface Redirect {
  /** Nothing where the network does not tell. */
  to: string | undefined;
}

export function redirectOf(response: Response, from: string): Redirect | undefined {
  const { status, headers, type } = response;
  if (type !== "opaqueredirect" && (status < 300 || status >= 400)) return undefined;
  const to = headers.get("location") ?? "";
  // The body is not read: how it ends does not matter.
  void response.body?.cancel().catch(() => undefined);
  return { to: to !== "" && URL.canParse(to, from) ? new URL(to, from).href : undefined };
}

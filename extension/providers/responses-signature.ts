// A reasoning item of OpenAI's Responses API as one signature: its id and its encrypted content.

/** The first sign that cannot stand in an id. */
const SEPARATOR = ":";

export function signatureOf(id: string, encrypted: string): string {
  return `${encodeURIComponent(id)}${SEPARATOR}${encrypted}`;
}

/** `undefined` for a signature that is none of these. */
export function partsOf(signature: string): { id: string; encrypted: string } | undefined {
  const at = signature.indexOf(SEPARATOR);
  if (at < 0) return undefined;
  try {
    return { id: decodeURIComponent(signature.slice(0, at)), encrypted: signature.slice(at + 1) };
  } catch {
    return undefined; // Stored by hand, or by another program.
  }
}

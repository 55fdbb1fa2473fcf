// The arguments of a tool call, put together from the pieces in which they stream.

/** Blank text means no arguments. Returns invalid JSON as text, for the caller to check. */
export function parseArguments(json: string): unknown {
  if (json.trim() === "") return {};
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // The schema of the tool refuses the text, and the model learns why.
    return json;
  }
}

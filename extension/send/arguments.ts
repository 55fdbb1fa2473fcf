// The arguments of a tool call, put together from the pieces in which they stream.

/** No arguments are none; what is not JSON is kept as the text it is, for whoever checks it. */
export function parseArguments(json: string): unknown {
  if (json.trim() === "") return {};
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

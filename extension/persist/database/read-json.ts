// Parses the JSON of a row. Returns corrupt JSON as text, which is then shown as unsupported, instead of throwing.
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

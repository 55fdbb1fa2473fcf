// Parses the JSON of a row. Returns corrupt JSON as text, which is then shown as unsupported, instead of throwing.
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema that reads the row refuses the text.
    return text;
  }
}

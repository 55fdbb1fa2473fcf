// What a row holds. One that is not JSON any more is shown as unsupported, not thrown.
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

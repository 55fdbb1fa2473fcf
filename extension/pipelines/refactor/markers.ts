// The signs that show a model where the selection begins and ends, or where the caret is.

export interface Markers {
  open: string;
  close: string;
  caret: string;
}

/** Signs that the document does not contain. */
export function markersFor(text: string): Markers {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? "" : String(count);
    const markers = { open: `<<selection${name}>>`, close: `<</selection${name}>>`, caret: `<<cursor${name}>>` };
    if (!Object.values(markers).some((marker) => text.includes(marker))) return markers;
  }
}

/** Models repeat them now and then. A line that holds nothing else goes. */
export function withoutMarkers(lines: readonly string[], text: string): string[] {
  const { open, close, caret } = markersFor(text);
  return lines.flatMap((line) => {
    if (!line.includes("<<")) return [line];
    const plain = line.replaceAll(open, "").replaceAll(close, "").replaceAll(caret, "");
    return plain !== line && plain.trim() === "" ? [] : [plain];
  });
}

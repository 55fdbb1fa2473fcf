// A completion beside the editor's list of suggestions: it begins with the entry that is selected there, or is not shown.

/** What the selected entry would replace, and with what. Offsets of the document. */
export interface Selected {
  start: number;
  end: number;
  text: string;
}

export interface Insertion {
  insert: string;
  start: number;
  end: number;
}

/** From where the entry begins, as the editor wants it. `undefined` if they disagree. */
export function besideSelected(
  text: string,
  offset: number,
  shown: Insertion,
  selected: Selected,
): Insertion | undefined {
  if (selected.end !== offset || selected.start > offset) return undefined;
  const insert = text.slice(selected.start, offset) + shown.insert;
  return insert.startsWith(selected.text) ? { insert, start: selected.start, end: shown.end } : undefined;
}

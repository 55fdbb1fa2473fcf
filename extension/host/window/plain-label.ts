// Text of others in a list of VS Code: nothing in it is drawn as an icon.

/** VS Code takes `$(name)` for an icon, and shells and jQuery mean something else. Only shown, never used as the text itself. */
export function plainLabel(text: string): string {
  const line = text.trim().replaceAll("$(", "$\u200b(");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

// Text that Galley did not write, for VS Code's lists: nothing in it is drawn as an icon.

/** VS Code draws `$(name)` as an icon, but shells and jQuery mean something else. For display only. */
export function plainLabel(text: string): string {
  const line = text.trim().replaceAll("$(", "$\u200b(");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

// The tools that a skill names and that do not exist, or not here.

export function unknownTools(surface: readonly string[], tools: readonly string[]): string[] {
  return [...new Set(surface)].filter((name) => !tools.includes(name));
}

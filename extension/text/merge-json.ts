// JSON objects laid over each other: what both have is the upper one's, table by table.

type Table = Record<string, unknown>;

/** Returns new objects and does not change the given ones. A list is replaced as a whole. */
export function mergeJson(under: Readonly<Table>, over: Readonly<Table>): Table {
  const merged = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    merged.set(key, isTable(value) && isTable(below) ? mergeJson(below, value) : value);
  }
  return Object.fromEntries(merged);
}

export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

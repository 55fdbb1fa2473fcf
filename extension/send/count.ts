// Token counts from servers, which may omit them or send null: anything but a positive integer counts as 0.

export function count(told: unknown): number {
  return typeof told === "number" && Number.isSafeInteger(told) && told > 0 ? told : 0;
}

/** A count within details that may be missing. */
export function countIn(details: unknown, name: string): number | undefined {
  const told: unknown = typeof details === "object" && details !== null ? Reflect.get(details, name) : undefined;
  return typeof told === "number" ? count(told) : undefined;
}

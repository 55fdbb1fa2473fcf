// The message of anything thrown, for the end of a sentence.

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

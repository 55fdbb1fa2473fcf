// Waits for the last of several promises that follow each other.

/** Resolves when the newest promise is settled and none came after it. */
export async function lastOf(newest: () => Promise<void>): Promise<void> {
  let waited: Promise<void> | undefined;
  while (waited !== newest()) {
    waited = newest();
    await waited;
  }
}

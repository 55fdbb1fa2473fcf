// Measures the longest time the event loop was blocked while something ran.

const TICK_MS = 5;

export async function longestStall<Result>(run: () => Promise<Result>): Promise<{ result: Result; stall: number }> {
  let last = performance.now();
  let stall = 0;
  const look = (): void => {
    const now = performance.now();
    stall = Math.max(stall, now - last - TICK_MS);
    last = now;
  };
  const timer = setInterval(look, TICK_MS);
  try {
    const result = await run();
    // The loop may have been blocked up to the very end.
    look();
    return { result, stall };
  } finally {
    clearInterval(timer);
  }
}

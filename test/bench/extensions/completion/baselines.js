// What the field does at its simplest: two ways to ask for text at the cursor, neither of which uses an answer twice.

/** A fixed wait after each key. `after(ms, call)` returns what cancels it; `ask(signal)` resolves with a text. */
exports.fixedWait =
  (after, ms = 350) =>
  async (ask, signal) => {
    const isDue = await new Promise((resolve) => {
      const cancel = after(ms, () => resolve(true));
      signal.addEventListener("abort", () => {
        cancel();
        resolve(false);
      });
    });
    return isDue ? ask(signal) : undefined;
  };

/** One request at a time: it goes to its end, and then the newest key asks. */
exports.oneInFlight = () => {
  let running;
  let newest = 0;
  return async (ask, signal) => {
    newest += 1;
    const own = newest;
    while (running !== undefined) {
      await running;
      if (own !== newest || signal.aborted) return undefined;
    }
    running = ask(new AbortController().signal).finally(() => (running = undefined));
    const text = await running;
    return signal.aborted ? undefined : text;
  };
};

/** As both ask: the text around the cursor, and no more than a line or what fits. */
exports.requestAt = (text, offset) => ({
  model: "coder:1.5b",
  prompt: text.slice(Math.max(0, offset - 4_000), offset),
  suffix: text.slice(offset, offset + 1_500),
  stream: true,
  options: { num_predict: 96, temperature: 0, stop: ["\n\n"] },
});

// Looks again until it is so: files are noticed when the watcher says so.
import assert from "node:assert/strict";

export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  isIt: (value: Value) => boolean,
): Promise<Value> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await look();
    if (isIt(value)) return value;
    if (Date.now() > deadline) assert.fail(`It never happened: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Loads the network code of Node and VS Code before a message needs it. The first call of a window would wait for it.

let isWarm = false;

/** Sends nothing: a `data:` address is its own answer. */
export function warmNetwork(): void {
  if (isWarm) return;
  isWarm = true;
  globalThis.fetch("data:,").catch(() => undefined);
}

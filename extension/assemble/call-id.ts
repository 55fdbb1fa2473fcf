// A short id for a call that another server made: servers differ in what an id may be.

/** Mistral takes exactly nine letters and digits, Azure at most forty characters, Anthropic no colon. */
const LENGTH = 9;

/** The same seed gives the same id, so that later requests repeat it. */
export function shortCallId(seed: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < seed.length; at += 1) {
    const code = seed.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const number = (high >>> 11) * 2 ** 32 + (low >>> 0);
  return number.toString(36).padStart(LENGTH, "0").slice(-LENGTH);
}

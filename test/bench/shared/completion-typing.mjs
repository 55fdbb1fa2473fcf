// How long a key takes to its frame with Galley and without it, and how much of the difference may be chance.
import { median } from "./report.mjs";

/** The first keys of a window find code that has not run yet. `chance`: how far the ratio may be off by chance alone. */
export function typingOf(on, off) {
  const times = (window) => window.replays.flatMap(({ frames }) => frames.slice(4).map(({ ms }) => ms));
  const [withIt, without] = [on, off].map((list) => list.flatMap(times));
  const keys = { on: median(withIt), off: median(without), chance: Math.hypot(errorOf(withIt), errorOf(without)) };
  const noise = off.flatMap(({ replays }) => replays.map((one) => median(times({ replays: [one] }))));
  return { keys, noise };
}

/** The standard error of a median, as a share of it. A key waits for the next frame, so each takes another time. */
function errorOf(times) {
  const mean = times.reduce((sum, one) => sum + one) / times.length;
  const variance = times.reduce((sum, one) => sum + (one - mean) ** 2, 0) / times.length;
  return (1.25 * Math.sqrt(variance / times.length)) / median(times);
}

export function typingRow({ on, off, chance }, aim) {
  return {
    subject: "key to frame in the editor, against without Galley, p50",
    median: `${on.toFixed(1)} ms`,
    spread: `without ${off.toFixed(1)} ms, ±${Math.round(100 * chance)} % by chance`,
    ratio: (on / off).toFixed(2),
    aim: `≤ ${aim}`,
    met: on / off <= aim,
  };
}

// How long a key takes to its frame with Galley and without it, and how much of the difference may be chance.
import { median } from "./report.mjs";

/** The first keys of a window find code that has not run yet. `chance`: how far the ratio may be off by chance alone. */
export function typingOf(on, off) {
  const [withIt, without] = [on, off].map((list) => list.flatMap(times));
  const keys = { on: median(withIt), off: median(without), chance: Math.hypot(errorOf(withIt), errorOf(without)) };
  const noise = off.flatMap(({ replays }) => replays.map((one) => median(times({ replays: [one] }))));
  return { keys, noise };
}

const times = (window) => window.replays.flatMap(({ frames }) => frames.slice(4).map(({ ms }) => ms));

/** What the same keys take while another provider's text is shown: what VS Code itself needs to draw text at the cursor. */
export function typingWith(windows) {
  return median(windows.flatMap(times));
}

/** The standard error of a median, as a share of it. A key waits for the next frame, so each takes another time. */
function errorOf(times) {
  const mean = times.reduce((sum, one) => sum + one) / times.length;
  const variance = times.reduce((sum, one) => sum + (one - mean) ** 2, 0) / times.length;
  return (1.25 * Math.sqrt(variance / times.length)) / median(times);
}

/**
 * VS Code itself takes longer for a key as soon as any provider may show text at the cursor: what Galley takes is judged
 * beside the quickest of the others, and what no provider at all takes is shown.
 */
export function typingRows({ on, off, chance }, others, aim) {
  const least = Math.min(...Object.values(others));
  const without = (ms) => `${(ms / off).toFixed(2)} × without`;
  return [
    {
      subject: "key to frame in the editor, against another provider, p50",
      median: `${on.toFixed(1)} ms`,
      spread: without(on),
      ratio: (on / least).toFixed(2),
      aim: `≤ ${aim}`,
      met: on / least <= aim,
    },
    ...Object.entries(others).map(([title, ms]) => ({
      subject: `  ${title}`,
      median: `${ms.toFixed(1)} ms`,
      spread: without(ms),
    })),
    { subject: "  without", median: `${off.toFixed(1)} ms`, spread: `±${Math.round(100 * chance)} % by chance` },
  ];
}

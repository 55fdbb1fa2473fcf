// Whether the figures of a soak grow: the trend of its second half, against what each figure may grow by.

/**
 * In the second half, however long it is: in the first half code is compiled, caches fill, and the window is reloaded.
 * What stays is the list of conversations, of which the drill makes a few a minute, code that V8 has compiled once more,
 * and, of resident memory, what the allocator keeps in pieces. A leak of a kilobyte for each piece of an answer is ten times that.
 */
const FIGURES = {
  heap: { subject: "heap of the host", unit: "MB", allowed: 4 },
  resident: { subject: "resident memory of the host", unit: "MB", allowed: 16 },
  handles: { subject: "open handles of the host", unit: "", allowed: 8 },
  page: { subject: "heap of the page", unit: "MB", allowed: 6 },
};
const MB = 1024 * 1024;

/** `samples` have a time `at` and the figures, heaps in bytes. Throws if there are too few to tell. */
export function judgeSoak(samples) {
  const times = samples.map(({ at }) => at);
  const half = (Math.min(...times) + Math.max(...times)) / 2;
  const late = samples.filter(({ at }) => at >= half);
  return Object.entries(FIGURES).map(([name, { subject, unit, allowed }]) => {
    const points = late
      .filter((one) => one[name] !== undefined)
      .map((one) => ({ at: one.at, value: unit === "MB" ? one[name] / MB : one[name] }));
    if (points.length < 3) throw new Error(`${points.length} samples of the ${subject} are too few to tell a trend.`);
    const growth = trend(points) * (points.at(-1).at - points[0].at);
    return { subject, unit, from: points[0].value, to: points.at(-1).value, growth, allowed, held: growth <= allowed };
  });
}

/** The median of the slopes between all pairs: a single high sample changes nothing. */
function trend(points) {
  const slopes = points
    .flatMap((a, index) => points.slice(index + 1).map((b) => (b.value - a.value) / (b.at - a.at)))
    .sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)];
}

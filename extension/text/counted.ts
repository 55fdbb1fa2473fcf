// A number with its noun: "1 line", "2 lines".

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : nouns(noun)}`;
}

/** 12,345. Node's own `toLocaleString` reads seven megabytes of languages for it. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** 180, 1.2k, 32k, 1.5M: how Galley writes counts of tokens. */
export function compact(count: number): string {
  if (count < 1000) return String(count);
  const [scaled, unit] = count < 999_500 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, "") : Math.round(scaled)}${unit}`;
}

function nouns(noun: string): string {
  return noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

// The types of summary.mjs, for its test.
export interface Told {
  rows: { subject: string; aim: string; met: boolean; median?: string; ratio?: string; result?: string }[];
  noise: number;
}
export interface Figure {
  figure: string;
  aim: string;
  result: string;
  verdict: "met" | "missed" | "not trusted";
}
export function noiseIn(floor: readonly number[]): number;
export function isTrusted(told: Pick<Told, "noise">): boolean;
export function runTrusted<Done extends { told: Pick<Told, "noise"> }>(
  run: () => Promise<Done>,
  say: (words: string) => void,
): Promise<Done>;
export function figuresOf(bench: string, told: Told): Figure[];
export function summaryLines(figures: readonly Figure[]): string[];
export function compareLines(figures: readonly Figure[], before: readonly Figure[]): string[];

// The types of next-files.mjs, for its test.
interface History {
  files: string[];
  commits: { changed: string[]; added: string[] }[];
}
export interface Moment {
  used: string[];
  asked: { path: string; typed: string }[];
}
export function readHistory(root: string): Partial<History> & { reason?: string };
export function nextFiles(history: History, options: { count: number; seed: number }): Moment[];
export function typedFor(path: string, number: number): string;
export function initialsOf(name: string): string;
export function reciprocalRank(ranks: readonly number[]): number;

// The test of a source file, or the source of a test, by its name.

export interface Counterpart {
  kind: "test" | "source";
  /** Names of files, without folders. */
  names: string[];
}

/** `a.test`, `a_spec`, `test_a`, `ATest`: the name of the source is in the group `source`. */
const TESTS = [
  /^(?<source>.+)[._-](?:tests?|spec|specs)$/i,
  /^tests?[._-](?<source>.+)$/i,
  /^(?<source>.*[a-z0-9])(?:Tests?|Spec|IT)$/,
];

export function counterpartOf(path: string): Counterpart | undefined {
  const { stem = "", end = "" } = /(?<stem>[^/]+?)(?<end>\.[^./]+)$/.exec(path)?.groups ?? {};
  if (stem === "" || /[*?{}[\]!,]/.test(stem)) return undefined;
  const source = TESTS.map((pattern) => pattern.exec(stem)?.groups?.["source"]).find((found) => found !== undefined);
  if (source !== undefined) return { kind: "source", names: ends(end).map((one) => `${source}${one}`) };
  const stems = [
    ...["test", "tests", "spec"].flatMap((word) => [`${stem}.${word}`, `${stem}_${word}`, `${stem}-${word}`]),
    `test_${stem}`,
    ...["Test", "Tests", "Spec"].map((word) => `${stem}${word}`),
  ];
  return { kind: "test", names: stems.flatMap((one) => ends(end).map((last) => `${one}${last}`)) };
}

/** A test may have JSX, or test what a component holds. */
function ends(end: string): string[] {
  if (/^\.[mc]?[jt]sx?$/.test(end)) return [...new Set([end, ".ts", ".tsx", ".js", ".jsx"])];
  return /^\.(?:svelte|vue)$/.test(end) ? [end, ".ts", ".js"] : [end];
}

/** Those with most folders in common with the path first. */
export function nearestTo(path: string, found: readonly string[]): string[] {
  const own = new Set(path.split("/").slice(0, -1));
  const shared = (one: string): number => one.split("/").filter((name) => own.has(name)).length;
  return [...found].sort((a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1));
}

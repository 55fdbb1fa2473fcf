// Whether a path that a skill names is below the skill's folder.

/** Checks the path only as text; the reader of the file checks whether a link leads outside. */
export function isBelow(path: string): boolean {
  return !/^[/~]|[\\:\0]/.test(path) && path.split("/").every((step) => step !== ".." && step !== "");
}

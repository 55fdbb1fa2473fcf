// Queries from this repository's history: which file was edited next, and what a user would type to find it.
import { execFileSync } from "node:child_process";

/** Larger commits are renames and formatting: they say nothing of what a user works on. */
const MOST_FILES = 25;
/** How many files the user worked on since the moment before. */
const USED_BEFORE = 10;
/** How many of the files edited next are asked for at one moment. */
const ASKED_AT_ONCE = 10;

/** The files, and the commits, oldest first: `{ changed, added }`. Where there is no history, the `reason` says what to do. */
export function readHistory(root) {
  const git = (...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  let isShallow;
  try {
    isShallow = git("rev-parse", "--is-shallow-repository").trim() === "true";
  } catch {
    // Git is not installed, or this is a copy without its repository.
    return { reason: "this folder is no git repository. Clone it with git, and run this again." };
  }
  if (isShallow) return { reason: "this clone has no history. Run `git fetch --unshallow`, and run this again." };
  const log = git("log", "--reverse", "--no-merges", "--no-renames", "--format=%x00", "--name-status");
  return {
    files: git("ls-files", "-z").split("\0").filter(Boolean),
    commits: log.split("\0").slice(1).map(toCommit),
  };
}

function toCommit(text) {
  const lines = text.split("\n").filter(Boolean);
  const of = (status) => lines.filter((line) => line[0] === status).map((line) => line.slice(2));
  return { changed: of("M"), added: of("A") };
}

/**
 * Moments in the order of the history: `{ used, asked }`. `used` are the files that were worked on just before, the
 * latest last; `asked` are the files edited next, as `{ path, typed }`. The same seed gives the same moments;
 * a history that is too short gives none.
 */
export function nextFiles({ commits, files }, { count, seed }) {
  const random = randomFrom(seed);
  const edits = editsOf(commits, new Set(files), random);
  const starts = edits.flatMap((_, at) => (at >= USED_BEFORE && at + 4 * ASKED_AT_ONCE < edits.length ? [at] : []));
  const wanted = Math.ceil(count / ASKED_AT_ONCE);
  if (starts.length < wanted) return [];
  // One moment in each stretch of the history, so that the whole of it counts alike.
  const stretch = starts.length / wanted;
  const moments = Array.from({ length: wanted }, (_, at) => starts[Math.floor((at + random()) * stretch)]);
  let number = 0;
  return moments.map((at) => {
    const used = lastDistinct(edits.slice(0, at), USED_BEFORE);
    const next = edits.slice(at).filter(({ isNew, path }) => !isNew && path !== used.at(-1));
    const paths = [...new Set(next.map(({ path }) => path))].slice(0, ASKED_AT_ONCE);
    return { used, asked: paths.map((path) => ({ path, typed: typedFor(path, number++) })) };
  });
}

/** One edit after the other. Git does not know the order within a commit. */
function editsOf(commits, known, random) {
  return commits.flatMap(({ changed, added }) => {
    if (changed.length + added.length > MOST_FILES) return [];
    const edits = [
      ...changed.map((path) => ({ path, isNew: false })),
      ...added.map((path) => ({ path, isNew: true })),
    ].filter(({ path }) => known.has(path));
    return shuffled(edits, random);
  });
}

function lastDistinct(edits, count) {
  return [...new Set(edits.map(({ path }) => path).reverse())].slice(0, count).reverse();
}

/** In turn the first two, three and four letters of the name, and the first letters of its words. */
export function typedFor(path, number) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const initials = initialsOf(name);
  if (number % 4 === 3 && initials.length > 1) return initials;
  return name.toLowerCase().slice(0, 2 + (number % 3));
}

/** "fl" of `first-look.test.ts` and of `FirstLook.svelte`. */
export function initialsOf(name) {
  const dot = name.indexOf(".", 1);
  const words = (dot === -1 ? name : name.slice(0, dot)).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return words.map((word) => word[0].toLowerCase()).join("");
}

/** The mean of 1 / rank; what was not found counts 0. */
export function reciprocalRank(ranks) {
  return ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length;
}

function shuffled(list, random) {
  const out = [...list];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other], out[at]];
  }
  return out;
}

/** From 0 to 1, always the same for the same seed. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / (1 << 24);
  };
}

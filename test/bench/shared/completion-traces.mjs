// Keystrokes of real edits: lines that commits of this repository added, typed sign by sign, with pauses, slips and deletions.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { seeded } from "../../fakes/seeded.ts";
import { keysFor } from "./completion-keys.mjs";

const root = join(import.meta.dirname, "..", "..", "..");

const LANGUAGES = { ts: "typescript", svelte: "svelte", mjs: "javascript", css: "css", md: "markdown" };
const [FEWEST_SIGNS, MOST_SIGNS] = [80, 600];

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

/**
 * `{traces}`, or `{problem}` in a clone that has not all of the history. A trace is
 * `{name, file, language, text, offset, typed, keys: [{key, gap, before}]}`: the document, where the typing begins, what
 * is typed in the end, and each key with what stands before the cursor after it. The oldest commits first: the traces
 * stay the same while the history grows.
 */
export function traces(wanted, mostKeys) {
  const problem = problemOfHistory();
  if (problem !== undefined) return { problem };
  const found = [];
  const counts = Object.fromEntries(Object.keys(LANGUAGES).map((kind) => [kind, 0]));
  for (const edits of editsOfCommits()) {
    const edit = edits.find(({ kind }) => counts[kind] < share(kind, wanted));
    if (edit === undefined) continue;
    counts[edit.kind] += 1;
    found.push(typedOut(edit, found.length, mostKeys));
    if (found.length === wanted) return { traces: found };
  }
  return { problem: `The history here has ${found.length} of the ${wanted} edits that the traces need.` };
}

/** Most of the code here is TypeScript. */
const share = (kind, wanted) => Math.ceil(wanted * (kind === "ts" ? 0.6 : 0.1));

function problemOfHistory() {
  const about = "Completion is measured with the history of this repository";
  try {
    const isShallow = git("rev-parse", "--is-shallow-repository").trim() === "true";
    return isShallow ? `${about}, and this clone is shallow. Run \`git fetch --unshallow\` first.` : undefined;
  } catch {
    return `${about}, and this is no clone of it. Clone it with Git, and run this there.`;
  }
}

/** So many commits are read at once: Git takes longer to start than to tell what one changed. */
const AT_ONCE = 50;

/** Of each commit, the runs of added lines that are worth typing. */
function* editsOfCommits() {
  const commits = git("log", "--reverse", "--no-merges", "--min-parents=1", "--format=%H").trim().split("\n");
  const kinds = Object.keys(LANGUAGES).map((kind) => `*.${kind}`);
  for (let at = 0; at < commits.length; at += AT_ONCE) {
    const some = commits.slice(at, at + AT_ONCE);
    const shown = git("show", "--format=%x00%H", "-U0", "--diff-filter=M", ...some, "--", ...kinds, ":!CHANGELOG.md");
    for (const commit of shown.split("\0").slice(1)) yield editsIn(commit);
  }
}

function editsIn(shown) {
  const commit = shown.slice(0, shown.indexOf("\n"));
  return shown
    .split(/^diff --git /m)
    .slice(1)
    .flatMap((file) => {
      const path = /^\+\+\+ b\/(.*)$/m.exec(file)?.[1];
      if (path === undefined) return [];
      return file
        .split(/^(?=@@ )/m)
        .slice(1)
        .flatMap((hunk) => editIn(hunk, commit, path));
    });
}

function editIn(hunk, commit, path) {
  const start = Number(/^@@ [^+]*\+(\d+)/.exec(hunk)?.[1]);
  const added = hunk.split("\n").filter((line) => line.startsWith("+"));
  const lines = added.map((line) => line.slice(1));
  const typed = lines.join("\n").replace(/^\s+/, "").trimEnd();
  const isTyped = /^[\x20-\x7e\n]*$/.test(typed) && typed.length >= FEWEST_SIGNS && typed.length <= MOST_SIGNS;
  if (!isTyped || lines.length < 3 || lines[0].trim() === "") return [];
  return [{ commit, path, kind: path.split(".").at(-1), start, count: lines.length, typed }];
}

function typedOut({ commit, path, kind, start, count, typed }, number, mostKeys) {
  const lines = git("show", `${commit}:${path}`).split("\n");
  const indent = /^ */.exec(lines[start - 1])[0];
  const before = [...lines.slice(0, start - 1), indent].join("\n");
  const text = [before, ...lines.slice(start - 1 + count)].join("\n");
  return {
    name: `${commit.slice(0, 8)} ${path}:${start}`,
    file: `${number}-${path.replaceAll("/", "-")}`,
    ...{ language: LANGUAGES[kind], text, offset: before.length, typed },
    keys: keysFor(before, typed, seeded(7_919 * (number + 1))).slice(0, mostKeys),
  };
}

// Tasks of real edits: the hunks of this repository's own commits, each with the file before and what its lines became.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/** Different kinds of text in turn, so that no kind is most of the tasks. */
const KINDS = ["ts", "svelte", "mjs", "md", "json", "css", "yml"];
const SMALLEST = 3;
const LARGEST = 60;

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

/** `{name, language, text, range, becomes}`: at most one of a commit. A shallow clone has fewer. */
export function tasks(wanted) {
  const isShallow = git("rev-parse", "--is-shallow-repository").trim() === "true";
  const found = new Map(KINDS.map((kind) => [kind, []]));
  const enough = Math.ceil(wanted / 3);
  for (const commit of git("log", "--no-merges", "--format=%H", "--diff-filter=M", "--min-parents=1")
    .trim()
    .split("\n")) {
    for (const [kind, list] of found) if (list.length < enough) list.push(...hunkOf(commit, kind));
    if ([...found.values()].every((list) => list.length >= enough)) break;
  }
  const chosen = [];
  for (let round = 0; chosen.length < wanted && round < enough; round++)
    for (const list of found.values()) if (list[round] && chosen.length < wanted) chosen.push(list[round]);
  return { isShallow, tasks: chosen };
}

/** The first hunk of the commit in a file of this kind that replaces lines by others. */
function hunkOf(commit, kind) {
  const diff = git(
    "diff",
    "-U2",
    "--diff-filter=M",
    `${commit}^`,
    commit,
    "--",
    `*.${kind}`,
    ":!package-lock.json",
    ":!CHANGELOG.md",
  );
  for (const file of diff.split(/^diff --git /m).slice(1)) {
    const path = /^\+\+\+ b\/(.*)$/m.exec(file)?.[1];
    for (const hunk of file.split(/^(?=@@ )/m).slice(1)) {
      const [, start, count] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk) ?? [];
      const lines = hunk
        .split("\n")
        .slice(1, -1)
        .filter((line) => !line.startsWith("\\"));
      const [old, becomes] = ["-", "+"].map((sign) =>
        lines.filter((line) => " " === line[0] || line[0] === sign).map((line) => line.slice(1)),
      );
      const isChange = ["-", "+"].every((sign) =>
        lines.some((line) => line[0] === sign && line.slice(1).trim() !== ""),
      );
      if (!isChange || old.length < SMALLEST || old.length > LARGEST || becomes.length > LARGEST || path === undefined)
        continue;
      const range = { start: Number(start), end: Number(start) + Number(count ?? 1) - 1 };
      return [
        {
          name: `${commit.slice(0, 8)} ${path}:${range.start}`,
          language: languageOf(kind),
          text: git("show", `${commit}^:${path}`),
          range,
          becomes,
        },
      ];
    }
  }
  return [];
}

const languageOf = (kind) => ({ ts: "typescript", mjs: "javascript", md: "markdown", yml: "yaml" })[kind] ?? kind;

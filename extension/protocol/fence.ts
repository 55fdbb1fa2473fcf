// Which file a block of code says it is: in what follows its fence, or in a comment on its first line.

const PATH = /^(?:[\w.@+~-]+\/)*[\w.@+~-]*\w\.\w{1,10}$|^(?:[\w.@+~-]+\/)+[\w.@+~-]*\w$/;

/** Candidates, the likeliest first; whoever knows the disk decides whether there is such a file. */
export function pathsOfFence(info: string, text: string): string[] {
  const words = info.split(/[\s{},]+/).flatMap((word) => [word, afterSign(word)]);
  const first = text.slice(0, 500).split("\n", 1)[0]?.trim() ?? "";
  const comment = /^(?:\/\/|#|--|;|%|\/\*|<!--)\s*(?:(?:file|path|filename)\s*[:=]\s*)?(\S+?)\s*(?:\*\/|-->)?$/i.exec(
    first,
  );
  const candidates = [...words, comment?.[1] ?? ""].map(bare);
  return [...new Set(candidates.filter((word) => PATH.test(word)))];
}

/** `ts:src/a.ts`, `title="src/a.ts"`. */
function afterSign(word: string): string {
  return /^[\w+#-]+[:=](.+)$/.exec(word)?.[1] ?? "";
}

/** Without quotes, the lines it may name, and the dot-slash before it. */
function bare(word: string): string {
  return word
    .replace(/^["'`]|["'`]$/g, "")
    .replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, "")
    .replace(/^\.\//, "");
}

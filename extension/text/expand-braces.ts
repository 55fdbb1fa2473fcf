// Braces of a glob, written out: `*.{js,ts}` is `*.js` and `*.ts`. The work is bounded, whatever the pattern.

/** Braces multiply: a pattern with more alternatives keeps the rest of its braces as they are written. */
const MOST_ALTERNATIVES = 256;

export function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const found = innermost(one);
    const many = done.length + waiting.length + (found?.choices.length ?? 0);
    if (found === undefined || many > MOST_ALTERNATIVES) done.push(one);
    else waiting.push(...found.choices.map((choice) => `${found.before}${choice}${found.after}`));
  }
  return done;
}

function innermost(pattern: string): { before: string; choices: string[]; after: string } | undefined {
  let open = -1;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === "\\") at += 1;
    else if (sign === "{") open = at;
    else if (sign === "}" && open !== -1) {
      return {
        before: pattern.slice(0, open),
        choices: pattern.slice(open + 1, at).split(","),
        after: pattern.slice(at + 1),
      };
    }
  }
  return undefined;
}

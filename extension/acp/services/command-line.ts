// A command and its arguments as one line of a shell, with every word as it was given.

const PLAIN = /^[\w@%+=:,./-]+$/;

/** One word for a shell. */
export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command without arguments is a line already: agents send both. */
export function commandLine(command: string, args: readonly string[]): string {
  if (args.length === 0) return command;
  // A word with `=` in front would be an assignment and not the command.
  const first = command.includes("=") ? `'${command.replaceAll("'", "'\\''")}'` : quoted(command);
  return [first, ...args.map(quoted)].join(" ");
}

// A command and its arguments as one line for a shell, quoted where needed.

const PLAIN = /^[\w@%+=:,./-]+$/;

export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The line as sh reads it, on every system. Leaves a command without arguments as it is, because agents send whole lines too. */
export function commandLine(command: string, args: readonly string[]): string {
  if (args.length === 0) return command;
  // A shell would read a first word with `=` as an assignment.
  const first = command.includes("=") ? `'${command.replaceAll("'", "'\\''")}'` : quoted(command);
  return [first, ...args.map(quoted)].join(" ");
}

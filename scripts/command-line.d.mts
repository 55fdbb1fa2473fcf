// The types of command-line.mjs, for the tests.
export function commandLine(
  program: string,
  args: readonly string[],
  platform?: NodeJS.Platform,
): { command: string; args: readonly string[]; shell: boolean };
export function browserCommand(url: string, platform?: NodeJS.Platform): string[];

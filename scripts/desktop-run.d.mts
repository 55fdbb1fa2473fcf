// The types of desktop-run.mjs, for the tests.
export function desktopRun(
  base: string,
  sample: string,
): { home: string; env: { HOME: string; USERPROFILE: string }; launchArgs: string[] };

// A place to run command lines for real: harmless stand-ins for programs, one process for each line, canaries counted.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SHELLS = ["/bin/bash", "/bin/sh"] as const;

/** None of the lines takes long: one that hangs is ended, and has shown by then what it does. */
const LONGEST_MS = 5_000;

/** Looks through git's own options and aliases, and leaves a canary when it would push. */
const GIT = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    -c) case "$2" in alias.*=!*) eval "\${2#*=!}";; alias.*=push*) : > CANARY;; esac; shift 2 ;;
    -C|--git-dir|--work-tree|--namespace|--config-env) shift 2 ;;
    -*) shift ;;
    push) : > CANARY; exit ;;
    *) exit ;;
  esac
done
`;

export interface Range {
  /** Runs a line in bash and in sh, each in a folder of its own. Whether it left a canary in either. */
  fires: (line: string) => Promise<boolean>;
}

/** Programs stand in `folder/bin`; a line's canary is called CANARY. */
export function openRange(folder: string): Range {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const program = (name: string, text: string): void => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  };
  program("git", GIT);
  program("npm", "#!/bin/sh\nexit 0\n");
  let count = 0;
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, BIN: bin, LC_ALL: "C.UTF-8" };
  const run = async (shell: string, line: string): Promise<boolean> => {
    const cwd = join(folder, String((count += 1)));
    mkdirSync(cwd);
    await ran(shell, line, cwd, env);
    return existsSync(join(cwd, "CANARY"));
  };
  return { fires: async (line) => (await Promise.all(SHELLS.map((shell) => run(shell, line)))).some(Boolean) };
}

/** Resolves when everything that could still write has ended, or was ended. */
async function ran(shell: string, line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const child = spawn(shell, ["-c", line], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    resolve();
  }, LONGEST_MS);
  child.once("close", () => resolve());
  // A line with a NUL, or one that is too long, starts nothing.
  child.once("error", () => resolve());
  await promise;
  clearTimeout(timer);
}

/** Several lines at a time. Those that left a canary. */
export async function firing({ fires }: Range, lines: readonly string[]): Promise<string[]> {
  const fired: string[] = [];
  const waiting = lines.values();
  const worker = async (): Promise<void> => {
    for (const line of waiting) if (await fires(line)) fired.push(line);
  };
  await Promise.all([worker(), worker(), worker()]);
  return fired;
}

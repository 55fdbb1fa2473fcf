// Programs that run other commands, by how they receive them. Rules that deny look through these programs.

/** `prefix`: the words after it are a command. `text`: its words are shell text. `shell`: the word after `-c` is. */
type Runner = "prefix" | "text" | "shell" | "code" | "carrier" | "opaque";

const NAMES: Readonly<Record<Runner, string>> = {
  prefix:
    "arch builtin busybox bwrap caffeinate catchsegv chroot chrt command conda cpulimit dbus-run-session direnv doas " +
    "dumb-init eatmydata env exec faketime fakeroot firejail flock gosu i386 ionice linux32 linux64 ltrace mise nice " +
    "nocorrect noglob nohup nsenter numactl pkexec prlimit proxychains proxychains4 rlwrap runcon runuser saps setarch " +
    "setpriv setsid softlimit start start-process start-stop-daemon stdbuf strace su-exec sudo systemd-run taskset " +
    "time timeout tini torsocks toybox tsocks unbuffer unshare uv valgrind winpty x86_64 xargs xvfb-run",
  text: "eval hyperfine iex invoke-command invoke-expression script su trap watch",
  shell: "ash bash cmd csh dash fish ksh mksh powershell pwsh rbash sh tcsh wsl yash zsh",
  /** Interpreters: the word after `-c` or `-e`, or the input, is a program in another language. */
  code:
    "bun deno ed emacs ex expect gdb ghci guile irb julia lua luajit node nodejs osascript perl php psql python python2 " +
    "python3 r raku rscript ruby sqlite3 tclsh ts-node tsx vi vim wish",
  /** Some of their arguments may be commands. */
  carrier:
    "asdf awk bundle bunx cargo docker emacsclient entr find gawk kubectl lua make mawk nerdctl nix nix-shell npm npx " +
    "parallel perf pipenv pipx pnpm pnpx poetry podman rsync screen sed ssh tar tmux uvx vagrant xdg-open yarn zip",
  /** Programs that change the meaning of later words, or read commands from a file. */
  opaque: ". alias at batch bind compgen complete crontab enable fc hash mapfile parallel readarray source",
};

const KINDS = new Map<string, Runner>();
for (const kind of ["carrier", "prefix", "text", "shell", "code", "opaque"] as const)
  for (const name of NAMES[kind].split(" ")) KINDS.set(name, kind);

export function runnerOf(program: string): Runner | undefined {
  return KINDS.get(program) ?? (/^python[\d.]+$/.test(program) ? "code" : undefined);
}

/** Programs that start a shell if no command is given. */
export const STARTS_SHELL: ReadonlySet<string> = new Set(
  "chroot doas nsenter pkexec runuser script su sudo unshare".split(" "),
);

/** An option of an interpreter that is followed by code, alone or among others: `-c`, `-ne`, `--eval`. */
export const CODE_OPTION = /^(?:-[a-zA-Z]*[ceErpx]|--(?:eval|exec|print|command|code|execute|batch).*|-$|eval$)/;

/** Setting one of these may run something, or make a word mean another program. */
export const POWERFUL_VARIABLE =
  /^(?:PATH|BASH_ENV|ENV|IFS|PROMPT_COMMAND|PS\d|SHELLOPTS|BASHOPTS|LD_\w+|DYLD_\w+|GIT_\w+|\w*PAGER|EDITOR|VISUAL|BROWSER|\w+OPT|\w+_OPTIONS|PYTHON\w+|npm_config_\w+|BASH_FUNC\w*)\+?=/i;

/** Builtins of bash that run the `$(…)` in a name such as `a[$(…)]`. */
export const SUBSCRIPTED: ReadonlySet<string> = new Set(
  "[ [[ declare export getopts let local printf read readonly test typeset unset wait".split(" "),
);

/** Arguments that make git run another program. */
export const GIT_RUNS =
  /^(?:-c|--config-env.*|--exec.*|-x|config|alias|bisect|difftool|filter-branch|foreach|mergetool|rebase|submodule|--upload-pack.*|--receive-pack.*|.*ext::.*)$/;

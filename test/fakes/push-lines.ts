// Command lines that run `git push` in every spelling: a denial of `git push*` must notice each of them.
import { type Seeded, seeded, shuffled } from "./seeded.ts";

/** Written out, in the order of the manual. LINE stands for `git push`. */
const WRITTEN = [
  ..."git push|git  push|git\tpush|  git push|git push origin main|git push;|g\"it\" push|g\\it push|git pu''sh|'git' \"push\"".split(
    "|",
  ),
  ..."git \\\npush|g\\\nit push|$'git' push|git $'push'|git $'\\x70ush'|$\"git\" push|\\git push|git p\\ush|\"g\"i't' push".split(
    "|",
  ),
  ..."FOO=1 git push|A=1 B='x y' git push|A+=1 git push|a[0]=1 git push|>x git push|2>&1 git push|git >x push|git 2>/dev/null push".split(
    "|",
  ),
  ..."git &>x push|true &>x git push|</dev/null git push|git <<<x push|git push <<E\nx\nE|{fd}>x git push".split("|"),
  ...["{ git push; }", "{ git push\n}", "( git push )", "(git push)", "((git push))", "! git push", "true\ngit push"],
  ...[
    "true; git push",
    "true;git push",
    "true && git push",
    "false || git push",
    "true | git push",
    "true |& git push",
  ],
  ...["git push &", "true & git push", "git push | cat", "git push && true", "true;;git push", "# x\ngit push"],
  ...[
    "echo $(git push)",
    "echo `git push`",
    'echo "$(git push)"',
    'echo "`git push`"',
    "x=$(git push)",
    "x=`git push`",
  ],
  ...["echo ${x:-$(git push)}", 'echo "${x:-$(git push)}"', "echo $((a[$(git push)0]))", "echo $[a[$(git push)0]]"],
  ...[
    "cat <(git push)",
    "echo > >(git push)",
    "cat <<E\n$(git push)\nE",
    "cat <<E\n`git push`\nE",
    "cat <<<$(git push)",
  ],
  ...[
    "if true; then git push; fi",
    "if git push; then :; fi",
    "if false; then :; else git push; fi",
    "if false\nthen :\nelif git push\nthen :\nfi",
  ],
  ...["while git push; do break; done", "until git push; do break; done", "while :; do git push; break; done"],
  ...[
    "for i in 1; do git push; done",
    "for i in push; do git $i; done",
    "set -- 1; for i do git push; done",
    "set -- 1\nfor i\ndo git push\ndone",
  ],
  ...["for ((i=0;i<1;i++)); do git push; done", "for ((i=0;i<1;i++)) { git push; }", "for i in 1; { git push; }"],
  ...[
    "case x in x) git push;; esac",
    "case x in (x) git push; esac",
    "case x in y) :;; *) git push;; esac",
    'echo "$(case x in x) git push;; esac)"',
  ],
  ...[
    "f() { git push; }; f",
    "f() ( git push ); f",
    "function f { git push; }; f",
    "function f() { git push; }; f",
    'f() { git "$@"; }; f push',
    'f() { "$@"; }; f git push',
  ],
  ...[
    "coproc git push; wait",
    "coproc X { git push; }; wait",
    "time git push",
    "time -p git push",
    "time { git push; }",
  ],
  ...[
    "env git push",
    "env -i PATH=$PATH git push",
    "env A=1 git push",
    "env -u X git push",
    "env -S 'git push'",
    "env -S'git push'",
    "/usr/bin/env git push",
  ],
  ...[
    "command git push",
    "command -p env PATH=$PATH git push",
    "exec git push",
    "exec -a x git push",
    "nohup git push",
    "nice git push",
    "nice -n 5 git push",
  ],
  ...[
    "timeout 5 git push",
    "timeout -s KILL 5 git push",
    "timeout --signal=KILL 5s git push",
    "setsid git push",
    "setsid -w git push",
    "stdbuf -o0 git push",
  ],
  ...[
    "xargs git push </dev/null",
    "echo push | xargs git",
    "echo push | xargs -n 1 git",
    "echo push | xargs -I{} git {}",
    "echo git push | xargs env",
    "echo x | xargs -0 git push",
  ],
  ...[
    "bash -c 'git push'",
    "sh -c 'git push'",
    'sh -c "git push"',
    "bash -ec 'git push'",
    "bash --norc -c 'git push'",
    "sh -c 'git \"$@\"' x push",
    "sh -c '$0 push' git",
    "sh -c git\\ push",
  ],
  ...[
    "eval git push",
    "eval 'git push'",
    "eval 'git' 'push'",
    "eval \"eval 'git push'\"",
    "builtin eval git push",
    "command eval 'git push'",
    "trap 'git push' EXIT",
  ],
  ...[
    "echo git push | sh",
    "printf 'git push' | bash",
    "sh <<<'git push'",
    "sh <<E\ngit push\nE",
    "bash -s <<'E'\ngit push\nE",
    ". /dev/stdin <<E\ngit push\nE",
    "source /dev/stdin <<<'git push'",
  ],
  ...[
    "git -C . push",
    "git -c a.b=c push",
    "git --no-pager push",
    "git --git-dir=.git push",
    "git --git-dir .git push",
    "git -C . -c a.b=c --no-pager push",
    "git -c alias.p=push p",
    "git -c alias.p='!git push' p",
  ],
  ...[
    "$BIN/git push",
    '"$BIN/git" push',
    '"$BIN"/git push',
    "`echo git` push",
    "$(echo git) push",
    "$(echo git push)",
    "$BIN/gi? push",
    "$BIN/[g]it push",
    "$BIN/g* push",
    "~/bin/git push",
  ],
  ...[
    "x=push; git $x",
    "x=git; $x push",
    "x='git push'; $x",
    'x=push; git "$x"',
    "x=push; git ${x}",
    "x=xpush; git ${x#x}",
    "git ${x:-push}",
    "git ${x-push}",
    'x=(git push); "${x[@]}"',
    "x=git; y=push; $x $y",
  ],
  ...[
    "{git,push}",
    "git {push,}",
    "{g,}it push",
    "git pu{sh,}",
    "IFS=_; x=git_push; $x",
    "git${IFS}push",
    "x=' '; git${x}push",
    'set -- git push; "$@"',
    "set -- push; git $1",
    "set -- git push; $*",
  ],
  ...[
    "alias g='git push'\ng",
    "shopt -s expand_aliases\nalias g='git push'\ng",
    "shopt -s expand_aliases\nalias g=git\ng push",
    "hash -p $BIN/git g; g push",
  ],
  ...[
    "ln -s $BIN/git g; ./g push",
    "cp $BIN/git g; ./g push",
    "cp $BIN/git g; PATH=. g push",
    "echo 'git push' > x; sh x",
    "echo 'git push' > x; . ./x",
    "echo 'git push' > x; chmod +x x; ./x",
    "cat > x <<E\ngit push\nE\nsh ./x",
  ],
  ...[
    "find . -maxdepth 0 -exec git push \\;",
    "find . -maxdepth 0 -exec sh -c 'git push' \\;",
    "awk 'BEGIN { system(\"git push\") }'",
    "perl -e 'system(\"git push\")'",
    'perl -e \'exec "git", "push"\'',
    "sed '1e git push' /proc/version",
  ],
  ...[
    "PS4='$(git push)'; set -x; :",
    "BASH_ENV=/dev/stdin bash -c : <<<'git push'",
    "x='$(git push)'; echo ${x@P}",
    "x=$'\\x24(git push)'; echo ${x@P}",
    "x='a[$(git push)0]'; echo $((x))",
    "x='a[$(git push)0]'; echo ${!x}",
  ],
  ...[
    "test -v 'a[$(git push)0]'",
    "x='a[$(git push)0]'; test -v \"$x\"",
    "printf -v 'a[$(git push)0]' x",
    "let 'a[$(git push)0]'",
    "declare 'a[$(git push)0]=1'",
    "[[ 'a[$(git push)0]' -eq 0 ]]",
    "read 'a[$(git push)0]' <<<x",
    "unset 'a[$(git push)0]'",
    "x='a[$(git push)0]'; ((x))",
    "x='-va[$(git push)0]'; printf \"$x\" y",
    "x='-v a[$(git${IFS}push)0]'; [ $x ]",
  ],
  ...[
    "mapfile -C 'git push' -c 1 <<<x",
    "shopt -s extglob\n$BIN/@(git) push",
    "x=push true; git ${x:=push}",
    "echo $((1<<2))\ngit push\n2))",
    "echo $((1<<E))\ngit push\nE",
    "cat <<'E' | sh\ngit push\nE",
    "cat <<E\n'\nE\ngit push\n: '",
    "echo 'a\\'; git push; echo 'b'",
    "echo $'a\\'; git push #'",
    'echo "a\\""; git push; echo "\\"b"',
  ],
] as const;

type Layer = (line: string, chance: Seeded) => string;

/** What can be laid around a line; several of them are. */
const LAYERS: readonly Layer[] = [
  (line) => `{ ${line}\n}`,
  (line) => `( ${line}\n)`,
  (line) => `true; ${line}`,
  (line) => `true && ${line}`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `for i in 1; do ${line}\ndone`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `echo "$(${line}\n)"`,
  (line) => `x=$(${line}\n)`,
  (line) => `cat <(${line}\n)`,
  (line) => `echo \${x:-$(${line}\n)}`,
  (line) => `sh -c ${quoted(line)}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `env bash -c ${quoted(line)}`,
  (line) => `timeout 5 sh -c ${quoted(line)}`,
  (line) => `x=${quoted(line)}; eval "$x"`,
  (line) => `echo ${quoted(line)} | sh`,
  (line) => `trap ${quoted(line)} EXIT`,
  (line) => `sh <<'E'\n${line}\nE`,
  (line) => `cat <<E\n$(${line}\n)\nE`,
  (line) => `A=1 B=2 env C=3 sh -c ${quoted(line)} x y`,
  (line) => `case x in x) ${line}\n;; esac`,
  (line) => `# it's\n${line}`,
  (line) => `echo "it's"; ${line}`,
  (line) => `: '\n'; ${line}`,
];

function quoted(line: string): string {
  return `'${line.replaceAll("'", "'\\''")}'`;
}

/** The letters of `git push`, each in some of the quotes a shell takes off again. */
function spelled(chance: Seeded): string {
  const letter = (sign: string): string =>
    chance.pick([
      sign,
      sign,
      sign,
      `'${sign}'`,
      `"${sign}"`,
      `\\${sign}`,
      `''${sign}`,
      `${sign}""`,
      `\\\n${sign}`,
      `$'${sign}'`,
    ]);
  const word = (text: string): string => Array.from(text, letter).join("");
  const between = chance.pick([" ", "  ", "\t", " \\\n", " -C . ", " --no-pager ", " >/dev/null ", " -c a.b=c "]);
  const before = chance.pick(["", "", "A=1 ", "env ", "command ", "nice -n 3 ", ">/dev/null ", "! ", "time "]);
  return `${before}${word("git")}${between}${word("push")}${chance.pick(["", " origin", " --force", " 2>&1"])}`;
}

/** At least 5,000 different lines; nearly all of them push. The same every time. */
export function pushLines(made = 5_000): string[] {
  const chance = seeded(17);
  const lines = new Set<string>(WRITTEN);
  for (const line of WRITTEN) for (const layer of LAYERS) lines.add(layer(line, chance));
  while (lines.size < WRITTEN.length * (LAYERS.length + 1) + made) {
    let line = chance.below(3) === 0 ? chance.pick(WRITTEN) : spelled(chance);
    for (let layers = chance.below(4); layers > 0; layers -= 1) line = chance.pick(LAYERS)(line, chance);
    lines.add(line);
  }
  return shuffled([...lines], chance);
}

/** What people let a model run every day: none of it pushes, none of it needs a question. */
export const EVERYDAY_LINES = [
  "ls -la",
  "npm test && git status",
  "git log --oneline | head -20",
  'git commit -m "push the button"',
  "git add . && git commit -m 'Fix (a) & b; c'",
  'for f in src/*.ts; do echo "$f"; done',
  "cd app && npm run build 2>&1 | tail -5",
  'echo "$HOME"',
  "grep -rn 'push' src | sort | uniq -c",
  "find . -name '*.ts' | xargs wc -l",
  "FOO=1 npm test",
  "cat > a.txt <<'E'\nIt's a note (with brackets) & more.\nE",
  "if [ -f a.txt ]; then cat a.txt; fi",
  "python3 scripts/build.py --fast",
  "node dist/cli.js push",
  "sed -i 's/a/b/' src/a.ts",
  "docker compose -f dev.yml up -d",
  "npm run pushy",
  "git stash; git checkout -b x; git stash pop",
  'test "$(git status --porcelain)" = ""',
  "mkdir -p a/{b,c} && touch a/b/{1..3}.txt",
  "echo $((1 + 2))",
] as const;

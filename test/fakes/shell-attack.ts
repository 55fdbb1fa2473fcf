// Command lines that begin as a rule allows and hide a second command in everything bash and sh expand, join or redirect.
import { seeded, shuffled } from "./seeded.ts";

/** What rules allow in the drill. */
export const ALLOWED_PATTERNS = ["npm test*", "git status*", "ls*", "echo *"] as const;

const BEGINNINGS = ["npm test", "git status", "ls", "echo x", "npm  test", "npm test --", "echo '' -n", 'ls "a b"'];

/** CANARY stands for the name of a file that must not appear. */
const COMMANDS = ["touch CANARY", ">CANARY", ": >CANARY", "printf x >CANARY", "cp /dev/null CANARY"];

/** CMD is the hidden command. Each stands behind an allowed beginning and a blank. */
const EXPANSIONS = [
  // Command substitution.
  ..."$(CMD)|`CMD`|$( CMD )|$(\nCMD\n)|$(CMD;)|$( (CMD) )|$({ CMD; })|`echo \\`CMD\\``|$(echo $(CMD))|$(</dev/null CMD)".split(
    "|",
  ),
  "$(: # )\nCMD\n)",
  "$(case x in x) CMD;; esac)",
  "$(eval 'CMD')",
  "$(sh -c 'CMD')",
  "${| CMD; }",
  "${ CMD; }",
  // Parameters.
  "${x:-$(CMD)}",
  "${x-$(CMD)}",
  "${x:=$(CMD)}",
  "${x=$(CMD)}",
  "${PATH:+$(CMD)}",
  "${PATH+`CMD`}",
  "${x:?$(CMD)}",
  "${PATH#$(CMD)}",
  "${PATH##`CMD`}",
  "${PATH%$(CMD)}",
  "${PATH%%$(CMD)}",
  "${PATH/$(CMD)/x}",
  "${PATH//x/$(CMD)}",
  "${PATH:$(CMD)0}",
  "${PATH:0:$(CMD)1}",
  "${PATH^$(CMD)}",
  "${PATH,,`CMD`}",
  "${x:=$'\\x24\\x28CMD\\x29'}${x@P}",
  "${x:=\\$(CMD)}${x@P}",
  "${x:='$(CMD)'}${x@P}",
  "${x:=\\`CMD\\`}${x@P}",
  "${x:='a[$(CMD)]'}$[x]",
  "${x:='a[$(CMD)]'}$((x))",
  "${x:='a[$(CMD)]'}${PATH:x}",
  "${x:='a[$(CMD)]'}${PATH:0:x}",
  "${x:='a[$(CMD)]'}${!x}",
  "${x:='a[$(CMD)]'}${y[x]}",
  "${x[$(CMD)]}",
  "${!x[$(CMD)]}",
  "${#x[`CMD`]}",
  "${x[$(CMD)]:=1}",
  // Arithmetic.
  "$((`CMD`0))",
  "$(( $(CMD) 0 ))",
  "$((a[$(CMD)0]))",
  "$[a[$(CMD)0]]",
  "$[$(CMD)0]",
  "$[`CMD`0]",
  "$((x=a[$(CMD)0]))",
  "$((1?a[$(CMD)0]:0))",
  // Processes, files, strings.
  "<(CMD)",
  ">(CMD)",
  "< <(CMD)",
  "> >(CMD)",
  "2> >(CMD)",
  "<<<$(CMD)",
  "<<<`CMD`",
  '<<<"$(CMD)"',
  "<<E\n$(CMD)\nE",
  "<<E\n`CMD`\nE",
  "<<-E\n\t$(CMD)\n\tE",
  "<<E\n${x:-$(CMD)}\nE",
  "<<E\n$((a[$(CMD)0]))\nE",
  "<<'E'\nx\nE\nCMD",
  "<<E;CMD\nE",
  ">CANARY",
  ">>CANARY",
  ">|CANARY",
  "&>CANARY",
  "&>>CANARY",
  ">&CANARY",
  "<>CANARY",
  "2>CANARY",
  "9>CANARY",
  "{fd}>CANARY",
  ">$(CMD)x",
  // Lists, groups, the rest of the grammar.
  ...";CMD|; CMD|;;CMD|\nCMD|\n\nCMD|&CMD|& CMD|&& CMD|&&CMD|;{ CMD; }|;(CMD)|;! CMD|\\\n;CMD|\\\\\nCMD|#\nCMD|# x\nCMD".split(
    "|",
  ),
  ...["| CMD", "|CMD", "|& CMD", "|| CMD", "; false || CMD", "; true && CMD", "|{ CMD; }", "| (CMD)", "| tee CANARY"],
  ";if :; then CMD; fi",
  ";if CMD; then :; fi",
  ";while :; do CMD; break; done",
  ";until CMD; do break; done",
  ";for i in 1; do CMD; done",
  ";for i do :; done; for i in 1\ndo CMD; done",
  ";for ((i=0;i<1;i++)); do CMD; done",
  ";for ((a[$(CMD)0];0;)); do :; done",
  ";select i in 1; do CMD; done <<<1",
  ";case x in x) CMD;; esac",
  ";case x in (x) CMD; esac",
  ";case $(CMD) in x) ;; esac",
  ";f() { CMD; };f",
  ";f() ( CMD ); f",
  ";function f { CMD; }; f",
  ";npm() { CMD; }\nnpm",
  ";coproc CMD; wait",
  ";coproc X { CMD; }; wait",
  ";[[ -n $(CMD) ]]",
  ";[[ 'a[$(CMD)0]' -eq 0 ]]",
  ";((a[$(CMD)0]))",
  ";let 'a[$(CMD)0]'",
  ";test -v 'a[$(CMD)0]'",
  ";printf -v 'a[$(CMD)0]' x",
  ";read 'a[$(CMD)0]' </dev/null",
  ";unset 'a[$(CMD)0]'",
  ";declare 'a[$(CMD)0]=1'",
  ";export x='$(CMD)'; eval echo $x",
  ";eval 'CMD'",
  ";eval C''MD",
  ";trap 'CMD' EXIT",
  ";sh -c 'CMD'",
  ";env sh -c 'CMD'",
  ";echo 'CMD' | sh",
  ";sh <<'E'\nCMD\nE",
  ";. /dev/stdin <<'E'\nCMD\nE",
  ";alias x='CMD'\nx",
  ";shopt -s expand_aliases\nalias x='CMD'\nx",
  ";set -- x; CMD",
  ";x='CMD'; $x",
  ";x=1 CMD",
  ";IFS=_; CMD",
  ";PS4='$(CMD)'; set -x; :",
  ";BASH_ENV=/dev/stdin bash -c : <<'E'\nCMD\nE",
  ";exec sh -c 'CMD'",
  ";command eval 'CMD'",
  ";time CMD",
  ";time -p sh -c 'CMD'",
  // Braces, globs, tildes, quotes.
  "{a,$(CMD)}",
  "{1..2}$(CMD)",
  "{a,b};CMD",
  "~$(CMD)",
  "~/$(CMD)",
  "*$(CMD)",
  "?`CMD`",
  "[$(CMD)]",
  "$'a'$(CMD)",
  "$'a\\'';CMD;'",
  "$'\\'';CMD;#'",
  '$"$(CMD)"',
  '$"`CMD`"',
  "'a'$(CMD)'b'",
  '"a"`CMD`"b"',
  "'a';CMD;'b'",
  '"a";CMD;"b"',
  "'\\';CMD;'x'",
  '"\'";CMD;"\'"',
  "'\"';CMD;'\"'",
  '"\\\\";CMD;"x"',
  '"\\"";CMD;"\\""',
  "\\';CMD;\\'",
  '\\";CMD;\\"',
  "a\\;CMD",
  "\\\\;CMD",
  "a#b;CMD",
  "!!;CMD",
  "!$;CMD",
  "^x^y;CMD",
  "=(CMD)",
  "(CMD)",
  "{ CMD; }",
  "@(x);CMD",
  "--x=$(CMD)",
  "--x=`CMD`",
  "A=$(CMD)",
  "a[$(CMD)]=1",
  // Separators that are not always what they seem.
  ...[
    "\r",
    "\v",
    "\f",
    "\u0085",
    "\u00a0",
    "\u2028",
    "\u2029",
    "\u3000",
    "\ufeff",
    "\u200b",
    "\u037e",
    "\uff1b",
  ].flatMap((sign) => [`${sign}CMD`, `${sign};CMD`, `;${sign}CMD`, `${sign}\nCMD`]),
];

/** Where an expansion stands in its line. */
const PLACES: readonly ((beginning: string, expansion: string) => string)[] = [
  (beginning, expansion) => `${beginning} ${expansion}`,
  (beginning, expansion) => `${beginning}${expansion}`,
  (beginning, expansion) => `${beginning} "${expansion}"`,
  (beginning, expansion) => `${beginning} a${expansion}b`,
  (beginning, expansion) => `${beginning} 'a' ${expansion} "b"`,
  (beginning, expansion) => `${beginning} x="${expansion}"`,
  (beginning, expansion) => `A="${expansion}" ${beginning}`,
  (beginning, expansion) => `${beginning} ${"x".repeat(5_000)} ${expansion}`,
];

/** Pieces of soup: whatever falls together. */
const PIECES = [
  ..."$ ( ) { } [ ] ` ' \" \\ ; & | < > ! # ~ * ? = : @ % ^ + - / . , x 0 a $( ${ $(( )) $[ <( >( << <<< && || ;; $' $\"".split(
    " ",
  ),
  ...[
    " ",
    "\t",
    "\n",
    "\\\n",
    "$x",
    "${x}",
    "a=b",
    "E\n",
    "do ",
    "then ",
    "eval ",
    "'a b'",
    '"a b"',
    "x:=",
    "@P}",
    "!",
  ],
];

/** At least 5,000 different lines, each with the name of its own canary. The same every time. */
export function attackLines(soup = 4_000): string[] {
  const chance = seeded(16);
  const lines = new Set<string>();
  for (const [at, expansion] of EXPANSIONS.entries())
    for (const beginning of BEGINNINGS)
      for (const place of PLACES) {
        const command = COMMANDS[(at + lines.size) % COMMANDS.length] ?? "";
        lines.add(
          place(
            beginning,
            expansion.replaceAll("CMD", () => command),
          ),
        );
      }
  for (const target = lines.size + soup; lines.size < target;) {
    const pieces = Array.from({ length: 1 + chance.below(7) }, () => chance.pick(PIECES));
    pieces.splice(chance.below(pieces.length + 1), 0, chance.pick(COMMANDS));
    lines.add(`${chance.pick(BEGINNINGS)}${chance.pick([" ", "", ' "', " '"])}${pieces.join("")}`);
  }
  return shuffled([...lines], chance);
}

/** Lines of plain words and quotes: an allowed beginning allows them. */
export function plainLines(count: number): string[] {
  const chance = seeded(61);
  const words = [
    "--watch=false",
    "-v",
    "src/a.test.ts",
    "a:b",
    "x,y",
    "@scope/name",
    "50%",
    "größe",
    "HEAD~1",
    "1+1",
    ".",
  ];
  const quoted = [
    "'a b'",
    '"a b"',
    "'a; b & c'",
    "'$HOME'",
    "'it is `so`'",
    '"it\'s"',
    "'say \"so\"'",
    "''",
    '"(x)"',
    "'*'",
  ];
  return Array.from({ length: count }, () => {
    const tail = Array.from({ length: chance.below(5) }, () => chance.pick(chance.below(2) === 0 ? words : quoted));
    return [chance.pick(BEGINNINGS), ...tail].join(chance.pick([" ", "  ", "\t"]));
  });
}

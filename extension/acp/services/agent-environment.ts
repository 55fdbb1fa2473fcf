// Judges the environment variables that an agent gives a command: which are harmless, and the others as part of the command line.
import { quoted } from "./command-line.ts";
import { hasUnseen } from "../../text/visible-text.ts";
import type { Circumstance } from "../../tools/tool.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

export interface JudgedEnvironment {
  /** The variables that are not harmless, as a shell reads them before the command; else empty. */
  prefix: string;
  /** All variables, to show to the user. */
  about: Circumstance[];
}

const MOST_VARIABLES = 200;
const MOST_CHARACTERS = 32_000;

/** A name with other characters can define a shell function. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** They only change how output looks, if the value is a plain word. */
const LOOKS =
  /^(TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI|LANG|LANGUAGE|LC_[A-Z]+|TZ)$/;
const PLAIN = /^(?!\/)[\w.@+/-]{0,64}$/;

/** Harmless with exactly these values. */
const QUIET: Readonly<Partial<Record<string, readonly string[]>>> = {
  PAGER: ["cat"],
  GIT_PAGER: ["cat"],
  GIT_TERMINAL_PROMPT: ["0"],
  DEBIAN_FRONTEND: ["noninteractive"],
  PYTHONUNBUFFERED: ["1"],
};

/** Shells, loaders and programs run or load what these name. */
const POWERFUL = new RegExp(
  `^(${[
    ...["BASH_ENV", "ENV", "PATH", "IFS", "CDPATH", "SHELL", "SHELLOPTS", "BASHOPTS", "PROMPT_COMMAND", "PS[0-4]"],
    ...["ZDOTDIR", "HOME", "TMPDIR", "LD_.*", "DYLD_.*", "GCONV_PATH", "NLSPATH", "GLIBC_TUNABLES", "MALLOC_.*"],
    ...["NODE_.*", "NPM_.*", "YARN_.*", "PYTHON.*", "PERL.*", "RUBY.*", "GEM_.*", "BUNDLE_.*", "JAVA_.*", "JDK_.*"],
    ...["_JAVA_OPTIONS", "CLASSPATH", "GO.*", "CARGO.*", "RUST.*", "DOTNET_.*", "COMPLUS_.*", "LUA_.*", "PHP.*"],
    ...["GIT_.*", "SSH_.*", "EDITOR", "VISUAL", ".*PAGER", "BROWSER", "LESS.*", "MAKE.*", "CC", "CXX", "CFLAGS"],
    ...[".*_PROXY", "SSL_.*", "CURL_.*", "REQUESTS_CA_BUNDLE", "XDG_.*", "DOCKER_.*", "KUBECONFIG", "AWS_.*"],
    ...["PATHEXT", "COMSPEC", "PSMODULEPATH", "SYSTEMROOT", "WINDIR", "APPDATA", "LOCALAPPDATA"],
  ].join("|")})$`,
  "i",
);

export function judgeEnvironment(env: Readonly<Record<string, string>>): Result<JudgedEnvironment, string> {
  const given = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const length = given.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (given.length > MOST_VARIABLES || length > MOST_CHARACTERS) return { ok: false, failure: words.tooManyVariables };
  for (const [name, value] of given) {
    if (!NAME.test(name)) return { ok: false, failure: words.invalidVariable(JSON.stringify(name)) };
    if (hasUnseen(value)) return { ok: false, failure: words.invisibleCharacters(name) };
  }
  const judged = given.filter(([name, value]) => !isHarmless(name, value));
  return {
    ok: true,
    value: {
      prefix: judged.map(([name, value]) => `${name}=${quoted(value)} `).join(""),
      about: given.map(([name, value]) => ({
        name,
        value,
        ...(POWERFUL.test(name) && !isHarmless(name, value) && { note: words.canChangeWhatRuns }),
      })),
    },
  };
}

function isHarmless(name: string, value: string): boolean {
  return (LOOKS.test(name) && PLAIN.test(value)) || QUIET[name]?.includes(value) === true;
}

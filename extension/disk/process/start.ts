// What to start for a command line in a shell: the program, and its arguments as the system takes them.
import type { CommandShell } from "./choose-shell.ts";

export interface Start {
  file: string;
  args: readonly string[];
  /** On Windows: the arguments are one text already, quoted as this program reads it. */
  verbatim: boolean;
}

export function startLine({ kind, path }: CommandShell, line: string): Start {
  switch (kind) {
    case "posix":
      return { file: path, args: ["-c", line], verbatim: false };
    case "git-bash":
      // Always in quotes: Git Bash expands `*` in arguments of a Windows program that have none.
      return { file: path, args: ["-c", quotedForWindows(line)], verbatim: true };
    case "pwsh":
    case "windows-powershell":
      return { file: path, args: powerShellArguments([...PROLOGUE, line, ...EPILOGUE].join("\n")), verbatim: false };
    default:
      return kind satisfies never;
  }
}

/**
 * A script as arguments of PowerShell, without quotes to get wrong. Not `-EncodedCommand`: with it, Windows PowerShell
 * writes errors as XML. `Bypass`: otherwise Windows refuses scripts such as npm.ps1.
 */
export function powerShellArguments(script: string): string[] {
  const text = `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(script).toString("base64")}'))`;
  const options = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];
  return [...options, "-Command", `. ([ScriptBlock]::Create(${text}))`];
}

/** Output, pipes and files in UTF-8, and no progress bars, which would stand in the output. */
const PROLOGUE = [
  "$ProgressPreference = 'SilentlyContinue'",
  "$OutputEncoding = New-Object System.Text.UTF8Encoding $false",
  "try { [Console]::OutputEncoding = $OutputEncoding } catch {}",
  ...["Out-File", "Set-Content", "Add-Content"].map((name) => `$PSDefaultParameterValues['${name}:Encoding'] = 'utf8'`),
  "$global:LASTEXITCODE = 0",
];

/**
 * The exit code of the last command, as other shells have it; a failed cmdlet has none, so it is 1. In PowerShell 5.1 a
 * program whose error output is redirected counts as failed, whatever its exit code.
 */
const EPILOGUE = [
  "if ($?) { exit 0 }",
  "if ($LASTEXITCODE) { exit $LASTEXITCODE }",
  "if ($Error.Count -gt 0 -and $Error[0].FullyQualifiedErrorId -like 'NativeCommandError*') { exit 0 }",
  "exit 1",
];

/** One argument as programs for Windows read it: a backslash counts only before a quote. */
export function quotedForWindows(argument: string): string {
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

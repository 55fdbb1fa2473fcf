// Which shell runs command lines on each system, and what it is started with.
import { describe, expect, test } from "vitest";
import { chooseShell, type CommandShell } from "../../extension/disk/process/choose-shell.ts";
import { quotedForWindows, startLine } from "../../extension/disk/process/start.ts";

const WINDOWS = {
  SystemRoot: "C:\\WINDOWS",
  ProgramFiles: "C:\\Program Files",
  LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local",
};
const GIT_BASH = "C:\\Program Files\\Git\\bin\\bash.exe";
const PWSH = "C:\\Program Files\\PowerShell\\7\\pwsh.exe";
const POWERSHELL = "C:\\WINDOWS\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";

function chosen(
  files: readonly string[],
  env: NodeJS.ProcessEnv = {},
  workspace: readonly string[] = [],
): CommandShell {
  const known = new Set(files.map((file) => file.toLowerCase()));
  const isFile = (path: string): boolean => known.has(path.toLowerCase());
  return chooseShell({ platform: "win32", env: { ...WINDOWS, ...env }, isFile }, workspace);
}

describe("on Windows", () => {
  test("Git Bash comes first, then PowerShell 7, then the PowerShell of Windows", () => {
    expect(chosen([GIT_BASH, PWSH, POWERSHELL])).toEqual({ kind: "git-bash", path: GIT_BASH });
    expect(chosen([PWSH, POWERSHELL])).toEqual({ kind: "pwsh", path: PWSH });
    expect(chosen([POWERSHELL])).toEqual({ kind: "windows-powershell", path: POWERSHELL });
  });

  test.each([
    ["C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe", {}],
    ["D:\\Programs\\Git\\bin\\bash.exe", { ProgramW6432: "D:\\Programs" }],
  ])("Git Bash is found at %s", (path, env) => {
    expect(chosen([path], env)).toEqual({ kind: "git-bash", path });
  });

  test.each(["cmd", "bin", "mingw64\\bin"])("Git Bash is found beside a git.exe of PATH in %s", (folder) => {
    const files = [`E:\\Git\\${folder}\\git.exe`, "E:\\Git\\bin\\bash.exe"];
    expect(chosen(files, { Path: `C:\\x;"E:\\Git\\${folder}"` })).toEqual({ kind: "git-bash", path: files[1] });
  });

  test("the bash.exe of Windows, which starts Linux, is never chosen", () => {
    const files = ["C:\\WINDOWS\\System32\\bash.exe", "C:\\WINDOWS\\bin\\bash.exe", "C:\\WINDOWS\\System32\\git.exe"];
    expect(chosen(files, { PATH: "C:\\Windows\\System32" }).kind).toBe("windows-powershell");
  });

  test("no program of the workspace is chosen, whatever PATH says", () => {
    const planted = ["C:\\work\\cmd\\git.exe", "C:\\work\\bin\\bash.exe", "C:\\work\\bin\\pwsh.exe"];
    const PATH = "C:\\work\\cmd;C:\\WORK\\bin";
    expect(chosen(planted, { PATH }).kind).toBe("git-bash");
    expect(chosen(planted, { PATH }, ["c:\\Work\\"]).kind).toBe("windows-powershell");
    // Git's folder is above the one that PATH names.
    expect(chosen(["D:\\work\\bin\\bash.exe", "D:\\git.exe"], { PATH: "D:\\x" }, ["d:\\work"]).path).toBe(POWERSHELL);
  });

  test("relative and empty entries of PATH lead nowhere", () => {
    for (const PATH of ["", ".", ";;", "bin", "\\bin", "C:bin", "%X%", ".\\bin"])
      expect(chosen(["bin\\pwsh.exe", "pwsh.exe", "\\bin\\pwsh.exe", ".\\bin\\pwsh.exe"], { PATH }).path).toBe(
        POWERSHELL,
      );
    expect(chosen(["D:\\pw\\pwsh.exe"], { PATH: ".;D:\\pw" })).toEqual({ kind: "pwsh", path: "D:\\pw\\pwsh.exe" });
  });

  test("a strange SystemRoot is not taken for the folder of Windows", () => {
    expect(chosen([], { SystemRoot: ".\\here" }).path.toLowerCase()).toBe(POWERSHELL.toLowerCase());
  });
});

test("elsewhere it is the user's bash, else sh", () => {
  const on = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): CommandShell =>
    chooseShell({ platform, env, isFile: () => true }, []);
  expect(on("linux", { SHELL: "/usr/bin/bash" })).toEqual({ kind: "posix", path: "/usr/bin/bash" });
  expect(on("darwin", { SHELL: "/bin/zsh" })).toEqual({ kind: "posix", path: "/bin/sh" });
  expect(startLine({ kind: "posix", path: "/bin/sh" }, "a 'b'")).toEqual({
    file: "/bin/sh",
    args: ["-c", "a 'b'"],
    verbatim: false,
  });
});

describe("a line for PowerShell", () => {
  const { file, args } = startLine({ kind: "windows-powershell", path: POWERSHELL }, 'echo "größe" # x');
  const [, encoded = ""] = /^\. \(\[ScriptBlock\]::Create\(.*\('([\w+/=]+)'\)\)\)\)$/.exec(args.at(-1) ?? "") ?? [];
  const script = Buffer.from(encoded, "base64").toString("utf8").split("\n");

  test("runs without a profile, without questions, and with scripts such as npm.ps1", () => {
    expect(file).toBe(POWERSHELL);
    expect(args.slice(0, -1).join(" ")).toBe("-NoProfile -NonInteractive -ExecutionPolicy Bypass -Command");
  });

  test("stands on lines of its own, after UTF-8 was set up and before its exit code is told", () => {
    const at = script.indexOf('echo "größe" # x');
    const before = script.slice(0, at).join("\n");
    expect(before).toContain("[Console]::OutputEncoding = $OutputEncoding");
    expect(before).toContain("$PSDefaultParameterValues['Out-File:Encoding'] = 'utf8'");
    // Nothing may stand between the command and the question how it ended.
    expect(script[at + 1]).toBe("if ($?) { exit 0 }");
    expect(script[at + 2]).toBe("if ($LASTEXITCODE) { exit $LASTEXITCODE }");
    expect(script.at(-1)).toBe("exit 1");
  });
});

test("a line for Git Bash is one argument in quotes, as programs for Windows read it", () => {
  const line = String.raw`echo "a b" 'C:\x' \\"`;
  expect(startLine({ kind: "git-bash", path: GIT_BASH }, line)).toEqual({
    file: GIT_BASH,
    args: ["-c", String.raw`"echo \"a b\" 'C:\x' \\\\\""`],
    verbatim: true,
  });
  expect(startLine({ kind: "git-bash", path: GIT_BASH }, "ls*").args).toEqual(["-c", '"ls*"']);
  expect(quotedForWindows("end\\")).toBe(String.raw`"end\\"`);
});

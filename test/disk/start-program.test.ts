// What is started for a program with its arguments, without a shell.
import { describe, expect, test } from "vitest";
import { programFile } from "../../extension/disk/process/find-program.ts";
import { startProgram } from "../../extension/disk/process/start-program.ts";
import type { Start } from "../../extension/disk/process/start.ts";
import type { Result } from "../../extension/message/result.ts";

const FILES = new Set([
  "C:\\node\\node.exe",
  "C:\\node\\npm.cmd",
  "C:\\node\\npm",
  "C:\\work\\npm.cmd",
  "C:\\work\\build.bat",
  "C:\\Program Files\\tool\\tool.exe",
]);

const WINDOWS = {
  platform: "win32",
  env: { SystemRoot: "C:\\Windows", Path: ".;;C:\\node" },
  isFile: (path: string) => FILES.has(path),
} as const;

function started(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Result<Start, string> {
  return startProgram({ command, args }, { ...WINDOWS, env: { ...WINDOWS.env, ...env } }, "C:\\work");
}

const file = (command: string, env?: NodeJS.ProcessEnv): string | undefined => {
  const start = started(command, ["x"], env);
  return start.ok ? start.value.file : undefined;
};

describe("on Windows", () => {
  test("a program is found by PATH, never in the folder it runs in, and gets its arguments as they are", () => {
    const args = ["two words", 'a "quoted" one', "%PATH%", "$HOME; rm"];
    expect(started("node", args)).toEqual({ ok: true, value: { file: "C:\\node\\node.exe", args, verbatim: false } });
    expect(file("NODE.EXE", {})).toBeUndefined();
    expect(file("build")).toBeUndefined();
    expect(file("tool", { Path: "" })).toBeUndefined();
    expect(started("nothing", [])).toEqual({ ok: false, failure: 'Could not find the program "nothing".' });
  });

  test("a path is taken as it is written", () => {
    expect(file("C:\\Program Files\\tool\\tool.exe")).toBe("C:\\Program Files\\tool\\tool.exe");
    expect(file("C:/Program Files/tool/tool")).toBe("C:\\Program Files\\tool\\tool.exe");
    expect(started(".\\build.bat", [])).toMatchObject({
      ok: true,
      value: { args: expect.arrayContaining(['""C:\\work\\build.bat""']) as unknown },
    });
  });

  test("a batch file runs in cmd.exe of Windows, with every argument in quotes", () => {
    expect(started("npm", ["run", "a&calc", "it's", "^x", "end\\", ""])).toEqual({
      ok: true,
      value: {
        file: "C:\\Windows\\System32\\cmd.exe",
        args: ["/d", "/v:off", "/s", "/c", String.raw`""C:\node\npm.cmd" "run" "a&calc" "it's" "^x" "end\\" """`],
        verbatim: true,
      },
    });
  });

  test.each(['a" & calc', "%COMSPEC%", "a\nb", "a\rb"])(
    "a batch file is not given %j, which cmd.exe could run",
    (argument) => {
      expect(started("npm", [argument])).toEqual({
        ok: false,
        failure:
          "npm.cmd is a batch file, so its arguments cannot contain quotes, percent signs or line breaks. Remove them, or run another program.",
      });
    },
  );
});

test("an agent or a server of the settings is never a file of the folder it runs in", () => {
  const file = (command: string): string => programFile(command, WINDOWS, "C:\\work");
  expect(file("npm")).toBe("C:\\node\\npm.cmd");
  expect(file("build")).toBe("C:\\Windows\\System32\\build");
  expect(file(".\\build")).toBe("C:\\work\\build.bat");
  expect(file("C:\\nowhere\\x.exe")).toBe("C:\\nowhere\\x.exe");
  expect(programFile("npm", { ...WINDOWS, platform: "darwin" }, "/work")).toBe("npm");
});

test("elsewhere the system finds the program", () => {
  const machine = { platform: "linux", env: {}, isFile: () => false } as const;
  expect(startProgram({ command: "npm", args: ["a b"] }, machine, "/work")).toEqual({
    ok: true,
    value: { file: "npm", args: ["a b"], verbatim: false },
  });
});

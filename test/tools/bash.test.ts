// bash: what the shell is given, and how its end is told.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";
import type { Shell, ShellOptions, ShellResult } from "../../extension/tools/ports.ts";
import { type ToolWorld, toolWorld } from "../fakes/tool-world.ts";

const DONE: ShellResult = { exit_code: 0, output: "", truncated: false, timed_out: false };

function withShell(
  result: Partial<ShellResult> = {},
  kind: Shell["kind"] = "posix",
): ToolWorld & { ran: ({ command: string } & ShellOptions)[] } {
  const ran: ({ command: string } & ShellOptions)[] = [];
  const shell: Shell = {
    kind,
    run: (command, options) => {
      ran.push({ command, ...options });
      return Promise.resolve({ ...DONE, ...result });
    },
  };
  return { ...toolWorld({ shell }), ran };
}

test("a command needs permission for exactly its line, and runs in the workspace folder for two minutes at most", async () => {
  const { root, ready, ran } = withShell();
  const call = await ready("bash", { command: "npm test && echo ok" });
  expect(call.needs).toEqual([{ permission: "bash", pattern: "npm test && echo ok" }]);
  expect(call.preview).toEqual({ type: "text", text: "npm test && echo ok" });
  expect(call.changes).toBe(true);
  await call.run(new AbortController().signal);
  expect(ran).toMatchObject([{ command: "npm test && echo ok", cwd: root, timeoutMs: 120_000 }]);
});

test("a command runs in the path by which the workspace was opened, not where a link or a mapped drive leads", async () => {
  const world = withShell();
  mkdirSync(join(world.root, "sub"));
  const link = join(world.outside, "link");
  symlinkSync(world.root, link, "junction");
  world.ports.files = diskFiles({ folders: () => [{ name: "link", path: link }], exclude: () => [], kept: [] });
  await world.call("bash", { command: "npm test" });
  await world.call("bash", { command: "npm test", folder: join(world.root, "sub") });
  expect(world.ran.map(({ cwd }) => cwd)).toEqual([link, join(link, "sub")]);
});

test.each([
  ["posix", "Run a command in the user's shell. The command must not prompt for input."],
  ["git-bash", "Run a command in Git Bash on Windows. The command must not prompt for input."],
  ["pwsh", "Run a command in PowerShell 7 on Windows. The command must not prompt for input."],
  [
    "windows-powershell",
    "Run a command in Windows PowerShell 5.1, where && and || do not work. The command must not prompt for input.",
  ],
] as const)("its description says what %s is", (kind, description) => {
  const { ports } = withShell({}, kind);
  expect(builtinTools(ports).find(({ name }) => name === "bash")?.description).toBe(description);
});

test("on Windows a permission says which shell reads the line", async () => {
  expect((await withShell({}, "pwsh").ready("bash", { command: "ls" })).needs).toEqual([
    { permission: "bash", pattern: "ls", shell: "pwsh" },
  ]);
});

test("it says how the command ended", async () => {
  const end = async (result: Partial<ShellResult>) => withShell(result).call("bash", { command: "x" });
  expect(await end({ output: "hello\n" })).toEqual({ ok: true, output: "hello\n[exit code 0]" });
  expect(await end({})).toEqual({ ok: true, output: "[exit code 0]" });
  expect(await end({ exit_code: 2, output: "no" })).toEqual({ ok: false, output: "no\n[exit code 2]" });
  expect(await end({ exit_code: null, timed_out: true })).toEqual({
    ok: false,
    output: "[timed out after 120 seconds]",
  });
  expect((await end({ exit_code: null })).output).toBe("[exited without an exit code]");
  expect(await end({ left_running: true })).toEqual({
    ok: true,
    output: "[exit code 0; a process it started is still running]",
  });
  expect((await end({ truncated: true })).output).toBe("[exit code 0; output truncated]");
});

test("its time can be set up to ten minutes", async () => {
  const { call, ran } = withShell();
  await call("bash", { command: "x", timeout_seconds: 600 });
  expect(ran[0]?.timeoutMs).toBe(600_000);
  expect((await call("bash", { command: "x", timeout_seconds: 601 })).output).toContain('"timeout_seconds" must');
  expect((await call("bash", { command: "x", timeout_seconds: 0 })).output).toContain('"timeout_seconds" must');
});

test("it may run in another folder; one outside needs permission too", async () => {
  const { root, outside, ready, call } = withShell();
  mkdirSync(join(root, "app"));
  expect((await ready("bash", { command: "ls", folder: "app" })).preview).toEqual({
    type: "text",
    text: "in app:\nls",
  });
  expect((await ready("bash", { command: "ls", folder: outside })).needs).toEqual([
    { permission: "bash", pattern: "ls" },
    { permission: "outside", pattern: outside },
  ]);
  expect((await call("bash", { command: "ls", folder: "nowhere" })).output).toBe("nowhere is not a folder.");
});

test("an empty command or one that shows other than it is is refused", async () => {
  const { call, ran } = withShell();
  expect(await call("bash", { command: " " })).toMatchObject({ ok: false });
  for (const unseen of ["a\0b", "ls\rrm", "ls \u202e mr", "\x1b[2K", "a\x7f", "ls\u200b", "ls\u2028x", "\ufeffls"]) {
    expect((await call("bash", { command: unseen })).output).toContain("invisible characters");
  }
  expect(ran).toEqual([]);
});

test("a shell that breaks is a result, not an exception", async () => {
  expect(await toolWorld().call("bash", { command: "ls" })).toEqual({ ok: false, output: "no shell" });
});

test("a long output is kept where read and grep find it", async () => {
  const { call } = withShell({ output: `${"line\n".repeat(60_000)}needle\n` });
  const { output } = await call("bash", { command: "x" });
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(200 * 1024);
  const path = /at (.*)\]$/.exec(output)?.[1];
  expect((await call("grep", { pattern: "needle", path })).output).toContain("60001\tneedle");
  expect((await call("read", { path, start: 60_001 })).output).toContain("needle\n");
});

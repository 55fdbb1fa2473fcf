// The scripts start VS Code, npm and a browser on every system: what each of them is given there.
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { chromiumPlaces } from "../../scripts/chromium.mjs";
import { browserCommand, commandLine } from "../../scripts/command-line.mjs";
import { desktopRun } from "../../scripts/desktop-run.mjs";
import { hostsIn, parseCim, parsePs } from "../../scripts/host-processes.mjs";
import { needsOwnNode } from "../../scripts/node24.mjs";
import { pagePath, windowUrl } from "../../scripts/window-url.mjs";

const ORIGIN = "http://127.0.0.1:8137";

function parametersOf(url: string): { folder: string | null; workspace: string | null; payload: unknown } {
  const { searchParams } = new URL(url);
  const payload: unknown = JSON.parse(searchParams.get("payload") ?? "null");
  return { folder: searchParams.get("folder"), workspace: searchParams.get("workspace"), payload };
}

describe("the address of a window", () => {
  it("has a slash before the drive letter of Windows", () => {
    const window = {
      folder: "C:\\Users\\Ann Lee\\sample",
      development: "C:\\galley\\start+1",
      tests: "D:\\a b\\suite\\index.js",
    };
    expect(parametersOf(windowUrl(ORIGIN, window, "win32"))).toEqual({
      folder: "/C:/Users/Ann Lee/sample",
      workspace: null,
      payload: [
        ["extensionDevelopmentPath", "vscode-remote://127.0.0.1:8137/C%3A/galley/start%2B1"],
        ["extensionTestsPath", "vscode-remote://127.0.0.1:8137/D%3A/a%20b/suite/index.js"],
      ],
    });
    expect(parametersOf(windowUrl(ORIGIN, { workspace: "C:\\a.code-workspace" }, "win32")).workspace).toBe(
      "/C:/a.code-workspace",
    );
  });

  it("has the path of Linux and macOS as it is, a backslash in a name included", () => {
    expect(pagePath("/home/ann/a\\b #1", "linux")).toBe("/home/ann/a\\b #1");
    expect(parametersOf(windowUrl(ORIGIN, { tests: "/a/b #1?%/index.js" }, "darwin")).payload).toEqual([
      ["extensionTestsPath", "vscode-remote://127.0.0.1:8137/a/b%20%231%3F%25/index.js"],
    ]);
  });

  it("is that of an empty window where no folder is named", () => {
    expect(windowUrl(ORIGIN, {}, "win32")).toBe(`${ORIGIN}/?ew=true`);
  });
});

describe("the browser", () => {
  it("is given the whole address on every system, and no shell reads it", () => {
    const url = windowUrl(ORIGIN, { folder: "C:\\a", development: "C:\\b" }, "win32");
    expect(url).toContain("&");
    for (const platform of ["win32", "darwin", "linux"] as const) {
      const command = browserCommand(url, platform);
      expect(command.at(-1)).toBe(url);
      expect(command[0]).not.toMatch(/cmd|powershell|sh$/);
    }
    expect(browserCommand(url, "darwin")[0]).toBe("open");
    expect(browserCommand(url, "linux")[0]).toBe("xdg-open");
  });
});

describe("a program that is a batch file on Windows", () => {
  it("is run by a shell there, and a path with blanks stays one word", () => {
    expect(commandLine("code", ["--extensionDevelopmentPath=C:\\my work\\galley", "C:\\"], "win32")).toEqual({
      command: 'code "--extensionDevelopmentPath=C:\\my work\\galley" C:\\',
      args: [],
      shell: true,
    });
    expect(commandLine("code", ["D:\\a & b\\"], "win32").command).toBe('code "D:\\a & b\\\\"');
    expect(commandLine("npm", ["exec", "--yes", "npm@11", "--", "install"], "win32").command).toBe(
      "npm exec --yes npm@11 -- install",
    );
  });

  it("is run without a shell elsewhere", () => {
    const args = ["--extensionDevelopmentPath=/my work/galley", "/a & b"];
    expect(commandLine("code", args, "darwin")).toEqual({ command: "code", args, shell: false });
    expect(commandLine("code", args, "linux")).toEqual({ command: "code", args, shell: false });
  });
});

describe("the extension hosts of a server", () => {
  it("are those of its group on macOS", () => {
    const listed = [
      "    1     1 /sbin/launchd",
      "  400   400 node leash.mjs node server-main.js",
      "  401   400 node server-main.js",
      "  403   400 /a b/node out/bootstrap-fork --type=extensionHost --x",
      "  402   400 node bootstrap-fork --type=fileWatcher",
      "  900   800 node bootstrap-fork --type=extensionHost",
      "",
    ].join("\n");
    expect(hostsIn(parsePs(listed), 400)).toEqual([403]);
  });

  it("are those below it on Windows, where a parent may be gone and its id given away", () => {
    const process = (ProcessId: number, ParentProcessId: number, CommandLine: string | null): object => ({
      ProcessId,
      ParentProcessId,
      CommandLine,
    });
    const host = "node.exe bootstrap-fork --type=extensionHost";
    const all = [
      process(0, 0, null),
      process(4, 0, null),
      process(400, 4, "node.exe leash.mjs"),
      process(401, 400, "node.exe server-main.js"),
      process(403, 401, host),
      process(404, 401, "node.exe bootstrap-fork --type=ptyHost"),
      process(900, 77, host),
      process(77, 900, "a.exe"),
    ];
    expect(hostsIn(parseCim(JSON.stringify(all)), 400)).toEqual([403]);
    expect(parseCim("")).toEqual([]);
    expect(parseCim(JSON.stringify(all[2]))).toEqual([{ pid: 400, parent: 4, line: "node.exe leash.mjs" }]);
  });
});

describe("Chromium", () => {
  it("is looked for where the installers of Windows put it, and Edge is always there", () => {
    const env = { PROGRAMFILES: "C:\\Program Files", "PROGRAMFILES(X86)": "C:\\Program Files (x86)", PATH: "C:\\x" };
    const places = chromiumPlaces(env, "win32");
    expect(places).toContain("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe");
    expect(places).toContain("C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe");
    expect(places.every((place) => place.endsWith(".exe"))).toBe(true);
  });

  it("is looked for on the PATH and among the applications of macOS", () => {
    const places = chromiumPlaces({ PATH: "/opt/bin::/usr/bin", HOME: "/Users/ann" }, "darwin");
    expect(places[0]).toBe("/opt/bin/chromium");
    expect(places).toContain("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    expect(places).toContain("/Users/ann/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge");
  });

  it("is looked for on the PATH of Linux", () => {
    const places = chromiumPlaces({ PATH: "/usr/bin:/snap/bin", PROGRAMFILES: "x" }, "linux");
    expect(places).toContain("/snap/bin/chromium");
    expect(places.every((place) => /^\/(?:usr|snap)\/bin\//.test(place))).toBe(true);
  });
});

describe("the desktop VS Code of the in-host tests", () => {
  it("has a home of its own, beside its data, where the tests look for what was stored", () => {
    const base = join("/tmp", "galley-x");
    const { home, env, launchArgs } = desktopRun(base, "/sample");
    expect(dirname(home)).toBe(base);
    expect([env.HOME, env.USERPROFILE]).toEqual([home, home]);
    expect(launchArgs[launchArgs.indexOf("--user-data-dir") + 1]).toBe(join(base, "user"));
    expect(launchArgs[0]).toBe("/sample");
  });
});

describe("Node 24", () => {
  it("is fetched only by another Node: npm does not have it for every system", () => {
    expect(needsOwnNode("24.3.0")).toBe(false);
    expect(needsOwnNode("20.11.1")).toBe(true);
    expect(needsOwnNode("26.0.0")).toBe(true);
  });
});

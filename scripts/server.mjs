// Starts VS Code's server on a loopback port, with every file it writes inside one folder, and stops it without a trace.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { extensionHostsOf } from "./host-processes.mjs";
import { linkMetExtensions } from "./met-extensions.mjs";
import { writeUserFiles } from "./user-files.mjs";
import { freshFolder, vscode } from "./vscode.mjs";
import { windowUrl } from "./window-url.mjs";

const leash = fileURLToPath(new URL("leash.mjs", import.meta.url));

/** Settings of a window without a user: without a graphics card, spinners and carets are drawn by the processor. */
export const still = { "workbench.reduceMotion": "on", "editor.cursorBlinking": "solid" };

/** The environment of a server whose windows never ask the extension gallery: what the tests use. */
export const offline = { EXTENSIONS_GALLERY: "{}" };

export async function startServer({
  port = 0,
  data = freshFolder("server"),
  settings = {},
  machineSettings,
  keybindings,
  trusted = true,
  isLean = false,
  env = {},
} = {}) {
  const folders = { user: join(data, "user"), home: join(data, "home"), extensions: join(data, "extensions") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  writeUserFiles(data, { settings, machineSettings, keybindings, trusted });
  const args = [
    join(vscode, "out", "server-main.js"),
    ...["--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--accept-server-license-terms"],
    ...["--enable-smoke-test-driver", "--disable-telemetry", "--disable-getting-started-override"],
    ...(trusted ? ["--disable-workspace-trust"] : []),
    ...["--user-data-dir", folders.user, "--server-data-dir", join(data, "server")],
    ...["--extensions-dir", folders.extensions],
    ...(isLean ? ["--builtin-extensions-dir", linkMetExtensions(join(data, "built-in"))] : []),
  ];
  const child = spawn(process.execPath, [leash, process.execPath, ...args], {
    stdio: "pipe",
    // The leader of a group, where there are groups; on Windows it would open a console of its own.
    detached: process.platform !== "win32",
    windowsHide: true,
    env: { ...withoutOuterVsCode(), ...env, HOME: folders.home, USERPROFILE: folders.home },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const origin = `http://127.0.0.1:${await listeningPort(child)}`;
  return {
    origin,
    data,
    url: (window) => urlOf(origin, data, window),
    hostPids: () => extensionHostsOf(child.pid),
    endHosts: () => endHostsOf(child.pid),
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Inside a VS Code terminal these would make the server talk to that other window. */
function withoutOuterVsCode() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)));
}

function listeningPort(child) {
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      output = (output + chunk).slice(-4000);
      const port = /Extension host agent listening on (\d+)/.exec(output);
      if (port) resolve(port[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`VS Code's server did not start:\n${output}`)));
  });
}

function urlOf(origin, data, { extensions = [], ...window }) {
  const development = extensions.length > 0 ? gather(data, extensions) : undefined;
  return windowUrl(origin, { ...window, development });
}

/**
 * One folder with a link to each extension. VS Code's page keeps only the last extensionDevelopmentPath, but looks for
 * several extensions in it; and given our root itself it would put on the first colour theme found below, in .vscode-test/.
 */
function gather(data, extensions) {
  const folder = join(data, "development", extensions.map((path) => basename(path)).join("+"));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  extensions.forEach((path, index) => symlinkSync(path, join(folder, `${index}-${basename(path)}`), "junction"));
  return folder;
}

/** The server would keep them for hours, in case their windows come back. */
async function endHostsOf(group) {
  for (let pids; (pids = extensionHostsOf(group)).length > 0; await setTimeout(20)) pids.forEach(end);
}

function end(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // it has ended by itself
  }
}

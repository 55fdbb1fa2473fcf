// npm start: Galley in a real VS Code window. `-- FOLDER` opens another folder, `-- --desktop` uses the installed VS Code.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { browserCommand, commandLine } from "./command-line.mjs";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

const args = process.argv.slice(2);
const desktop = args.includes("--desktop");
const named = args.find((arg) => !arg.startsWith("--"));
// npm runs scripts in the project's root; a relative folder means the one the user was in.
const asked = named && resolve(process.env.INIT_CWD ?? process.cwd(), named);
const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--desktop");
if (unknown) fail(`npm start does not know ${unknown}; it takes a FOLDER and --desktop.`);
if (asked && !(existsSync(asked) && statSync(asked).isDirectory())) fail(`There is no folder ${asked}.`);

await onNode24();
const { cache, copySample, prepareVsCode } = await import("./vscode.mjs");
const { startServer } = await import("./server.mjs");

const built = spawnSync(process.execPath, [join("scripts", "build.mjs")], { cwd: root, stdio: "inherit" });
if (built.status !== 0) fail("The build failed; the messages above say where.");

const sample = join(cache, "sample");
const folder = asked ?? (existsSync(sample) ? sample : copySample(sample));
if (desktop) openDesktop();
else await openInBrowser();

function openDesktop() {
  const { command, args, shell } = commandLine("code", [`--extensionDevelopmentPath=${root}`, folder]);
  const code = spawnSync(command, args, { stdio: "inherit", shell });
  if (code.error) fail("There is no `code` on the PATH: install VS Code, or run npm start without --desktop.");
  process.exitCode = code.status ?? 1;
}

async function openInBrowser() {
  prepareVsCode();
  const server = await startServer({ port: await usualPort(), data: join(cache, "start") }).catch((error) =>
    fail(error.message),
  );
  const url = server.url({ folder, extensions: [root] });
  console.log(`\nGalley is running: ${url}\nCtrl+C stops it.`);
  showInBrowser(url);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.once(signal, () => server.stop().then(() => process.exit(0)));
}

/** Always the same port if it is free: VS Code keeps what a window remembers under the address it was opened at. */
function usualPort() {
  const port = 8137;
  return new Promise((resolve) => {
    const probe = createServer().on("error", () => resolve(0));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}

function showInBrowser(url) {
  const [command, ...args] = browserCommand(url);
  const noScreen = process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  if (noScreen || process.env.CI) return;
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}

// Runs a command and ends it with all its children as soon as the process that holds our stdin is gone, however it went.
import { spawn, spawnSync } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], windowsHide: true });
child.on("exit", (code) => endAll(code ?? 1));
process.stdin.on("end", () => endAll(0)).on("error", () => endAll(0));
process.stdin.resume();
// Our own group gets the polite signal too: outlive it to finish the work.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => endAll(0));

let ending = false;
function endAll(code) {
  if (ending) return;
  ending = true;
  const gone = child.exitCode !== null || child.signalCode !== null;
  if (process.platform === "win32") {
    // Windows gives the id of a process that is gone to another.
    if (!gone) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    process.exit(code);
  }
  if (gone) return killGroup();
  child.kill("SIGTERM");
  child.once("exit", killGroup);
  setTimeout(killGroup, 2000);
}

function killGroup() {
  process.kill(-process.pid, "SIGKILL");
}

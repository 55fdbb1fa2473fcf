// A disk of a few megabytes on a folder, mounted and unmounted by other processes while this one goes on.
import { spawn } from "node:child_process";

/** `undefined` where mounting is refused. */
export async function mountDisk(folder: string, kib: number): Promise<{ unmount: () => Promise<unknown> } | undefined> {
  if (!(await run("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", folder]))) return undefined;
  return { unmount: () => run("umount", ["-l", folder]) };
}

function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: "ignore" });
  return new Promise((resolve) => {
    child.on("error", () => {
      resolve(false);
    });
    child.on("close", (code) => {
      resolve(code === 0);
    });
  });
}

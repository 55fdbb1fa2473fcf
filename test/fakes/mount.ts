// A small or read-only disk, where this machine allows one to be mounted.
import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folder.ts";

/** `undefined` where mounting is refused: the caller has another way to the same fault. */
export function smallDisk(kib: number): { folder: string; makeReadOnly: () => void } | undefined {
  const folder = temporaryFolder("galley-disk-");
  if (!run("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", folder])) return undefined;
  onTestFinished(() => {
    run("umount", ["-l", folder]);
  });
  return {
    folder,
    makeReadOnly: () => {
      if (!run("mount", ["-o", "remount,ro", folder])) throw new Error("The disk could not be made read-only.");
    },
  };
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

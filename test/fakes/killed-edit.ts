// A process that changes a file and kills itself at a given moment of it: DATABASE FILE AFTER MOMENT.
import { existsSync, readFileSync, writeSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const [database = "", real = "", after = "", moment = ""] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal is on its way: nothing more happens here.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const probe = await fs.open(process.execPath, "r");
interface Handle {
  fd: number;
  writeFile: (bytes: Uint8Array) => Promise<void>;
  write: (...given: unknown[]) => Promise<unknown>;
  sync: () => Promise<void>;
  chmod: (mode: number) => Promise<void>;
}
const handles = Object.getPrototypeOf(probe) as Handle;
await probe.close();

const half = function (this: Handle, bytes: Uint8Array): Promise<void> {
  writeSync(this.fd, bytes.subarray(0, bytes.length >> 1));
  return die();
};
const halfInPlace = function (this: Handle, bytes: unknown, at: unknown, length: unknown, position: unknown): never {
  writeSync(this.fd, bytes as Uint8Array, Number(at), Number(length) >> 1, Number(position));
  return die();
};
const { rename, link } = fs;
const moments: Record<string, () => void> = {
  "before the first byte": () => (handles.chmod = die),
  "in the middle of the text": () => Object.assign(handles, { writeFile: half, write: halfInPlace }),
  "before the flush": () => (handles.sync = die),
  "between write and rename": () => Object.assign(fs, { rename: die, link: die }),
  "after the rename": () =>
    Object.assign(fs, {
      rename: async (from: string, to: string) => {
        await rename(from, to);
        die();
      },
      link: async (from: string, to: string) => {
        await link(from, to);
        die();
      },
    }),
};
moments[moment]?.();
syncBuiltinESMExports();

const { changeAsTool, storeWithAnswer } = await import("./edit-store.ts");
const before = existsSync(real) ? readFileSync(real, "utf8") : undefined;
const done = await changeAsTool(storeWithAnswer(database), real, before, after);
console.log(JSON.stringify(done));

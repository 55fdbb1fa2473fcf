// Results that were too long for a request, kept as files the tools can read.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { randomUUID } from "node:crypto";
import type { Spill } from "../tools/ports.ts";

export function diskSpill(folder: string): Spill {
  return {
    async keep(content, name) {
      const plain = name.replace(/[^\w-]+/g, "-").slice(0, 60);
      const path = join(folder, `${plain}-${randomUUID().slice(0, 8)}.txt`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(path, content, { mode: 0o600, flag: "wx" });
        return sep === "/" ? path : path.replaceAll(sep, "/");
      } catch {
        // No message names the file yet, so half of it is of no use.
        await rm(path, { force: true }).catch(() => undefined);
        return undefined;
      }
    },
  };
}

// Whether a folder that the user names can keep Galley's files: absolute, there or made now, and writable.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Result } from "../../message/result.ts";
import { openFailure } from "./same-file.ts";
import { pathsOf } from "./same-path.ts";
import * as words from "../words.ts";

/** What is asked of the disk; each throws where it cannot be done. */
export interface FolderPorts {
  platform: NodeJS.Platform;
  /** Makes the folder and those above it; no-op if it exists. */
  make: (folder: string) => void;
  write: (file: string) => void;
  remove: (file: string) => void;
}

const thisSystem: FolderPorts = {
  platform: process.platform,
  make: (folder) => {
    mkdirSync(folder, { recursive: true });
  },
  write: (file) => {
    writeFileSync(file, "");
  },
  remove: (file) => {
    rmSync(file, { force: true });
  },
};

/** Writes a file there and removes it: permissions alone do not tell on every system. `id` makes its name unique. */
export function usableFolder(folder: string, id: string, ports: FolderPorts = thisSystem): Result<string, string> {
  const paths = pathsOf(ports.platform);
  if (!paths.isAbsolute(folder)) return { ok: false, failure: words.notAbsolute };
  const probe = paths.join(folder, `.galley-${id}`);
  try {
    ports.make(folder);
    ports.write(probe);
    ports.remove(probe);
    return { ok: true, value: paths.normalize(folder) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const isFile = code === "EEXIST" || code === "ENOTDIR";
    return { ok: false, failure: isFile ? words.fileInPath : openFailure(error) };
  }
}

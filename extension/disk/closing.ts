// Uses an open file and closes it, whatever happens.
import type { FileHandle } from "node:fs/promises";

export async function closing<T>(file: FileHandle, use: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

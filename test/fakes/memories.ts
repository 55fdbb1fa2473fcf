// A store of memories on real folders.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "../../extension/memory/entry.ts";
import { MemoryStore } from "../../extension/memory/store.ts";
import { temporaryFolder } from "./folder.ts";

export interface FakeMemories {
  store: MemoryStore;
  /** Where the files of each scope lie, once there are any. */
  user: string;
  project: string;
  /** Another window on the same folders. */
  another: () => MemoryStore;
}

export function fakeMemories({ isTrusted = true }: { isTrusted?: boolean } = {}): FakeMemories {
  const root = temporaryFolder();
  const home = join(root, "home");
  const app = join(root, "app");
  mkdirSync(app);
  const another = (): MemoryStore =>
    new MemoryStore({
      isTrusted: () => isTrusted,
      place: (scope) =>
        scope === "user"
          ? { scope, root: home, steps: ["memory"], label: "~/memory" }
          : { scope, root: app, steps: [".galley", "memory"], label: ".galley/memory" },
    });
  return { store: another(), user: join(home, "memory"), project: join(app, ".galley", "memory"), another };
}

export function memory(name: string, changes: Partial<Memory> = {}): Memory {
  return { scope: "user", name, description: `About ${name}`, type: "user", body: `All of ${name}.`, ...changes };
}

// Other processes' writes are told without a look at the store.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../extension/persist/database/store.ts";
import { signalWrites, watchStore } from "../../extension/persist/database/watch-store.ts";
import { temporaryFolder } from "../fakes/folder.ts";

test("a write of another connection is told", async () => {
  const folder = temporaryFolder();
  const other = openStore(join(folder, "galley.db"));
  const told = Promise.withResolvers<true>();
  const watched = watchStore(folder, () => told.resolve(true));
  other.run("INSERT INTO workspace_folders (uri, last_seen) VALUES (?, ?)", "file:///a", 1);
  expect(await told.promise).toBe(true);
  watched.close();
  other.close();
});

test("a folder that cannot be watched is looked at anyway", async () => {
  const folder = temporaryFolder();
  const told = Promise.withResolvers<true>();
  const watched = watchStore(join(folder, "missing"), () => told.resolve(true));
  expect(await told.promise).toBe(true);
  watched.close();
});

test("on Windows, a write leaves a sign beside the database, which tells it", async () => {
  const folder = temporaryFolder();
  const store = openStore(join(folder, "galley.db"));
  const told = Promise.withResolvers<true>();
  const signing = signalWrites(store, "win32");
  signing.transaction(() =>
    signing.run("INSERT INTO workspace_folders (uri, last_seen) VALUES (?, ?)", "file:///a", 1),
  );
  const watched = watchStore(folder, () => {
    if (existsSync(join(folder, "galley.changed"))) told.resolve(true);
  });
  expect(await told.promise).toBe(true);
  expect(signalWrites(store, "linux")).toBe(store);
  watched.close();
  store.close();
});

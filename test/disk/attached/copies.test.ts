import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { attachmentCopies } from "../../../extension/disk/attached/copies.ts";
import { removeOld } from "../../../extension/disk/remove-old.ts";
import { temporaryFolder } from "../../fakes/folder.ts";

const ID = "0123456789abcdef".repeat(4);

it("a copy has the attachment's name, and a program that changes it does not change what is stored", async () => {
  const folder = temporaryFolder();
  const stored = join(folder, "stored");
  writeFileSync(stored, "film");
  const copies = attachmentCopies(join(folder, "attachments"), process.platform);
  const path = copies.path(ID, "../a film.mp4");
  expect(path).toMatch(/\/attachments\/0123456789abcdef\/a film\.mp4$/);
  await copies.keep(path, 4, { file: stored });
  writeFileSync(path, "changed by a program");
  expect(readFileSync(stored, "utf8")).toBe("film");
  await copies.keep(path, 4, { file: stored });
  expect(readFileSync(path, "utf8")).toBe("film");
});

it("a copy that is there is used again; without its source nothing is left and nothing fails", async () => {
  const folder = temporaryFolder();
  const copies = attachmentCopies(folder, process.platform);
  const path = copies.path(ID, "a.bin");
  await copies.keep(path, 2, { bytes: Buffer.from("ab") });
  const { ino } = statSync(path);
  await copies.keep(path, 2, { bytes: Buffer.from("ab") });
  expect(statSync(path).ino).toBe(ino);
  const other = copies.path(ID, "b.bin");
  await copies.keep(other, 2, { file: join(folder, "missing") });
  expect(existsSync(other)).toBe(false);
});

it("a copy that no request has named for long is removed", async () => {
  const folder = temporaryFolder();
  const copies = attachmentCopies(folder, process.platform);
  const path = copies.path(ID, "a.bin");
  await copies.keep(path, 2, { bytes: Buffer.from("ab") });
  await removeOld(folder, Date.now() - 60_000);
  expect(existsSync(path)).toBe(true);
  await removeOld(folder, Date.now() + 60_000);
  expect(existsSync(path)).toBe(false);
});

// Attacks on files that tools change: a full disk, kills at every moment, links, and folders that take no new file.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOpen, RealPaths } from "../../../extension/disk/places/find-open.ts";
import { plainSpot } from "../../../extension/disk/places/same-file.ts";
import { replaceText } from "../../../extension/disk/tool-documents.ts";
import { afterOf, beforeOf, readEdits } from "../../../extension/persist/edited/edits.ts";
import type { Store } from "../../../extension/persist/database/store.ts";
import { built } from "../../fakes/built.ts";
import { changeAsTool, MESSAGE, settleAsNext, storeWithAnswer } from "../../fakes/edit-store.ts";
import { mountDisk } from "../../fakes/mount-disk.ts";
import type { Attack, Setting } from "../attack.ts";

const FULL = "the disk is full; free some space and try again";
const PREPARE = built("prepare-store");
const KILLED = built("killed-edit");

/** Made by another process: a new database is flushed many times, and that is not what is measured. */
async function preparedStore(database: string): Promise<Store> {
  const child = spawn(process.execPath, ["--no-warnings", PREPARE, database], { stdio: "ignore" });
  await new Promise((resolve) => child.on("close", resolve));
  return storeWithAnswer(database);
}

/** Where no disk can be mounted the attack says so, and tries nothing. */
async function onSmallDisk(kib: number, attack: (folder: string) => Promise<void>): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-disk-")));
  const disk = await mountDisk(folder, kib);
  try {
    if (disk === undefined) console.warn("SKIPPED: no disk can be mounted here, so none can be filled.");
    else await attack(folder);
    return 1;
  } finally {
    await disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(folder: string, leftBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, "filler"), Buffer.alloc(bavail * bsize - leftBytes));
}

const fullDisk: Attack = {
  promise: "files",
  attacker: "full disk",
  tries: "changes a file and makes one where neither fits",
  run: ({ folder }) =>
    onSmallDisk(1_000, async (small) => {
      const store = await preparedStore(join(folder, "galley.db"));
      const before = "x".repeat(40_000);
      const [file, made] = [join(small, "file"), join(small, "made")];
      writeFileSync(file, before);
      fill(small, 8_192);
      const changed = await changeAsTool(store, file, before, "y".repeat(60_000));
      assert.deepEqual(changed, { ok: false, failure: { why: FULL } });
      assert.equal(readFileSync(file, "utf8"), before);
      assert.deepEqual(await changeAsTool(store, made, undefined, "z".repeat(60_000)), {
        ok: false,
        failure: { why: FULL },
      });
      assert.deepEqual(readdirSync(small).toSorted(), ["file", "filler"]);
      assert.deepEqual(readEdits(store, MESSAGE), []);
      // One of two hard links is written in place: the room is taken first, and given back.
      linkSync(file, join(small, "other"));
      assert.deepEqual(await changeAsTool(store, file, before, "y".repeat(60_000)), {
        ok: false,
        failure: { why: FULL },
      });
      assert.equal(readFileSync(file, "utf8"), before);
      store.close();
    }),
};

const fullStore: Attack = {
  promise: "files",
  attacker: "full disk",
  tries: "lets a tool write although the text before cannot be kept",
  run: ({ folder }) =>
    onSmallDisk(2_000, async (small) => {
      const store = await preparedStore(join(small, "galley.db"));
      const file = join(folder, "file");
      for (const size of [300_000, 1_500_000]) {
        const before = "x".repeat(size);
        writeFileSync(file, before);
        const written = statSync(file, { bigint: true }).mtimeNs;
        if (!existsSync(join(small, "filler"))) fill(small, 16_384);
        assert.deepEqual(await changeAsTool(store, file, before, "after"), { ok: false, failure: { why: FULL } });
        assert.equal(readFileSync(file, "utf8"), before);
        assert.equal(statSync(file, { bigint: true }).mtimeNs, written);
      }
      store.close();
    }),
};

const MOMENTS = [
  "before the first byte",
  "in the middle of the text",
  "before the flush",
  "between write and rename",
  "after the rename",
  "never",
];

/** Started in another process, which is gone when this resolves. */
async function killedEdit(database: string, file: string, after: string, moment: string): Promise<void> {
  const child = spawn(process.execPath, ["--no-warnings", KILLED, database, file, after, moment], { stdio: "ignore" });
  await new Promise((resolve) => child.on("close", resolve));
}

async function lookAfterKill(store: Store, file: string, before: string | undefined, after: string): Promise<void> {
  const now = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  assert.ok(now === before || now === after, `the file is neither: ${now?.length ?? 0} characters`);
  await settleAsNext(store);
  const edits = readEdits(store, MESSAGE);
  assert.deepEqual(
    edits.map((edit) => [beforeOf(store, edit), afterOf(store, edit), edit.state]),
    now === after ? [[before, after, "open"]] : [],
  );
  assert.deepEqual(
    readdirSync(join(file, "..")).filter((name) => name.startsWith(".")),
    [],
  );
  assert.deepEqual(store.all("SELECT * FROM pending_edits"), []);
}

const kill: Attack = {
  promise: "files",
  attacker: "kill",
  tries: "ends the host at every moment of a change, and of the making of a file",
  isElsewhere: true,
  async run({ folder, isFull }: Setting) {
    const cases = MOMENTS.flatMap((moment) => [
      { moment, before: "before ".repeat(3_000) },
      { moment, before: undefined },
    ]);
    const after = "after ".repeat(2_000);
    for (const [index, { moment, before }] of cases.entries()) {
      if (!isFull && moment !== "between write and rename") continue;
      const work = join(realpathSync(folder), String(index));
      mkdirSync(work);
      const [database, file] = [join(folder, `${index}.db`), join(work, "file")];
      if (before !== undefined) writeFileSync(file, before);
      await killedEdit(database, file, after, moment);
      const store = storeWithAnswer(database);
      await lookAfterKill(store, file, before, after);
      store.close();
    }
    return isFull ? cases.length : 2;
  },
};

const tornLink: Attack = {
  promise: "files",
  attacker: "kill",
  tries: "ends the host while one of two hard links is written in place",
  isElsewhere: true,
  async run({ folder }) {
    const file = join(realpathSync(folder), "file");
    const before = "before ".repeat(3_000);
    writeFileSync(file, before);
    linkSync(file, join(folder, "other"));
    const database = join(folder, "galley.db");
    await killedEdit(database, file, "after ".repeat(2_000), "in the middle of the text");
    assert.notEqual(readFileSync(file, "utf8"), before);
    const store = storeWithAnswer(database);
    await settleAsNext(store);
    const [edit] = readEdits(store, MESSAGE);
    assert.ok(edit);
    assert.equal(edit.state, "changed");
    assert.equal(beforeOf(store, edit), before);
    store.close();
    return undefined;
  },
};

const hardLink: Attack = {
  promise: "files",
  attacker: "hard link",
  tries: "splits one file with two names into two files",
  async run({ folder }) {
    const store = await preparedStore(join(folder, "galley.db"));
    const [file, other] = [join(realpathSync(folder), "file"), join(folder, "other")];
    writeFileSync(file, "before, which is longer");
    linkSync(file, other);
    assert.equal((await changeAsTool(store, file, "before, which is longer", "after")).ok, true);
    assert.equal(readFileSync(other, "utf8"), "after");
    // Without a place where the text before is kept, nothing is written in place.
    assert.equal((await replaceText(plainSpot(file), "after", "more")).ok, false);
    assert.equal(readFileSync(other, "utf8"), "after");
    store.close();
    return undefined;
  },
};

const linkedFolder: Attack = {
  promise: "files",
  attacker: "linked folder",
  tries: "hides unsaved text from tools by opening the folder through a link",
  needsPosix: true,
  async run({ folder }) {
    const base = realpathSync(folder);
    mkdirSync(join(base, "real/src"), { recursive: true });
    writeFileSync(join(base, "real/src/a.ts"), "saved");
    symlinkSync(join(base, "real"), join(base, "link"));
    symlinkSync(join(base, "real/src/a.ts"), join(base, "alias.ts"));
    const names = ["link/src/a.ts", "alias.ts", "real/src/a.ts", "link/src/../src/a.ts"];
    for (const name of names) {
      const open = [
        { path: join(base, "other.ts"), isDirty: true },
        { path: join(base, name), isDirty: true },
      ];
      const found = await findOpen(open, join(base, "real/src/a.ts"), new RealPaths());
      assert.deepEqual(found, [open[1]]);
    }
    const spelled: [NodeJS.Platform, string, string][] = [
      ["win32", "C:\\Code\\a.ts", "c:\\code\\A.ts"],
      ["win32", "\\\\?\\C:\\Code\\a.ts", "c:/code/a.ts"],
      ["darwin", "/Users/me/Caf\u00e9.ts", "/users/me/cafe\u0301.ts"],
    ];
    for (const [platform, real, path] of spelled) {
      const world = { platform, real: (given: string) => Promise.resolve(given), identity: () => Promise.resolve("1") };
      assert.equal((await findOpen([{ path, isDirty: true }], real, world)).length, 1);
    }
    return names.length + spelled.length;
  },
};

/** Puts a link to the file outside in the place of the one that is changed, and back, as fast as it can. */
const SWAPPER = `
  import { renameSync, rmSync, symlinkSync, writeFileSync, readFileSync } from "node:fs";
  const [file, outside] = process.argv.slice(1);
  process.stdout.write("ready");
  for (;;) {
    try { symlinkSync(outside, file + ".link"); renameSync(file + ".link", file); } catch {}
    try { writeFileSync(file + ".new", "before"); renameSync(file + ".new", file); } catch {}
  }`;

const swapped: Attack = {
  promise: "files",
  attacker: "hostile program",
  tries: "swaps the file for a link to one outside while it is written",
  needsPosix: true,
  async run({ folder, isFull }) {
    const base = realpathSync(folder);
    const [file, outside] = [join(base, "in/file"), join(base, "outside")];
    mkdirSync(join(base, "in"));
    writeFileSync(file, "before");
    writeFileSync(outside, "before");
    const child = spawn(process.execPath, ["--input-type=module", "-e", SWAPPER, file, outside]);
    try {
      await new Promise((resolve) => child.stdout.once("data", resolve));
      const count = isFull ? 400 : 40;
      for (let index = 0; index < count; index++) await replaceText(plainSpot(file), "before", `after ${index}`);
      assert.equal(readFileSync(outside, "utf8"), "before");
      return count;
    } finally {
      child.kill("SIGKILL");
      await new Promise((resolve) => child.on("close", resolve));
      assert.deepEqual(
        readdirSync(join(base, "in")).filter((name) => name.startsWith(".galley-")),
        [],
      );
    }
  },
};

const readOnlyFolder: Attack = {
  promise: "files",
  attacker: "read-only folder",
  tries: "makes a writable file in it impossible to replace",
  needsPosix: true,
  isElsewhere: true,
  run({ folder }) {
    const base = realpathSync(folder);
    const work = join(base, "work");
    mkdirSync(work);
    const file = join(work, "file");
    writeFileSync(file, "before");
    writeFileSync(join(work, "closed"), "before");
    // The superuser is refused nothing: the change is made by a user who is.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    chmodSync(base, 0o777);
    chmodSync(file, 0o666);
    chmodSync(join(work, "closed"), 0o444);
    chmodSync(work, 0o555);
    const run = (name: string): string => {
      const args = ["--no-warnings", KILLED, join(base, `${name}.db`), join(work, name), "after", "never"];
      return spawnSync(process.execPath, args, { ...user, encoding: "utf8" }).stdout.trim();
    };
    assert.equal(run("file"), '{"ok":true,"value":"after"}');
    assert.equal(readFileSync(file, "utf8"), "after");
    assert.match(run("closed"), /"ok":false,"failure":{"why":"permission denied"/);
    assert.match(run("new"), /"ok":false,"failure":{"why":"permission denied"/);
    assert.deepEqual(readdirSync(work).toSorted(), ["closed", "file"]);
    chmodSync(work, 0o755);
    return Promise.resolve(3);
  },
};

const huge: Attack = {
  promise: "files",
  attacker: "huge file",
  tries: "blocks the host while its text is kept and replaced",
  async run({ folder }) {
    const store = await preparedStore(join(folder, "galley.db"));
    const file = join(realpathSync(folder), "file");
    const line = "a line of this file that is as long as most lines are\n";
    const before = line.repeat(75_000);
    const after = before.replaceAll("lines are\n", "lines were\n");
    await writeFile(file, before);
    assert.equal((await changeAsTool(store, file, before, after)).ok, true);
    assert.equal((await changeAsTool(store, file, after, `${after}one line more\n`)).ok, true);
    const [edit] = readEdits(store, MESSAGE);
    assert.equal(edit && beforeOf(store, edit), before);
    store.close();
    return 2;
  },
};

export const attacks: readonly Attack[] = [
  fullDisk,
  fullStore,
  kill,
  tornLink,
  hardLink,
  linkedFolder,
  swapped,
  readOnlyFolder,
  huge,
];

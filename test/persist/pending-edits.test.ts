// A change of a file in three steps: announced with the text before, written, settled.
import { chmodSync, readdirSync, readFileSync, realpathSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainSpot } from "../../extension/disk/places/same-file.ts";
import { besideSpot, newBesideId } from "../../extension/disk/write/beside.ts";
import { contentId, loadContent } from "../../extension/persist/contents/blobs.ts";
import { afterOf, beforeOf, readEdits } from "../../extension/persist/edited/edits.ts";
import { changeFile, undoEdit, type Wrote } from "../../extension/persist/edited/pending-edits.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { changeAsTool, MESSAGE, settleAsNext, storeWithAnswer } from "../fakes/edit-store.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { smallDisk } from "../fakes/mount.ts";
import { noModes } from "../fakes/systems.ts";

function world(): { store: Store; folder: string; file: string } {
  const folder = realpathSync(temporaryFolder());
  const file = join(folder, "a.ts");
  return { store: storeWithAnswer(join(folder, "galley.db")), folder, file };
}

const count = (): { added: number; removed: number } => ({ added: 1, removed: 1 });

function changed(store: Store, real: string, write: () => Promise<Wrote>, owner = "1"): Promise<Wrote> {
  const change = { message_id: MESSAGE, path: "a.ts", real, before: "before", after: "after" };
  return changeFile(store, { ...change, id: newBesideId(), owner }, count, write);
}

/** Announced by a process that is gone. */
function left(store: Store, real: string): Promise<unknown> {
  return Promise.race([changed(store, real, () => new Promise(() => undefined), "gone"), settled()]);
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function shown(store: Store): unknown[] {
  return readEdits(store, MESSAGE).map((edit) => [beforeOf(store, edit), afterOf(store, edit), edit.state]);
}

function announced(store: Store): number {
  return store.all("SELECT * FROM pending_edits").length;
}

test("the text before is stored before the first byte is written, and shows as a change only afterwards", async () => {
  const { store, file } = world();
  await changed(store, file, () => {
    expect(loadContent(store, contentId("before"))).toBe("before");
    expect([announced(store), shown(store)]).toEqual([1, []]);
    return Promise.resolve({ ok: true, value: "formatted" });
  });
  expect([announced(store), shown(store)]).toEqual([0, [["before", "formatted", "open"]]]);
});

test("a change that was refused is no change; one that may have come half-way is shown with the text before", async () => {
  const { store, file } = world();
  await changed(store, file, () => Promise.resolve({ ok: false, failure: { why: "no" } }));
  expect([announced(store), shown(store)]).toEqual([0, []]);
  const torn = await changed(store, file, () => Promise.reject(new Error("broken off")));
  expect(torn).toMatchObject({ ok: false, failure: { why: "broken off" } });
  expect([announced(store), shown(store)]).toEqual([0, [["before", "after", "changed"]]]);
});

test.each([
  ["holds the new text", "after", [["before", "after", "open"]]],
  ["holds the old text", "before", []],
  ["holds another text", "someone else's", [["before", "after", "changed"]]],
  ["is gone", undefined, [["before", "after", "changed"]]],
])("what a killed process announced is settled by its file: it %s", async (_, text, expected) => {
  const { store, file } = world();
  if (text !== undefined) writeFileSync(file, text);
  await left(store, file);
  expect([announced(store), shown(store)]).toEqual([1, []]);
  expect(await settleAsNext(store)).toEqual(
    expected.length === 0 ? [] : [{ message_id: MESSAGE, session_id: "ses_1" }],
  );
  expect([announced(store), shown(store)]).toEqual([0, expected]);
  expect(await settleAsNext(store)).toEqual([]);
});

test("what a running window announced is its own to settle, and its file beside stays", async () => {
  const { store, folder, file } = world();
  writeFileSync(file, "before");
  await Promise.race([changed(store, file, () => new Promise(() => undefined), String(process.pid)), settled()]);
  const { id } = store.get("SELECT id FROM pending_edits") as { id: string };
  writeFileSync(besideSpot(plainSpot(file), id).full, "half");
  await settleAsNext(store);
  expect(announced(store)).toBe(1);
  expect(readdirSync(folder)).toContain(`.galley-${id}.tmp`);
});

test("only the file that a killed write left is removed, a stranger's of a like name stays", async () => {
  const { store, folder, file } = world();
  writeFileSync(file, "before");
  await left(store, file);
  const { id } = store.get("SELECT id FROM pending_edits") as { id: string };
  const stranger = `.galley-${newBesideId()}.tmp`;
  writeFileSync(besideSpot(plainSpot(file), id).full, "half");
  writeFileSync(join(folder, stranger), "mine");
  await settleAsNext(store);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([stranger]);
});

test("an answer's later changes keep the text before its first, also when one of them never happened", async () => {
  const { store, file } = world();
  writeFileSync(file, "one");
  await changeAsTool(store, file, "one", "two", "a.ts");
  await changeAsTool(store, file, "two", "before", "a.ts");
  await left(store, file);
  await settleAsNext(store);
  expect(shown(store)).toEqual([["one", "before", "open"]]);
});

test("an undo that was cut off is undone when the file says so", async () => {
  const { store, file } = world();
  writeFileSync(file, "before");
  await changeAsTool(store, file, "before", "after", "a.ts");
  const [edit] = readEdits(store, MESSAGE);
  if (edit === undefined) throw new Error("no edit");
  const undo = (write: () => Promise<Wrote>): Promise<Wrote> =>
    undoEdit(store, { ...edit, id: newBesideId(), owner: "gone" }, write);
  await Promise.race([undo(() => new Promise(() => undefined)), settled()]);
  await settleAsNext(store);
  expect(readEdits(store, MESSAGE)[0]?.state).toBe("open");
  await Promise.race([undo(() => new Promise(() => undefined)), settled()]);
  writeFileSync(file, "before");
  await settleAsNext(store);
  expect(readEdits(store, MESSAGE)[0]?.state).toBe("undone");
});

test.skipIf(noModes)("nothing is written when the text before cannot be kept", async ({ skip }) => {
  const disk = smallDisk(2_000);
  if (disk === undefined) return skip("no disk can be mounted here");
  const store = storeWithAnswer(join(disk.folder, "galley.db"));
  const { file } = world();
  const { bavail, bsize } = statfsSync(disk.folder);
  writeFileSync(join(disk.folder, "filler"), Buffer.alloc(bavail * bsize - 16_384));
  for (const size of [300_000, 1_500_000]) {
    const before = "x".repeat(size);
    writeFileSync(file, before);
    chmodSync(file, 0o600);
    expect(await changeAsTool(store, file, before, "after")).toEqual({
      ok: false,
      failure: { why: "the disk is full; free some space and try again" },
    });
    expect(readFileSync(file, "utf8")).toBe(before);
  }
  expect(readdirSync(join(disk.folder, "blobs"))).toEqual([]);
});

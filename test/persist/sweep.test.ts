// What no row names goes after a day; what a row names stays, whatever was done before.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blobFile, contentId, loadBlob, saveContent, storeBytes } from "../../extension/persist/contents/blobs.ts";
import { saveDraft } from "../../extension/persist/drafts.ts";
import { saveEdit } from "../../extension/persist/edited/edits.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { importConversation } from "../../extension/persist/transfer/import.ts";
import { claimTurn } from "../../extension/persist/ownership/lease.ts";
import { forkConversation, rewindConversation } from "../../extension/persist/lineage.ts";
import { saveManifest, saveSystemPrompt } from "../../extension/persist/manifests.ts";
import { cancelQueued } from "../../extension/persist/queue.ts";
import { createConversation, deleteConversation } from "../../extension/persist/conversations.ts";
import { countOwnChanges } from "../../extension/persist/database/changes.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { sweep } from "../../extension/persist/contents/sweep.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { countingIds, openWith, reply, say } from "../fakes/conversation.ts";
import { manifestOf } from "../fakes/manifest.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1_900_000_000_000;
const pause = (): Promise<void> => Promise.resolve();

function swept(store: Store, now: number, wait = pause): Promise<boolean> {
  return sweep(store, { now: () => now, pause: wait, results: join(store.folder, "results"), hasWritten: true });
}

/** Two sweeps, a day apart. */
async function sweptTwice(store: Store): Promise<void> {
  expect(await swept(store, NOW)).toBe(true);
  expect(await swept(store, NOW + DAY)).toBe(true);
}

const large = (letter: string): Buffer => Buffer.alloc(2 << 20, letter);
const naming = (content_id: string) => [
  { type: "file-attachment", name: "a", mime: "text/plain", size: 1, content_id },
];

function aFile(path: string, at: number, text = "x"): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, at / 1000, at / 1000);
  return path;
}

describe("a sweep", () => {
  it("waits for a window that has written something: one that is left alone writes nothing", async () => {
    const store = openWith();
    const sweeping = { now: () => NOW, pause, results: join(store.folder, "results") };
    const before = countOwnChanges(store);
    expect(await sweep(store, { ...sweeping, hasWritten: false })).toBe(false);
    expect(countOwnChanges(store)).toBe(before);
    expect(await sweep(store, { ...sweeping, hasWritten: true })).toBe(true);
    expect(countOwnChanges(store)).toBeGreaterThan(before);
    expect(await sweep(store, { ...sweeping, hasWritten: false }), "not due again").toBe(true);
  });

  it("removes an attachment that was dropped and never sent, row and file, a day after it left the draft", async () => {
    const store = openWith();
    const { content_id } = await storeBytes(store, large("a"), "image/png");
    saveDraft(store, "ses_1", { parts: naming(content_id) }, 1);
    await sweptTwice(store);
    expect(loadBlob(store, content_id)).toBeDefined();
    saveDraft(store, "ses_1", undefined, 1);
    await swept(store, NOW + 2 * DAY);
    expect(loadBlob(store, content_id)).toBeDefined();
    await swept(store, NOW + 3 * DAY);
    expect(loadBlob(store, content_id)).toBeUndefined();
    expect(existsSync(blobFile(store, content_id))).toBe(false);
  });

  it("begins anew with a content that is stored again or named again in between", async () => {
    const store = openWith();
    const [one, two] = [contentId("one"), contentId("two")];
    for (const text of ["one", "two"]) saveContent(store, contentId(text), text);
    await swept(store, NOW);
    saveContent(store, one, "one");
    saveDraft(store, "ses_1", { parts: naming(two) }, 1);
    await swept(store, NOW + DAY);
    saveDraft(store, "ses_1", undefined, 1);
    expect([loadBlob(store, one), loadBlob(store, two)]).not.toContain(undefined);
  });

  it("keeps what is named in a message, an edit, an account or a conversation that may still be brought back", async () => {
    const store = openWith();
    const [sent, before, after] = ["sent", "before", "after"].map(contentId);
    saveContent(store, sent ?? "", "sent");
    say(store, "msg_1", naming(sent ?? ""));
    reply(store, "msg_2", "done");
    saveEdit(store, { message_id: "msg_2", path: "a", real: "/a", before: "before", after: "after" }, () => ({
      added: 1,
      removed: 1,
    }));
    saveSystemPrompt(store, contentId("said"), "said");
    saveSystemPrompt(store, contentId("unsaid"), "unsaid");
    saveManifest(store, { ...manifestOf("man_1", "ses_1", "msg_1"), dropped: [{ what: contentId("said"), why: "-" }] });
    deleteConversation(store, "ses_1", NOW);
    await sweptTwice(store);
    expect([sent, before, after].map((id) => loadBlob(store, id ?? ""))).not.toContain(undefined);
    const prompts = store.all("SELECT text FROM system_prompts").map((row) => JSON.stringify(row));
    expect(prompts).toEqual(['{"text":"said"}']);
  });

  it("removes what a kill left: contents without a row, unfinished files, results that no message names", async () => {
    const store = openWith();
    const blobs = join(store.folder, "blobs");
    const old = NOW - 2 * DAY;
    const results = join(store.folder, "results");
    say(store, "msg_1", "It is kept at results/named-0123abcd.txt");
    const gone = [
      aFile(join(blobs, contentId("nothing")), old),
      aFile(join(blobs, "unfinished-1-1"), old),
      aFile(join(results, "unnamed-0123abcd.txt"), old),
      aFile(join(results, "unfinished-1"), old),
      aFile(join(store.folder, "galley.db.repair-x"), old),
      aFile(join(store.folder, ".galley-x"), old),
    ];
    const kept = [
      aFile(join(blobs, contentId("new")), NOW),
      aFile(join(blobs, "unfinished-1-2"), NOW),
      aFile(join(blobs, "readme"), old),
      aFile(join(results, "named-0123abcd.txt"), old),
      aFile(join(results, "unnamed-4567abcd.txt"), NOW),
      aFile(join(store.folder, "galley.db.corrupt-x"), old),
    ];
    expect(await swept(store, NOW)).toBe(true);
    expect(gone.filter((path) => existsSync(path))).toEqual([]);
    expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("is done once a day, not while a turn runs, and not over what another window writes meanwhile", async () => {
    const store = openWith();
    saveContent(store, contentId("a"), "a");
    claimTurn(store, "ses_1", { owner: "x", now: NOW, isAlive: () => true });
    expect(await swept(store, NOW)).toBe(false);
    const later = NOW + 60_000;
    const other = openStore(join(store.folder, "galley.db"));
    let steps = 0;
    const interrupted = await swept(store, later, () => {
      if (++steps === 2) saveDraft(other, "ses_1", { parts: naming(contentId("a")) }, 1);
      return Promise.resolve();
    });
    other.close();
    expect(interrupted).toBe(false);
    expect(await swept(store, later)).toBe(true);
    saveDraft(store, "ses_1", undefined, 1);
    // Not due again.
    expect(await swept(store, later + 1000)).toBe(true);
    expect(store.get("SELECT 1 FROM blobs WHERE unnamed_since IS NOT NULL")).toBeUndefined();
  });
});

const step = fc.record({
  kind: fc.constantFrom(
    "send",
    "queue",
    "cancel",
    "draft",
    "clear",
    "rewind",
    "delete",
    "fork",
    "import",
    "pin",
    "drop",
  ),
  content: fc.nat(5),
  session: fc.nat(2),
});

it("random histories: everything a row names stays, everything else is gone after two sweeps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: "max" }), async (steps) => {
      const store = openWith("s0");
      const windows = [store, openStore(join(store.folder, "galley.db"))];
      const newId = countingIds();
      for (const id of ["s1", "s2"]) createConversation(store, { ...newConversation(id, 1), title: "T" });
      for (const [at, { kind, content, session: which }] of steps.entries()) {
        const window = windows[at % 2] ?? store;
        const session = `s${which}`;
        const text = `content ${content}`;
        const id = contentId(text);
        const contents = new Map([[id, text]]);
        const message = `m${at}`;
        const sent = { session, at: at + 1, contents };
        if (kind === "send") say(window, message, naming(id), sent);
        else if (kind === "queue") say(window, message, naming(id), { ...sent, metadata: { queued_at: at } });
        else if (kind === "cancel") cancelQueued(window, `m${at - 1}`);
        else if (kind === "draft") {
          saveContent(window, id, text);
          saveDraft(window, session, { parts: naming(id) }, at);
        } else if (kind === "clear") saveDraft(window, session, undefined, at);
        else if (kind === "delete") deleteConversation(window, session, at);
        else if (kind === "drop") saveContent(window, id, text);
        else if (kind === "pin") {
          saveContent(window, id, text);
          const pin = JSON.stringify({ id: "p", part: naming(id)[0] });
          window.run(
            "INSERT OR REPLACE INTO pins (session_id, id, idx, data_json) VALUES (?, 'p', 0, ?)",
            session,
            pin,
          );
        } else {
          try {
            if (kind === "rewind") rewindConversation(window, session, `m${at - 1}`, at + 1);
            else if (kind === "fork")
              forkConversation(window, session, `m${at - 1}`, { ephemeral: false, now: at, newId });
            else importConversation(window, toExport(window, session, { blobs: true }), { newId, now: at });
          } catch {
            // There is nothing to take along.
          }
        }
      }
      const rows = ["chat_parts", "drafts", "pins"].flatMap((table) => store.all(`SELECT data_json FROM ${table}`));
      const named = JSON.stringify(rows);
      const all = Array.from({ length: 6 }, (_, index) => contentId(`content ${index}`));
      const expected = all.filter((id) => named.includes(id));
      await sweptTwice(store);
      expect(all.filter((id) => loadBlob(store, id) !== undefined)).toEqual(expected);
      for (const window of windows) window.close();
    }),
    { numRuns: 25 },
  );
}, 120_000);

it("a sweep of an empty store leaves its folder as it is", async () => {
  const store = openWith();
  const before = readdirSync(store.folder);
  await sweptTwice(store);
  expect(readdirSync(store.folder)).toEqual(before);
});

// Attachments that were never sent and files that a kill left behind go; what a conversation names stays.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { newConversation } from "../../../extension/message/conversation.ts";
import { contentId, loadBlob, saveContent, storeBytes } from "../../../extension/persist/contents/blobs.ts";
import { saveDraft } from "../../../extension/persist/drafts.ts";
import { saveUserMessage } from "../../../extension/persist/messages.ts";
import { createConversation } from "../../../extension/persist/conversations.ts";
import { openStore } from "../../../extension/persist/database/store.ts";
import { sweep } from "../../../extension/persist/contents/sweep.ts";
import type { Attack, Setting } from "../attack.ts";

const DAY = 24 * 60 * 60 * 1000;

const naming = (content_id: string) => ({
  type: "file-attachment" as const,
  name: "a",
  mime: "text/plain",
  size: 1,
  content_id,
});

/** A process that is killed while it stores a large file: as soon as a part of it is there. */
async function killInWrite(folder: string): Promise<void> {
  const blobs = new URL("../../../extension/persist/contents/blobs.ts", import.meta.url).href;
  const opened = new URL("../../../extension/persist/database/store.ts", import.meta.url).href;
  const script = `
    const [{ openStore }, { storeFile }] = await Promise.all([import(${JSON.stringify(opened)}), import(${JSON.stringify(blobs)})]);
    const { readdirSync } = await import("node:fs");
    const look = () => {
      if (readdirSync(process.argv[2]).some((name) => name.startsWith("unfinished-"))) process.kill(process.pid, "SIGKILL");
      setImmediate(look);
    };
    look();
    await storeFile(openStore(process.argv[1]), "/dev/zero", "image/png");`;
  const args = ["--no-warnings", "--input-type=module", "-e", script, join(folder, "galley.db"), join(folder, "blobs")];
  await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit");
}

async function sweepAll({ folder, isFull }: Setting): Promise<number> {
  const store = openStore(join(folder, "galley.db"));
  try {
    createConversation(store, { ...newConversation("ses_1", 1), title: "T" });
    const count = isFull ? 2_000 : 200;
    for (let index = 0; index < count; index++) {
      const text = `content ${index}`;
      const id = contentId(text);
      const contents = new Map([[id, text]]);
      const message = { id: `m${index}`, role: "user" as const, parts: [naming(id)], metadata: { schema_version: 1 } };
      if (index % 2 === 0)
        saveUserMessage(store, { session_id: "ses_1", at: index, message, contents, ends_draft: false });
      else saveContent(store, id, text);
      if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const dropped = await storeBytes(store, Buffer.alloc(2 << 20, 1), "image/png");
    const kept = await storeBytes(store, Buffer.alloc(2 << 20, 2), "image/png");
    saveDraft(store, "ses_1", { parts: [naming(kept.content_id)] }, 1);
    const blobs = join(folder, "blobs");
    if (process.platform === "linux") {
      await killInWrite(folder);
      const left = readdirSync(blobs).filter((name) => name.startsWith("unfinished-"));
      assert.ok(left.length > 0, "the kill left nothing: the attack tried nothing");
      for (const name of left) utimesSync(join(blobs, name), 1, 1);
    }
    const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    for (const day of [0, 1]) {
      const now = () => Date.now() + day * DAY + day;
      assert.ok(await sweep(store, { now, pause, results: join(folder, "results"), hasWritten: true }));
    }
    const isThere = (index: number): boolean => loadBlob(store, contentId(`content ${index}`)) !== undefined;
    const wrong = Array.from({ length: count }, (_, index) => index).filter(
      (index) => isThere(index) !== (index % 2 === 0),
    );
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      [loadBlob(store, dropped.content_id), loadBlob(store, kept.content_id)?.size],
      [undefined, 2 << 20],
    );
    assert.deepEqual(readdirSync(blobs), [kept.content_id]);
    return count;
  } finally {
    store.close();
  }
}

export const attacks: readonly Attack[] = [
  {
    promise: "data",
    attacker: "kill",
    tries: "attachments that are dropped and never sent, and a kill while a large one is stored",
    run: sweepAll,
  },
];

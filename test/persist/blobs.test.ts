import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileAttachment } from "../../extension/message/part.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { storeAttachments } from "../../extension/persist/contents/attachments.ts";
import { contentId, findBlob, loadBlob, storeBytes, storeFile } from "../../extension/persist/contents/blobs.ts";
import { findAttachment } from "../../extension/persist/contents/find-attachment.ts";
import { saveUserMessage } from "../../extension/persist/messages.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { openWith, say } from "../fakes/conversation.ts";
import { fakePorts } from "../fakes/ports.ts";

const limits = { inlineBytes: 100, sessionInlineBytes: 250 };

function attachment(size: number): FileAttachment {
  const data = randomBytes(size).toString("base64");
  return { type: "file-attachment", name: "a.bin", mime: "application/octet-stream", size, data };
}

describe("a large content", () => {
  it("lies in a file of its own under its digest, once, and comes back whole", async () => {
    const { store } = fakePorts();
    const bytes = randomBytes(3_000_000);
    const path = join(store.folder, "source.bin");
    writeFileSync(path, bytes);
    const { content_id, size } = await storeFile(store, path, "application/x-test");
    expect([content_id, size]).toEqual([contentId(bytes), bytes.length]);
    await storeBytes(store, bytes, "application/x-test");
    expect(findBlob(store, content_id)).toEqual({ mime: "application/x-test", size });
    expect(readdirSync(join(store.folder, "blobs"))).toEqual([content_id]);
    expect(statSync(join(store.folder, "galley.db")).size).toBeLessThan(1_000_000);
    expect(Buffer.compare(loadBlob(store, content_id)?.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
  });

  it("that cannot be read to its end leaves nothing behind", async () => {
    const { store } = fakePorts();
    await expect(storeFile(store, join(store.folder, "missing"), "a/b")).rejects.toThrow();
    expect(readdirSync(join(store.folder, "blobs"))).toEqual([]);
  });

  it("whose file is gone reads as none", async () => {
    const { store } = fakePorts();
    const { content_id } = await storeBytes(store, randomBytes(10), "a/b");
    rmSync(join(store.folder, "blobs", content_id));
    expect(findBlob(store, content_id)).toBeUndefined();
    expect(loadBlob(store, content_id)).toBeUndefined();
  });
});

describe("an attachment", () => {
  it("that is only referred to by its content is found by its name and its id", async () => {
    const store = openWith();
    const { content_id } = await storeBytes(store, Buffer.from("words"), "text/plain");
    say(store, "msg_1", [{ type: "file-ref", ref: { kind: "content-id", id: content_id, name: "old.txt" } }]);
    for (const wanted of ["old.txt", content_id])
      expect(await findAttachment(store, wanted, "ses_1")?.bytes()).toHaveLength(5);
  });

  it("is taken in beside a part that is not JSON any more", async () => {
    const store = openWith();
    say(store, "msg_1", "hi");
    say(store, "msg_2", [attachment(60)]);
    store.run("UPDATE chat_parts SET data_json = 'nonsense' WHERE message_id = 'msg_1'");
    const within = { ...limits, sessionInlineBytes: 100 };
    const [kept] = await storeAttachments(store, "ses_1", [attachment(40)], within);
    const [moved] = await storeAttachments(store, "ses_1", [attachment(41)], within);
    expect([kept, moved]).toMatchObject([
      { data: expect.anything() as string },
      { content_id: expect.anything() as string },
    ]);
  });

  it("stays in its row while it is small, and leaves it above the limit", async () => {
    const { store } = fakePorts();
    const [small, large] = [attachment(100), attachment(101)];
    const [kept, moved] = await storeAttachments(store, "ses_1", [small, large], limits);
    expect(kept).toEqual(small);
    const content_id = contentId(Buffer.from(large.data ?? "", "base64"));
    expect(moved).toEqual({ type: "file-attachment", name: "a.bin", mime: large.mime, size: 101, content_id });
    expect(existsSync(join(store.folder, "blobs", content_id))).toBe(true);
  });

  it("leaves its row once the session holds too much, whatever its size", async () => {
    const { store } = fakePorts();
    createConversation(store, newConversation("ses_1", 1));
    const first = [attachment(90), attachment(90)];
    const metadata = { schema_version: 1 };
    const message = { id: "m", role: "user" as const, parts: first, metadata };
    saveUserMessage(store, { session_id: "ses_1", at: 1, message, contents: new Map(), ends_draft: false });
    const next = await storeAttachments(store, "ses_1", [attachment(60), attachment(90)], limits);
    expect(next.map(({ data }) => data !== undefined)).toEqual([true, false]);
  });

  it("never crosses to the panel with its bytes", async () => {
    const conversation = new Conversation(fakePorts(), "ses_1");
    await conversation.runner.submit([attachment(50)]);
    await conversation.runner.settled();
    const [shown] = conversation.snapshot().messages;
    expect(shown?.parts).toEqual([
      { type: "file-attachment", name: "a.bin", mime: "application/octet-stream", size: 50 },
    ]);
  });
});

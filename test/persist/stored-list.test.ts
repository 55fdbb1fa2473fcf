// The attachments of earlier messages: listed without their bytes, and attached again by their content id.
import { describe, expect, it } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { contentId, storeBytes } from "../../extension/persist/contents/blobs.ts";
import { hasStored, listStored, partOfStored } from "../../extension/persist/contents/stored-list.ts";
import { createConversation, deleteConversation } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { saveUserMessage } from "../../extension/persist/messages.ts";
import { join } from "node:path";
import { temporaryFolder } from "../fakes/folder.ts";

const pause = (): Promise<void> => Promise.resolve();

function conversationIn(store: Store, id: string): (parts: KnownPart[], at: number) => void {
  createConversation(store, { ...newConversation(id, 1), title: `About ${id}` });
  return (parts, at) => {
    const message = { id: `msg_${id}_${at}`, role: "user", parts, metadata: { schema_version: 1 } } as const;
    saveUserMessage(store, {
      session_id: id,
      at,
      message: { ...message, parts: [...parts] },
      contents: new Map(),
      ends_draft: false,
    });
  };
}

const small = (name: string, text: string): KnownPart => ({
  type: "file-attachment",
  name,
  mime: "text/plain",
  size: text.length,
  data: Buffer.from(text).toString("base64"),
});

describe("stored attachments", () => {
  it("are those of all conversations, the latest first, each content once", async () => {
    const store = openStore(join(temporaryFolder(), "galley.db"));
    expect(hasStored(store)).toBe(false);
    const [one, other] = [conversationIn(store, "one"), conversationIn(store, "other")];
    const { content_id } = await storeBytes(store, Buffer.from("PK zip"), "application/zip");
    const zip: KnownPart = { type: "file-attachment", name: "a.zip", mime: "application/zip", size: 6, content_id };
    one([{ type: "text", text: 'it says "file-attachment"' }, zip], 10);
    other([small("note.txt", "hello"), zip], 20);
    other(
      [{ type: "file-attachment", name: "gone.zip", mime: "application/zip", size: 6, content_id: "0".repeat(64) }],
      30,
    );
    other([{ type: "file-attachment", name: "never.psd", mime: "image/x", size: 6 }], 40);
    expect(hasStored(store)).toBe(true);
    const listed = await listStored(store, pause);
    expect(listed.map(({ name, mime, size, at, title }) => [name, mime, size, at, title])).toEqual([
      ["note.txt", "text/plain", 5, 20, "About other"],
      ["a.zip", "application/zip", 6, 20, "About other"],
    ]);
    store.close();
  });

  it("are attached again by their content id, and what stood in a message is stored for it", async () => {
    const store = openStore(join(temporaryFolder(), "galley.db"));
    conversationIn(store, "one")([small("note.txt", "hello")], 10);
    const [note] = await listStored(store, pause);
    const part = note && (await partOfStored(store, note));
    const id = contentId("hello");
    expect(part).toEqual({ type: "file-ref", ref: { kind: "content-id", id, name: "note.txt", mime: "text/plain" } });
    // A reference is an attachment to list, too.
    conversationIn(store, "two")(part === undefined ? [] : [part], 20);
    expect((await listStored(store, pause)).map(({ name, at }) => [name, at])).toContainEqual(["note.txt", 20]);
    store.close();
  });

  it("with a smaller copy keep it", async () => {
    const store = openStore(join(temporaryFolder(), "galley.db"));
    const { content_id } = await storeBytes(store, Buffer.from("large"), "image/png");
    const scaled = { content_id: "1".repeat(64), mime: "image/jpeg", size: 3, width: 2, height: 2 };
    const picture: KnownPart = {
      type: "file-attachment",
      name: "p.png",
      mime: "image/png",
      size: 5,
      content_id,
      scaled,
    };
    conversationIn(store, "one")([picture], 10);
    const [listed] = await listStored(store, pause);
    expect(listed && (await partOfStored(store, listed))).toEqual(picture);
    store.close();
  });

  it("of a deleted conversation are not listed", async () => {
    const store = openStore(join(temporaryFolder(), "galley.db"));
    conversationIn(store, "one")([small("note.txt", "hello")], 10);
    deleteConversation(store, "one", 20);
    expect(await listStored(store, pause)).toEqual([]);
    expect(hasStored(store)).toBe(false);
    store.close();
  });
});

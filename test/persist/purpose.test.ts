import { describe, expect, it } from "vitest";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { importConversation } from "../../extension/persist/transfer/import.ts";
import { forkConversation } from "../../extension/persist/lineage.ts";
import { readPurpose, savePurpose } from "../../extension/persist/purpose.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { countingIds, openWith, say } from "../fakes/conversation.ts";

const newId = countingIds();

function authoring(): Store {
  const store = openWith();
  say(store, "m1", "one", { at: 1 });
  savePurpose(store, "ses_1", "authoring");
  return store;
}

describe("what a conversation is for", () => {
  it("is nothing of its own unless it was said", () => {
    expect(readPurpose(openWith(), "ses_1")).toBeUndefined();
    expect(readPurpose(openWith(), "ses_none")).toBeUndefined();
    expect(readPurpose(authoring(), "ses_1")).toBe("authoring");
  });

  it("goes along with an export, and comes back with it", () => {
    const exported = toExport(authoring(), "ses_1", { blobs: false });
    expect(exported.session).toMatchObject({ purpose: "authoring" });
    const other = openWith("ses_2");
    const { id } = importConversation(other, JSON.parse(JSON.stringify(exported)), { newId });
    expect(readPurpose(other, id)).toBe("authoring");
  });

  it("is that of a branch, and not that of a side question", () => {
    const store = authoring();
    const fork = (ephemeral: boolean): string =>
      forkConversation(store, "ses_1", "m1", { ephemeral, now: 9, newId }).id;
    expect(readPurpose(store, fork(false))).toBe("authoring");
    expect(readPurpose(store, fork(true))).toBeUndefined();
  });

  it("of a newer Galley is none", () => {
    const store = authoring();
    store.run("UPDATE chat_sessions SET purpose = 'gardening'");
    expect(readPurpose(store, "ses_1")).toBeUndefined();
  });
});

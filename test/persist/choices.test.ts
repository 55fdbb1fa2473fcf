import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import { readChoice } from "../../extension/persist/choices.ts";
import { steps } from "../../extension/persist/database/schema.ts";
import { openInMemory, openReadOnly, openStore, type Store } from "../../extension/persist/database/store.ts";
import { forkConversation } from "../../extension/persist/lineage.ts";
import { createConversation, deleteConversation, purgeDeleted } from "../../extension/persist/conversations.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { WindowChoices } from "../../extension/persist/window-choices.ts";
import { countingIds, openWith, say } from "../fakes/conversation.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const models = (store: Store): WindowChoices => new WindowChoices(store, "model");
const begin = (store: Store, id: string): void => {
  createConversation(store, newConversation(id, 1));
};

describe("what the user selected for a conversation", () => {
  it("is kept with the conversation, and two windows do not overwrite each other's", () => {
    const path = join(temporaryFolder(), "galley.db");
    const first = openWith("ses_1", path);
    const second = openWith("ses_2", path);
    const [one, two] = [models(first), models(second)];
    one.choose("ses_1", "a/one");
    two.choose("ses_2", "a/two");
    expect(["ses_1", "ses_2"].map((id) => one.read(id))).toEqual(["a/one", "a/two"]);
    expect(["ses_1", "ses_2"].map((id) => two.read(id))).toEqual(["a/one", "a/two"]);
    one.choose("ses_1", undefined);
    expect(two.read("ses_1")).toBeUndefined();
  });

  it("waits in memory until the conversation is on disk", () => {
    const store = openWith();
    const choices = models(store);
    choices.choose("ses_2", "a/one");
    choices.keep("ses_2");
    expect(choices.read("ses_2")).toBe("a/one");
    begin(store, "ses_2");
    expect(readChoice(store, "model", "ses_2")).toBeUndefined();
    choices.keep("ses_2");
    expect(readChoice(store, "model", "ses_2")).toBe("a/one");
    expect(models(store).read("ses_2")).toBe("a/one");
  });

  it("is given to all stored conversations that have none, and to no others", () => {
    const store = openWith();
    for (const id of ["ses_2", "ses_3"]) begin(store, id);
    const choices = models(store);
    choices.choose("ses_2", "a/one");
    choices.choose("ses_blank", "a/blank");
    deleteConversation(store, "ses_3", 5);
    choices.fill("a/before");
    const ids = ["ses_1", "ses_2", "ses_3", "ses_blank", "ses_none"];
    expect(ids.map((id) => choices.read(id))).toEqual(["a/before", "a/one", "a/before", "a/blank", undefined]);
  });

  it("goes with the conversation when it is deleted for good, and not with an export or a fork", () => {
    const store = openWith();
    say(store, "m1", "one", { at: 1 });
    const choices = models(store);
    choices.choose("ses_1", "a/one");
    expect(JSON.stringify(toExport(store, "ses_1", { blobs: false }))).not.toContain("a/one");
    const fork = forkConversation(store, "ses_1", "m1", { ephemeral: false, now: 9, newId: countingIds() });
    expect(choices.read(fork.id)).toBeUndefined();
    deleteConversation(store, "ses_1", 10);
    purgeDeleted(store, 11);
    begin(store, "ses_1");
    expect(choices.read("ses_1")).toBeUndefined();
  });

  it("lasts for the window when the disk refuses, and is stored with the next save", () => {
    const store = openWith();
    let refuses = true;
    const run: Store["run"] = (...given) => {
      if (refuses) throw new Error("the disk is full");
      return store.run(...given);
    };
    const choices = models({ ...store, run });
    choices.choose("ses_1", "a/one");
    choices.fill("a/before");
    expect(choices.read("ses_1")).toBe("a/one");
    expect(readChoice(store, "model", "ses_1")).toBeUndefined();
    refuses = false;
    choices.keep("ses_1");
    expect(readChoice(store, "model", "ses_1")).toBe("a/one");
  });
});

describe("what an earlier version kept of all conversations", () => {
  it("is taken over once, without what was selected since and without conversations that are gone", () => {
    const store = openWith();
    begin(store, "ses_2");
    const choices = models(store);
    choices.choose("ses_2", "a/since");
    expect(choices.takeOver({ ses_1: "a/one", ses_2: "a/two", ses_gone: "a/gone" })).toBe(true);
    expect(["ses_1", "ses_2", "ses_gone"].map((id) => choices.read(id))).toEqual(["a/one", "a/since", undefined]);
    expect(readChoice(store, "model", "ses_1")).toBe("a/one");
  });

  it("is left alone when there is none, when it is something else, and when no conversation is in the store", () => {
    const choices = models(openWith());
    expect([undefined, "nonsense", { ses_1: 7 }].map((record) => choices.takeOver(record))).toEqual([
      false,
      false,
      false,
    ]);
    expect(models(openInMemory(temporaryFolder())).takeOver({ ses_1: "a/one" })).toBe(false);
  });
});

describe("a database that is read-only", () => {
  function older(): { path: string; store: Store } {
    const path = join(temporaryFolder(), "galley.db");
    const db = new DatabaseSync(path);
    for (const step of steps.slice(0, 10)) db.exec(step);
    db.exec("PRAGMA user_version = 10");
    for (const id of ["ses_1", "ses_2"])
      db.prepare("INSERT INTO chat_sessions (id, title, created_at, updated_at) VALUES (?, 'T', 1, 1)").run(id);
    db.close();
    return { path, store: openReadOnly(path, temporaryFolder(), "read only") };
  }

  it("of an earlier version knows no model; what is selected lasts for the window", () => {
    const { store } = older();
    const choices = models(store);
    expect(choices.read("ses_1")).toBeUndefined();
    choices.choose("ses_1", "a/one");
    choices.fill("a/before");
    choices.keep("ses_1");
    expect(["ses_1", "ses_2"].map((id) => choices.read(id))).toEqual(["a/one", "a/before"]);
    expect(models(store).read("ses_1")).toBeUndefined();
    store.close();
  });

  it("shows what an earlier version kept, and leaves it for when it can be written", () => {
    const { path, store } = older();
    const choices = models(store);
    expect(choices.takeOver({ ses_1: "a/one" })).toBe(false);
    expect(choices.read("ses_1")).toBe("a/one");
    store.close();
    const upgraded = openStore(path);
    expect(models(upgraded).takeOver({ ses_1: "a/one" })).toBe(true);
    expect(readChoice(upgraded, "model", "ses_1")).toBe("a/one");
    upgraded.close();
  });
});

import { describe, expect, it } from "vitest";
import { draftTitle, saveDraft } from "../../extension/persist/drafts.ts";
import { rewindConversation, undoRewind } from "../../extension/persist/lineage.ts";
import { searchConversations } from "../../extension/persist/search.ts";
import { deleteConversation, setTitle } from "../../extension/persist/conversations.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { openWith, reply, say } from "../fakes/conversation.ts";

function conversation(title: string, text: string): Store {
  const store = openWith();
  setTitle(store, "ses_1", title);
  say(store, "m1", text, { at: 1 });
  return store;
}

const finds = (store: Store, words: string): boolean => searchConversations(store, words).has("ses_1");

describe("search", () => {
  it("finds what is written and not sent, until its conversation is deleted", () => {
    const store = conversation("T", "x");
    saveDraft(store, "ses_1", { parts: [{ type: "text", text: "Why does the Upload" }] }, 2);
    expect(finds(store, "the upload")).toBe(true);
    expect(draftTitle(store, "ses_1")).toBe("Why does the Upload");
    deleteConversation(store, "ses_1", 3);
    expect(finds(store, "the upload")).toBe(false);
  });

  it.each([
    ["a title", "Retry with backoff", "x", "with back"],
    ["a title in another case, in any script", "Élan vital", "x", "éLAN"],
    ["the text of a message in another case", "T", "Why does the Upload fail?", "upload FAIL"],
    ["two characters", "T", "go on", "on"],
    ["one character of Chinese", "T", "我的猫很大", "猫"],
    ["a word of Chinese with two characters", "T", "数据库已锁定", "锁定"],
    ["a longer run of Japanese", "T", "添付ファイルが見つかりません", "ファイルが見"],
    ["quotes", "T", 'say "hello" now', '"hello"'],
    ["a quote alone", "T", 'a "b', '"b'],
    ["a percent sign", "T", "100% sure", "0%"],
    ["an underscore", "T", "snake_case", "e_"],
    ["a backslash", "T", "C:\\dir", ":\\"],
    ["what looks like a query", "T", "a AND b OR NOT c*", "AND b OR NOT c*"],
    ["words with blanks around them", "T", "needle", "  needle\n"],
    ["emoji", "T", "ship it 🚀🚀 today", "🚀🚀"],
  ])("finds %s", (_, title, text, words) => {
    expect(finds(conversation(title, text), words)).toBe(true);
  });

  it.each([
    ["a percent sign as a wildcard", "abc", "a%c"],
    ["an underscore as a wildcard", "abc", "a_"],
    ["words in another order", "one two", "two one"],
    ["a NUL, or anything after one that is not there", "abc", "\0abcd"],
  ])("does not take %s", (_, text, words) => {
    expect(finds(conversation("T", text), words)).toBe(false);
  });

  it("finds everything when nothing is asked", () => {
    expect(finds(conversation("T", "x"), " ")).toBe(true);
  });

  it("finds answers, and what an unsupported part says", () => {
    const store = openWith();
    say(store, "m1", [{ type: "hologram", text: "shimmering" }], { at: 1 });
    reply(store, "m2", "because of the timeout", { at: 2 });
    expect([finds(store, "shimmer"), finds(store, "timeout")]).toEqual([true, true]);
  });

  it("does not find what was rewound, until it is brought back", () => {
    const store = conversation("T", "needle");
    rewindConversation(store, "ses_1", "m1", 5);
    expect([finds(store, "needle"), finds(store, "ne")]).toEqual([false, false]);
    undoRewind(store, "ses_1");
    expect([finds(store, "needle"), finds(store, "ne")]).toEqual([true, true]);
  });

  it("does not find a deleted conversation", () => {
    const store = conversation("Needle", "haystack");
    deleteConversation(store, "ses_1", 5);
    expect([finds(store, "needle"), finds(store, "haystack")]).toEqual([false, false]);
  });
});

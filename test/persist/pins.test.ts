import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openEditorPin, type Pin, pinKindOf, pinOf } from "../../extension/message/pin.ts";
import { contentId } from "../../extension/persist/contents/blobs.ts";
import { forkConversation } from "../../extension/persist/lineage.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import {
  addPins,
  followOpenEditors,
  followsOpenEditors,
  movePins,
  readPins,
  readSentPins,
  recordSentPins,
  removePins,
} from "../../extension/persist/pins.ts";
import { createConversation, deleteConversation, purgeDeleted } from "../../extension/persist/conversations.ts";
import { steps } from "../../extension/persist/database/schema.ts";
import { openReadOnly, openStore, type Store } from "../../extension/persist/database/store.ts";
import { countingIds, openWith, say } from "../fakes/conversation.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const file = (path: string): Pin => ({ id: `file:${path}`, part: { type: "file-ref", ref: { kind: "path", path } } });
const order = (store: Store, session = "ses_1"): string[] => readPins(store, session).map(({ id }) => id);

describe("pins", () => {
  it("survive a reload in their order, with range, title and all", () => {
    const path = join(temporaryFolder(), "galley.db");
    const first = openStore(path);
    createConversation(first, newConversation("ses_1", 1));
    const range = pinOf(
      { type: "mention", target: { kind: "file", path: "a.ts", range: { start: 1, end: 2 } } },
      contentId,
    );
    const text = pinOf({ type: "text", text: "# Answer\nlong" }, contentId, "An answer");
    if (range === undefined || text === undefined) throw new Error("both can be pinned");
    addPins(first, "ses_1", [range, text, file("src")]);
    followOpenEditors(first, "ses_1", true);
    first.close();
    const second = openStore(path);
    expect(readPins(second, "ses_1")).toEqual([
      {
        id: "file:a.ts:1-2",
        part: { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 1, end: 2 } } },
      },
      { id: text.id, title: "An answer", part: { type: "text", text: "# Answer\nlong" } },
      file("src"),
    ]);
    expect(followsOpenEditors(second, "ses_1")).toBe(true);
    expect(followsOpenEditors(second, "ses_2")).toBe(false);
  });

  it("go along on a branch, with what was sent of them, and are the branch's own from then on", () => {
    const store = openWith();
    say(store, "m1", "one", { at: 1 });
    addPins(store, "ses_1", [file("a"), file("b")]);
    followOpenEditors(store, "ses_1", true);
    recordSentPins(store, "ses_1", [{ id: "file:a", content_id: "x" }], 5);
    const fork = forkConversation(store, "ses_1", "m1", { ephemeral: false, now: 9, newId: countingIds() });
    expect(order(store, fork.id)).toEqual(["file:a", "file:b"]);
    expect(followsOpenEditors(store, fork.id)).toBe(true);
    expect(readSentPins(store, fork.id)).toEqual(new Map([["file:a", "x"]]));
    removePins(store, fork.id, ["file:a"]);
    expect(order(store)).toEqual(["file:a", "file:b"]);
  });

  it("keep their order under any sequence of pinning, unpinning and moving", () => {
    const name = fc.constantFrom("a", "b", "c", "d", "e");
    const names = fc.uniqueArray(name, { maxLength: 3 });
    const step = fc.oneof(
      fc.record({ do: fc.constant("pin" as const), names, before: fc.option(name) }),
      fc.record({ do: fc.constant("unpin" as const), names, before: fc.constant(null) }),
      fc.record({ do: fc.constant("move" as const), names, before: fc.option(name) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const store = openWith();
        let expected: string[] = [];
        for (const { do: action, names: some, before } of steps) {
          const place = before === null ? undefined : file(before).id;
          const ids = some.map((path) => file(path).id);
          if (action === "unpin") {
            removePins(store, "ses_1", ids);
            expected = expected.filter((id) => !ids.includes(id));
          } else {
            if (action === "pin") addPins(store, "ses_1", some.map(file), place);
            else movePins(store, "ses_1", ids, place);
            const was = expected;
            const placed = ids.filter((id) => was.includes(id) === (action === "move"));
            const rest = was.filter((id) => !placed.includes(id));
            const at = place !== undefined && rest.includes(place) ? rest.indexOf(place) : rest.length;
            expected = rest.toSpliced(at, 0, ...placed);
          }
          expect(order(store)).toEqual(expected);
        }
        store.close();
      }),
      { numRuns: 40 },
    );
  });

  it("of one file are one pin, wherever it is pinned again", () => {
    const store = openWith();
    addPins(store, "ses_1", [file("a"), file("b")]);
    addPins(store, "ses_1", [file("b"), file("b")], "file:a");
    expect(order(store)).toEqual(["file:a", "file:b"]);
  });

  it("that a newer version wrote are left out and left alone", () => {
    const store = openWith();
    addPins(store, "ses_1", [file("a")]);
    store.run('INSERT INTO pins VALUES (\'ses_1\', \'x\', 7, \'{"id":"x","part":{"type":"future"}}\')');
    store.run("INSERT INTO pins VALUES ('ses_1', 'y', 8, 'nonsense')");
    addPins(store, "ses_1", [file("b")]);
    expect(order(store)).toEqual(["file:a", "file:b"]);
    expect(store.all("SELECT id FROM pins ORDER BY idx")).toHaveLength(4);
  });

  it("are none in a database of before there were any, opened to be read only", () => {
    const path = join(temporaryFolder(), "galley.db");
    const old = new DatabaseSync(path);
    for (const step of steps.slice(0, 3)) old.exec(step);
    old.close();
    const store = openReadOnly(path, temporaryFolder(), "read only");
    expect(readPins(store, "ses_1")).toEqual([]);
    expect(readSentPins(store, "ses_1").size).toBe(0);
    expect(followsOpenEditors(store, "ses_1")).toBe(false);
    store.close();
  });

  it("go with the conversation when it is deleted for good", () => {
    const store = openWith();
    addPins(store, "ses_1", [file("a")]);
    recordSentPins(store, "ses_1", [{ id: "file:a", content_id: "x" }], 5);
    deleteConversation(store, "ses_1", 10);
    purgeDeleted(store, 11);
    expect(store.get("SELECT 1 FROM pins UNION SELECT 1 FROM pin_sends")).toBeUndefined();
  });

  it("are made of files, folders and words, and of nothing else", () => {
    expect(pinOf({ type: "text", text: " \n" }, contentId)).toBeUndefined();
    expect(pinOf({ type: "file-ref", ref: { kind: "url", url: "https://a.b" } }, contentId)).toBeUndefined();
    expect(pinOf({ type: "text", text: `a  long\n${"word ".repeat(40)}` }, contentId)?.title).toMatch(
      /^a long word .*…$/,
    );
  });

  it("have the kind that their stored ids begin with; those of other extensions have none", () => {
    expect(pinKindOf(file("open:a.ts"))).toBe("file");
    expect(pinKindOf(openEditorPin("file:a.ts"))).toBe("open-editor");
    expect(["resource:notes note://1", "text:1", "weather"].map((id) => pinKindOf({ id }))).toEqual([
      "resource",
      "text",
      undefined,
    ]);
  });
});

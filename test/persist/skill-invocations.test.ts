import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseJsonl, toJsonl } from "../../extension/persist/transfer/jsonl.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { importConversation } from "../../extension/persist/transfer/import.ts";
import { forkConversation } from "../../extension/persist/lineage.ts";
import { parseExport } from "../../extension/persist/transfer/parse-export.ts";
import {
  closeInvocations,
  readInvocations,
  saveInvocation,
  saveOutcome,
} from "../../extension/persist/skill-invocations.ts";
import { deleteConversation, purgeDeleted } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { countingIds, openWith, reply, say } from "../fakes/conversation.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const record = {
  ...{ skill_id: "scan", skill_version: "1", invocation_source: "explicit", succeeded: true, error: null },
  ...{ used_artifacts: [{ id: "a", version: "2", digest: "d" }], expected_tool_calls: ["read"], later: { x: 1 } },
};

/** A turn with a skill, and one that was refused. */
function conversation(): Store {
  const store = openWith();
  say(store, "msg_1", [{ type: "text", text: "hi" }], { at: 1 });
  reply(store, "msg_2", "Done.", { at: 2 });
  saveInvocation(store, { id: "inv_1", session_id: "ses_1", message_id: "msg_1", at: 1, record, outcome: null });
  const refused = { kind: "refused" as const, words: "No." };
  saveInvocation(store, { id: "inv_2", session_id: "ses_1", message_id: "", at: 2, record, outcome: refused });
  return store;
}

describe("what is kept of a composition", () => {
  it("is told how it ended later, and keeps what this version does not know", () => {
    const store = conversation();
    saveOutcome(store, "inv_1", { kind: "ended", words: "Done." });
    expect(readInvocations(store, "ses_1")).toMatchObject([
      { id: "inv_1", record, outcome: { kind: "ended" } },
      { id: "inv_2", message_id: "", outcome: { kind: "refused" } },
    ]);
  });

  it("that ran when its process ended is over, and what had ended stays as it was", () => {
    const store = conversation();
    closeInvocations(store, "ses_1");
    expect(readInvocations(store, "ses_1").map(({ outcome }) => outcome?.kind)).toEqual(["interrupted", "refused"]);
  });

  it("is read beside one that is not JSON any more", () => {
    const store = conversation();
    store.run("UPDATE skill_invocations SET data_json = 'nonsense' WHERE id = 'inv_1'");
    expect(readInvocations(store, "ses_1").map(({ id }) => id)).toEqual(["inv_2"]);
  });

  it("goes with an export, as JSON and as lines, and comes back under new ids", () => {
    const exported = toExport(conversation(), "ses_1", { blobs: false });
    expect(exported.skill_invocations).toHaveLength(2);
    expect(parseJsonl(toJsonl(exported))).toEqual(exported);
    const other = openStore(join(temporaryFolder(), "other.db"));
    const { id } = importConversation(other, exported, { newId: countingIds() });
    const [first, second] = readInvocations(other, id);
    const [message] = toExport(other, id, { blobs: false }).messages;
    expect(first).toMatchObject({ session_id: id, message_id: message?.message.id, record });
    expect(first?.id).not.toBe("inv_1");
    expect(second).toMatchObject({ message_id: "", record });
  });

  it("of a message that is not in the export is refused, and so is one that is there twice", () => {
    const exported = toExport(conversation(), "ses_1", { blobs: false });
    const [row] = exported.skill_invocations;
    const strange = { ...exported, skill_invocations: [{ ...row, message_id: "msg_9" }] };
    expect(parseExport(strange)).toMatchObject({ failure: [{ path: "skill_invocations[0].message_id" }] });
    const twice = { ...exported, skill_invocations: [row, row] };
    expect(parseExport(twice)).toMatchObject({ failure: [{ path: "skill_invocations[1].id" }] });
  });

  it("goes along with a branch that has its message, and away with its conversation", () => {
    const store = conversation();
    const fork = forkConversation(store, "ses_1", "msg_2", { ephemeral: false, now: 9, newId: countingIds() });
    expect(readInvocations(store, fork.id)).toMatchObject([{ record }]);
    deleteConversation(store, "ses_1", 9);
    purgeDeleted(store, 10);
    expect(readInvocations(store, "ses_1")).toEqual([]);
  });
});

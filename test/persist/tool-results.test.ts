import { describe, expect, it } from "vitest";
import type { AssistantPart } from "../../extension/message/message.ts";
import { rewindConversation } from "../../extension/persist/lineage.ts";
import { writePart } from "../../extension/persist/messages.ts";
import { readToolResults } from "../../extension/persist/tool-results.ts";
import { openWith, reply, say } from "../fakes/conversation.ts";

function call(id: string, name: string, output: string, is_error = false): AssistantPart[] {
  return [
    { type: "tool-call", id, name, input: { query: "look" } },
    { type: "tool-result", id, output, is_error },
  ];
}

describe("what a tool has answered", () => {
  it("is read in its order, without failures and the answers of others", () => {
    const store = openWith();
    reply(store, "msg_2", [...call("1", "look", "second"), ...call("2", "look", "third")], { at: 3 });
    reply(store, "msg_1", [...call("1", "look", "first"), ...call("2", "look", "bad", true)], { at: 2 });
    reply(store, "msg_3", [...call("1", "look_up", "another"), { type: "text", text: "look" }], { at: 4 });
    expect(readToolResults(store, "ses_1", "look")).toEqual(["first", "second", "third"]);
    expect(readToolResults(store, "ses_2", "look")).toEqual([]);
  });

  it("does not fail for a row that is damaged, nor read what was rewound", () => {
    const store = openWith();
    say(store, "msg_1", "hi", { at: 1 });
    reply(store, "msg_2", call("1", "look", "kept"), { at: 2 });
    writePart(store, "msg_2", 2, {});
    store.run("UPDATE chat_parts SET data_json = 'look {' WHERE message_id = 'msg_2' AND idx = 2");
    say(store, "msg_3", "again", { at: 3 });
    reply(store, "msg_4", call("1", "look", "rewound"), { at: 4 });
    rewindConversation(store, "ses_1", "msg_3", 5);
    expect(readToolResults(store, "ses_1", "look")).toEqual(["kept"]);
  });
});

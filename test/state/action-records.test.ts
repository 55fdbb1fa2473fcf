// Where the lines of action commands are drawn: at the end of the turn that they followed.
import { describe, expect, it } from "vitest";
import type { ShownMessage } from "../../extension/protocol/conversation.ts";
import { recordsBelow } from "../../webview/state/action-records.ts";
import { Answer } from "../../webview/state/answer/answer.svelte.ts";
import type { Entry } from "../../webview/state/shown-conversation.svelte.ts";

const record = { command: "/model", words: "Selected the model Quick.", at: 1 };
const user = (id: string, actions?: (typeof record)[]): Entry => ({
  role: "user",
  id,
  at: 1,
  parts: [],
  ...(actions !== undefined && { actions }),
});
const answer = (id: string): Entry => {
  const shown: ShownMessage = { role: "assistant", id, at: 1, model: "m", parts: [], finish: "end" };
  return new Answer(shown);
};

describe("the lines of action commands", () => {
  it("stand below the last entry of their turn, and nowhere else", () => {
    const entries = [user("u1", [record]), answer("a1"), answer("a2"), user("u2"), answer("a3")];
    expect(entries.map((_, index) => recordsBelow(entries, index).length)).toEqual([0, 0, 1, 0, 0]);
  });

  it("stand below the message itself until it is answered, and are none for a turn that is not loaded", () => {
    expect(recordsBelow([user("u1", [record])], 0)).toEqual([record]);
    expect(recordsBelow([answer("a0"), user("u1")], 0)).toEqual([]);
  });
});

// The ids of tool calls, as the server that made them and as others read them.
import { describe, expect, it } from "vitest";
import { shortCallId } from "../../extension/assemble/call-id.ts";
import type { Block } from "../../extension/assemble/context.ts";
import { call, model, put, result, user } from "../fakes/talk.ts";

function idsAt(server: string): (string | undefined)[] {
  const answers = model(
    "a1",
    [call("functions.read:0"), result("functions.read:0"), call("functions.read:0"), result("functions.read:0")],
    {
      server: "http://one",
    },
  );
  const { context } = put({
    history: [user("u1", "look"), answers],
    model: { provider: "m", id: "m", context_window: 100_000, max_output: 10, accepts: [], tools: true, server },
  });
  const idOf = (block: Block): string[] => ("id" in block ? [block.id] : []);
  return context.messages.flatMap(({ blocks }) => blocks.flatMap(idOf));
}

describe("the id of a tool call", () => {
  it("returns to its server as it came", () => {
    expect(new Set(idsAt("http://one"))).toEqual(new Set(["functions.read:0"]));
  });

  it("goes to another server as nine letters and digits, the same for the call and its result, in every request", () => {
    const [first, itsResult, second, otherResult] = idsAt("http://two");
    expect([first, second].every((id) => /^[a-z0-9]{9}$/.test(id ?? ""))).toBe(true);
    expect([itsResult, otherResult]).toEqual([first, second]);
    expect(first).not.toBe(second);
    expect(idsAt("http://two")).toEqual([first, itsResult, second, otherResult]);
  });

  it("differs from all others of a long conversation", () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => shortCallId(`msg_${Math.floor(at / 4)} ${at % 4}`));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

import { describe, expect, it } from "vitest";
import type { Message } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { isApplyingSkill } from "../../extension/skills/run/applies-skill.ts";

const invocation: KnownPart = { type: "skill-invocation", name: "tidy", version: "1", body: "B", record: "{}" };
const says = (parts: KnownPart[], steers = false): Message => ({
  id: "msg_0",
  role: "user",
  parts,
  metadata: { schema_version: 1, ...(steers && { steers }) },
});
const text: KnownPart = { type: "text", text: "hi" };
const answers = (name: string, input: Record<string, string>): Message => ({
  id: "msg_1",
  role: "assistant",
  parts: [{ type: "tool-call", id: "call_0", name, input }],
  metadata: { schema_version: 1, model: "m", finish: null },
});

describe("a turn applies a skill", () => {
  it("that was invoked in its message, also as what a command became", () => {
    expect(isApplyingSkill([says([invocation])])).toBe(true);
    const args = { raw: "", positional: [], named: {} };
    const command: KnownPart = { type: "command", id: "/tidy", args, outcome: "input", result_parts: [invocation] };
    expect(isApplyingSkill([says([command])])).toBe(true);
  });

  it("that its answer asked for, whatever steered it since", () => {
    const loaded = answers("skill", { name: "tidy" });
    expect(isApplyingSkill([says([text]), loaded])).toBe(true);
    expect(isApplyingSkill([says([text]), loaded, says([text], true)])).toBe(true);
  });

  it("until the next message: what an earlier turn applied is over", () => {
    expect(isApplyingSkill([says([invocation]), answers("read", { path: "a" }), says([text])])).toBe(false);
    expect(isApplyingSkill([says([text]), answers("skill", { search: "tidy" })])).toBe(false);
    expect(isApplyingSkill([])).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { KnownHistory } from "../../extension/assemble/history.ts";
import type { AssistantPart } from "../../extension/message/message.ts";
import { call, model, put, read, result, user } from "../fakes/talk.ts";

const compaction = (summary: string, tail: string | null): AssistantPart => ({
  type: "data-compaction",
  summary,
  tail_start_id: tail,
  auto: false,
  summary_tokens: 3,
});

describe("history", () => {
  it("gives results back in the user's place, after the calls they belong to", () => {
    const parts: AssistantPart[] = [
      { type: "text", text: "let me see" },
      call("a"),
      call("b"),
      result("b"),
      result("a"),
      { type: "text", text: "found" },
    ];
    const done = put({ history: [user("u1", "why?"), model("a1", parts)] });
    expect(read(done)).toEqual([
      "user: why?",
      'assistant: let me see | read {"path":"a"} | read {"path":"b"}',
      "user: output of a | output of b",
      "assistant: found",
      "user: go on",
    ]);
    expect(done.manifest.history).toMatchObject({ messages: 4, tool_rounds: 1 });
    expect(done.context.messages[2]?.blocks[0]).toMatchObject({ type: "tool-result", id: "a", name: "read" });
    expect(done.manifest.dropped).toEqual([]);
  });

  it("puts results that nothing was said after before everything the user says next, pins included", () => {
    const history = [user("u1", "why?"), model("a1", [call("a"), result("a")])];
    const pins = [{ id: "note", title: "Note", part: { type: "text" as const, text: "remember" } }];
    const [, , last] = put({ history, pins }).context.messages;
    expect(last?.blocks.map(({ type, origin }) => `${type} ${origin.kind}`)).toEqual([
      "tool-result tool-result",
      "text pinned",
      "text text",
    ]);
  });

  it("drops calls and results that have no partner, and says so", () => {
    const history = [
      user("u1", "why?"),
      model("a1", [call("a"), { type: "text", text: "hm" }]),
      model("a2", [result("z")]),
    ];
    const { manifest, ...done } = put({ history });
    expect(read({ manifest, ...done })).toEqual(["user: why?", "assistant: hm", "user: go on"]);
    expect(manifest.dropped).toEqual([
      { what: "tool call read a in a1", why: "it has no result" },
      { what: "tool result z in a2", why: "no matching tool call" },
    ]);
  });

  it("pairs the same id anew in every round", () => {
    const parts = [call("1"), result("1", "first"), call("1"), result("1", "second")];
    const results = put({ history: [user("u1", "x"), model("a1", parts)] })
      .context.messages.flatMap(({ blocks }) => blocks)
      .filter(({ type }) => type === "tool-result");
    expect(results.map(({ text }) => text)).toEqual(["first", "second"]);
  });

  it("keeps reasoning that is signed by the provider that is asked, and no other", () => {
    const thought = (more: object): AssistantPart => ({ type: "reasoning", text: "hm", ...more });
    const parts = [thought({}), thought({ signature: "s" }), { type: "text" as const, text: "so" }];
    const own = put({ history: [user("u1", "x"), model("a1", parts)] });
    expect(own.context.messages[1]?.blocks).toMatchObject([{ type: "reasoning", signature: "s" }, { type: "text" }]);
    expect(own.manifest.dropped).toEqual([{ what: "reasoning in a1", why: "reasoning has no signature" }]);
    const others = put({ history: [user("u1", "x"), model("a1", parts, { model: "other/m" })] });
    expect(others.context.messages[1]?.blocks).toMatchObject([{ type: "text" }]);
    expect(others.manifest.dropped.map(({ why }) => why)).toContain("reasoning from another provider");
  });

  it("drops reasoning after which nothing was said", () => {
    const done = put({ history: [user("u1", "x"), model("a1", [{ type: "reasoning", text: "hm", signature: "s" }])] });
    expect(read(done)).toEqual(["user: x | go on"]);
    expect(done.manifest.dropped).toEqual([{ what: "reasoning in a1", why: "no answer followed it" }]);
  });

  it("skips what is empty and says so of a message", () => {
    const done = put({ history: [user("u1", "  "), model("a1", ""), user("u2", "x"), model("a2", [])] });
    expect(read(done)).toEqual(["user: x | go on"]);
    expect(done.manifest.dropped).toEqual([{ what: "message u1", why: "it is empty" }]);
  });

  it("lets the user speak first", () => {
    const done = put({ history: [model("a1", "hello")] });
    expect(done.context.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  it("begins at the latest summary, with the tail it names and the skills of what it stands for", () => {
    const skill = { type: "skill-invocation" as const, name: "review", version: "1.2", body: "Look.", record: "r" };
    const history = [
      user("u1", [skill]),
      model("a1", "one"),
      model("c1", [compaction("older", null)]),
      user("u2", "two"),
      model("a2", "three"),
      user("u3", "four"),
      model("c2", [compaction("newer", "u3")]),
    ];
    const done = put({ history });
    expect(read(done)).toEqual([
      "user: Summary of the conversation before this point:\n\nnewer\n\nSkills invoked in it: review 1.2. | four | go on",
    ]);
    expect(done.manifest.dropped).toEqual([{ what: "5 earlier messages", why: "replaced by summary c2" }]);
  });

  it("gives the same bytes when it is assembled again, with and without what is known", () => {
    const history = [user("u1", "why?"), model("a1", [call("a"), result("a"), { type: "text", text: "so" }])];
    const known = new KnownHistory();
    const first = JSON.stringify(put({ history, known }));
    expect(JSON.stringify(put({ history, known }))).toBe(first);
    expect(JSON.stringify(put({ history }))).toBe(first);
  });
});

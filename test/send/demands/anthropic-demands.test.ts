// Thinking that a server demands with calls of others.
import { expect, it, onTestFinished } from "vitest";
import { answer, call, contextOf, result, text, user } from "../../fakes/context.ts";
import { wireServer } from "../../fakes/wire-server.ts";
import { sendOver } from "../../fakes/wires.ts";

const context = contextOf([user(text("look")), answer(call("a", "read", {})), user(result("a", "read", "one"))]);

it.each([
  "The `content[].thinking` in the thinking mode must be passed back to the API.",
  "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
])("is added when a server says: %s", async (message) => {
  const demands = new Map<string, Set<object>>();
  const server = await wireServer("anthropic");
  onTestFinished(() => server.close());
  server.faults.push({ kind: "status", status: 400, body: { error: { message } } });
  for (const requests of [2, 3]) {
    expect((await sendOver("anthropic", server.url, { context, access: { demands } })).at(-1)).toEqual({
      type: "end",
      finish: "end",
    });
    expect(server.arrived).toHaveLength(requests);
    expect(server.arrived.at(-1)?.json).toMatchObject({
      messages: [{}, { content: [{ type: "thinking", thinking: " " }, { type: "tool_use" }] }, {}],
    });
  }
  expect(server.arrived[0]?.body).not.toContain("thinking");
});

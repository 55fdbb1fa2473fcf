// The pending asks of a turn: each waits until the user replies to it.
import { expect, it } from "vitest";
import type { Ask } from "../../../extension/protocol/ask.ts";
import { PendingAsks } from "../../../extension/turn/tools/pending-asks.ts";

it("tells two asks about one call apart: each is replied to by itself", async () => {
  let open: Ask[] = [];
  const pending = new PendingAsks((asks) => (open = asks));
  const { signal } = new AbortController();
  const ask: Ask = { type: "approval", call_id: "call_1", tool: "bash", title: "Run ls", needs: [] };
  const replies = [1, 2, 3].map(() => pending.ask(ask, signal));
  const ids = open.map(({ call_id }) => call_id);
  expect(ids[0]).toBe("call_1");
  expect(new Set(ids).size).toBe(3);
  for (const [index, id] of ids.entries())
    expect(pending.reply(id, { type: "deny", reason: String(index) })).toBe(true);
  expect(await Promise.all(replies)).toEqual(["0", "1", "2"].map((reason) => ({ type: "deny", reason })));
  expect(open).toEqual([]);
});

// A turn as the agent that answers in it sees it.
import { describe, expect, it } from "vitest";
import { fencedStore } from "../../extension/persist/ownership/fence.ts";
import { readPermissions } from "../../extension/persist/permissions.ts";
import type { ReadyCall } from "../../extension/tools/tool.ts";
import { agentTurn } from "../../extension/turn/agents/agent-turn.ts";
import { PendingAsks } from "../../extension/turn/tools/pending-asks.ts";
import { fakePorts } from "../fakes/ports.ts";

describe("a turn that another window took over", () => {
  it("allows an agent nothing, and stores no rule, whatever the user replies", async () => {
    const ports = fakePorts();
    let isOurs = true;
    const fenced = { ...ports, store: fencedStore(ports.store, () => isOurs), isOurs: () => isOurs };
    const pending = new PendingAsks((asks) => {
      for (const { call_id } of asks)
        queueMicrotask(() => {
          isOurs = false;
          pending.reply(call_id, { type: "allow", scope: "project" });
        });
    });
    const call: ReadyCall = {
      title: "Write a.ts",
      needs: [{ permission: "write", pattern: "a.ts" }],
      changes: true,
      run: () => Promise.resolve({ ok: true, output: "" }),
    };
    const turn = agentTurn(fenced, "ses_1", "msg_1", pending);
    const about = { session_id: "ses_1", message_id: "msg_1", call_id: "call_1" };
    expect(await turn.isAllowed(about, "write", call, new AbortController().signal)).toMatchObject({ allowed: false });
    expect(turn.isOurs()).toBe(false);
    expect(readPermissions(ports.store, "ses_1")).toEqual([]);
  });
});

// What the status bar of a window shows of its own turns and of those of other windows.
import { describe, expect, it } from "vitest";
import { failedSince, storedStates } from "../../extension/turn/conversation/shared-run.ts";
import { statesElsewhere, WindowStates } from "../../extension/turn/conversation/window-states.ts";
import { runningConversations } from "../../extension/persist/ownership/lease.ts";
import { conversationWith, say } from "../fakes/tools.ts";
import { eventually } from "../fakes/until.ts";

describe("a turn of another window", () => {
  it.each(["waiting", "retrying"] as const)("is shown as %s, and as busy while nothing is told of it", (state) => {
    const states = new WindowStates([]);
    states.tellElsewhere(statesElsewhere(["a"], new Map([["a", state]]), []));
    expect(states.all).toEqual(new Map([["a", state]]));
    states.tellElsewhere(statesElsewhere(["a"], new Map(), []));
    expect(states.all).toEqual(new Map([["a", "busy"]]));
    states.tellElsewhere(statesElsewhere([], new Map([["a", state]]), []));
    expect(states.all).toEqual(new Map());
  });

  it("that runs is not taken for the failure of the turn before", () => {
    expect(statesElsewhere(["a"], new Map([["a", "error"]]), ["a"]).get("a")).toBe("busy");
  });

  it("that failed is shown until the user looks at it, and again when it fails again", () => {
    const states = new WindowStates([]);
    states.seen("a");
    const failed = statesElsewhere([], new Map([["a", "error"]]), ["a"]);
    states.tellElsewhere(failed);
    expect(states.all.get("a")).toBe("error");
    states.seen("a");
    states.tellElsewhere(failed);
    expect(states.all.size).toBe(0);
    states.tellElsewhere(statesElsewhere(["a"], new Map(), []));
    states.tellElsewhere(failed);
    expect(states.all.get("a")).toBe("error");
  });

  it("that waits is read from the store that both windows have", async () => {
    const needs = [{ permission: "bash" as const, pattern: "ls" }];
    const { conversation, ports } = conversationWith([{ name: "look", needs }], { isAlive: () => true });
    await conversation.runner.submit([say("call look {}")]);
    await eventually(() => {
      expect(conversation.runner.run.state).toBe("waiting");
    });
    const running = runningConversations(ports.store, { owner: "other", isAlive: () => true, now: Date.now() });
    const elsewhere = [...running].flatMap(([id, where]) => (where === "elsewhere" ? [id] : []));
    expect(statesElsewhere(elsewhere, storedStates(ports.store), failedSince(ports.store, 0))).toEqual(
      new Map([["ses_1", "waiting"]]),
    );
    conversation.stop();
    await conversation.runner.settled();
  });
});

describe("a turn of this window", () => {
  it("counts before what is stored about it, and its failure is told once", () => {
    const states = new WindowStates(["old"]);
    expect(states.all).toEqual(new Map([["old", "error"]]));
    states.tell("a", "waiting");
    states.tellElsewhere(statesElsewhere([], new Map([["a", "waiting"]]), []));
    expect(states.all).toEqual(new Map([["a", "waiting"]]));
    states.tell("a", "error");
    states.seen("a");
    states.tellElsewhere(statesElsewhere([], new Map([["a", "error"]]), ["a"]));
    expect(states.all.size).toBe(0);
    expect(states.ownState("a")).toBeUndefined();
  });
});

// What becomes of what a page sends, whichever conversation it shows by then.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { parseContributed } from "../../extension/compose/contributed.ts";
import { runForParts } from "../../extension/turn/request/command/extension-parts.ts";
import { CommandActions } from "../../extension/host/commands/command-actions.ts";
import { Bridge } from "../../extension/host/panel/bridge.ts";
import type { BridgeNeeds } from "../../extension/host/panel/needs.ts";
import type { Pane } from "../../extension/host/panel/pane.ts";
import type { ShownPanes } from "../../extension/host/panel/shown-pane.ts";
import type { Failure } from "../../extension/message/failure.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Result } from "../../extension/message/result.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { Submitted } from "../../extension/turn/conversation/submission.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const TAKEN: Result<Submitted> = { ok: true, value: { message_id: "msg_1", queued: false } };
const REFUSED: Result<Submitted> = {
  ok: false,
  failure: { stage: "persist", code: "disk-full", message: "The disk is full.", retryable: true, action: "new" },
};
const STOPPED: Result<Submitted> = { ok: false, failure: { ...REFUSED.failure, code: "stopped" } };

/** A pane that shows `ses_1`, and conversations whose messages are taken as the test says, by their words. */
function fakeBridge(taken: Record<string, Promise<Result<Submitted>>> = {}) {
  const posted: ToWebview[] = [];
  const told: Failure[] = [];
  const measured: (Draft | undefined)[] = [];
  const sessionOf = (id: string) => ({
    id,
    record: () => undefined,
    input: {
      draft: { parts: [text("typed since")] },
      save: () => undefined,
      letGo: (): Draft => ({ parts: [] }),
      inLine: (_: Draft, submit: () => Promise<unknown>) => submit(),
      submit: ({ parts: [part] }: Draft) => taken[part?.type === "text" ? part.text : ""] ?? Promise.resolve(TAKEN),
      refuse: (_: Draft, failure: Failure): Result<Submitted> => ({ ok: false, failure }),
    },
  });
  const pane = {
    id: "ses_1",
    get conversation() {
      return sessionOf(this.id);
    },
    contextOffers: { sent: () => undefined },
    post: (message: ToWebview) => posted.push(message),
    measure: (draft?: Draft) => Promise.resolve(void measured.push(draft)),
  };
  const slow = parseContributed({ id: "/slow", description: "Takes its time", run: "galleyTest.slow" }, runForParts);
  assert(slow.ok);
  const panes = {
    use: () => undefined,
    of: (id: string) => (id === pane.id ? pane : undefined),
    focused: { fail: (failure: Failure) => told.push(failure) },
  };
  const workspaceState: vscode.Memento = {
    get: <T>(_: string, otherwise?: T) => otherwise,
    update: () => Promise.resolve(),
    keys: () => [],
  };
  const commands = new CommandActions(
    { ready: Promise.resolve(), current: mergeCommands([slow.value]) },
    {
      workspaceState,
      conversation: sessionOf,
      tellActed: (session_id, draft) => posted.push({ type: "acted", session_id, draft }),
      appendToFocused: () => Promise.resolve(),
    },
    { info: () => undefined },
  );
  const needs = {
    prepareToSend: () => undefined,
    conversation: sessionOf,
    carryOut: (id: string, draft: Draft, failed: (error: unknown) => void) => commands.carryOut(id, draft, failed),
    workspaceState,
    store: { get: () => undefined },
  };
  const bridge = new Bridge(needs as unknown as BridgeNeeds, pane as unknown as Pane, panes as unknown as ShownPanes);
  const send = (words: string, session_id = pane.id): Promise<void> =>
    bridge.receive({ type: "submit", session_id, draft: { parts: [text(words)] } });
  return { pane, posted, told, measured, send, types: () => posted.map(({ type }) => type) };
}

describe("what a page sends", () => {
  it("goes while an action that was sent before it still runs", async () => {
    const running = Promise.withResolvers<void>();
    const registered = vscode.commands.registerCommand("galleyTest.slow", () => running.promise);
    const { send, types, told } = fakeBridge();
    try {
      await send("/slow");
      await send("meanwhile");
      assert.deepEqual(types(), ["acted", "accepted"]);
      running.reject(new Error("It broke."));
      while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      // The action is over and done with for the input: why it failed is told, and nothing of it comes back.
      assert.match(told[0]?.message ?? "", /It broke/);
      assert.deepEqual(types(), ["acted", "accepted"]);
    } finally {
      registered.dispose();
    }
  });

  it("goes while a message of another conversation is still being prepared", async () => {
    const preparing = Promise.withResolvers<Result<Submitted>>();
    const { pane, send, posted } = fakeBridge({ slow: preparing.promise });
    const slow = send("slow");
    pane.id = "ses_2";
    await send("quick");
    assert.deepEqual(
      posted.map((message) => (message.type === "accepted" ? message.session_id : message.type)),
      ["ses_2"],
    );
    preparing.resolve(TAKEN);
    await slow;
  });

  it("counts for the next message no more as soon as it is taken", async () => {
    const { send, measured, types } = fakeBridge();
    await send("hello");
    assert.deepEqual(types(), ["accepted"]);
    assert.deepEqual(measured, [{ parts: [text("typed since")] }]);
  });

  it("and is refused when another conversation is shown by then is told, with the conversation it is back in", async () => {
    const preparing = Promise.withResolvers<Result<Submitted>>();
    const { pane, send, posted, told, measured } = fakeBridge({ slow: preparing.promise });
    const slow = send("slow");
    pane.id = "ses_2";
    preparing.resolve(REFUSED);
    await slow;
    // Its button would act on the conversation that is shown.
    const { action, ...failure } = REFUSED.failure;
    assert.deepEqual(told, [
      { ...failure, message: "The disk is full. Your message is back in the input of “New conversation”." },
    ]);
    assert.deepEqual([posted, measured], [[], []]);
  });

  it("and was stopped is told to nobody who does not see it: whoever stopped it knows", async () => {
    const { pane, send, posted, told } = fakeBridge({ slow: Promise.resolve(STOPPED) });
    const slow = send("slow");
    pane.id = "ses_2";
    await slow;
    assert.deepEqual([posted, told], [[], []]);
  });
});

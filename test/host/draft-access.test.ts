// What comes into an unsent message goes to the page that shows its conversation, else into what is stored of it.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Bridge } from "../../extension/host/panel/bridge.ts";
import { DraftAccess } from "../../extension/host/panel/draft/draft-access.ts";
import type { BridgeNeeds, ConversationNeeds } from "../../extension/host/panel/needs.ts";
import type { Pane } from "../../extension/host/panel/pane.ts";
import type { ShownPane, ShownPanes } from "../../extension/host/panel/shown-pane.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

/** A pane that shows `ses_1`, whose page is there. */
function fakeDoor() {
  const posted: ToWebview[] = [];
  const drafts = new Map<string, Draft>([["ses_1", { parts: [text("stored")] }]]);
  const conversation = (id: string) => ({
    id,
    input: {
      get draft(): Draft {
        return drafts.get(id) ?? { parts: [] };
      },
      save: (draft: Draft) => drafts.set(id, draft),
    },
  });
  const pane = {
    id: "ses_1",
    panel: { isReady: true, reveal: () => Promise.resolve() },
    post: (message: ToWebview) => posted.push(message),
    refresh: () => posted.push({ type: "focus" }),
    measure: () => Promise.resolve(),
  };
  const panes = {
    of: (id: string) => (id === pane.id ? pane : undefined),
    use: () => assert.fail("The user is not in it."),
  } as unknown as ShownPanes;
  const needs = { conversation, store: {} } as unknown as ConversationNeeds;
  const draft = new DraftAccess(needs, pane as unknown as ShownPane, panes);
  const bridge = new Bridge(needs as unknown as BridgeNeeds, Object.assign(pane, { draft }) as unknown as Pane, panes);
  return { pane, draft, bridge, posted, stored: (id: string) => drafts.get(id)?.parts };
}

describe("what comes into an unsent message", () => {
  it("goes to the page that shows its conversation", async () => {
    const { draft, posted } = fakeDoor();
    await draft.addTo("ses_1", [text("chosen")], "caret");
    assert.deepEqual(posted, [{ type: "insert", session_id: "ses_1", parts: [text("chosen")], at: "caret" }]);
  });

  it("is stored while the page does not hold the draft yet, or shows another conversation", async () => {
    const { draft, pane, posted, stored } = fakeDoor();
    pane.panel.isReady = false;
    await draft.addTo("ses_1", [text("chosen")], "caret");
    pane.panel.isReady = true;
    const inserted = draft.insertAtCaret([text("named")]);
    pane.id = "ses_2";
    await inserted;
    assert.deepEqual(stored("ses_1"), [text("stored"), text("chosen"), text("named")]);
    assert.deepEqual(posted, [{ type: "focus" }]);
  });

  it("and was given back by a page that has begun another conversation is stored", async () => {
    const { bridge, pane, posted, stored } = fakeDoor();
    pane.id = "ses_2";
    await bridge.receive({ type: "not-inserted", session_id: "ses_1", parts: [text("chosen")] });
    assert.deepEqual(stored("ses_1"), [text("stored"), text("chosen")]);
    assert.deepEqual(posted, []);
  });
});

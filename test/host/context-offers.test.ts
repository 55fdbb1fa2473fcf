// Automatic context is read while a view shows it, and not behind the back of a user who works in the editor.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { ContextOffers } from "../../extension/host/panel/context-offers.ts";
import type { ContextOffersNeeds } from "../../extension/host/panel/needs.ts";
import type { ShownPane } from "../../extension/host/panel/shown-pane.ts";
import type { ContextPart } from "../../extension/message/resolved.ts";
import { eventually } from "./eventually.ts";

const SELECTED: ContextPart = { type: "file-ref", ref: { kind: "path", path: "one.ts" } };

/** A pane whose view is hidden at first, with a count of how often its context was read. */
function hiddenPane() {
  const visibility = new vscode.EventEmitter<void>();
  const state = { isVisible: false, isRequestShown: false, reads: 0 };
  const needs: Partial<ContextOffersNeeds> = {
    automaticNames: () => ["selection"],
    findAutomatic: () => {
      state.reads += 1;
      return Promise.resolve([{ name: "selection", mode: "always", parts: [SELECTED] }]);
    },
    onAutomaticChange: new vscode.EventEmitter<void>().event,
    tokensIn: () => Promise.resolve(1),
    isRequestShown: () => state.isRequestShown,
    tellOffers: () => undefined,
  };
  const pane = {
    id: "ses_1",
    conversation: { input: { draft: { parts: [] } } },
    panel: {
      get isVisible() {
        return state.isVisible;
      },
      onDidChangeVisibility: visibility.event,
    },
    post: () => undefined,
    measure: () => Promise.resolve(),
  };
  const offers = new ContextOffers(needs as ContextOffersNeeds, pane as unknown as ShownPane);
  const show = (): void => {
    state.isVisible = true;
    visibility.fire();
  };
  return { offers, state, show };
}

describe("automatic context", () => {
  it("is not read while no view shows it, and once when one does", async () => {
    const [hidden, shown] = [hiddenPane(), hiddenPane()];
    shown.show();
    for (const { offers } of [hidden, shown]) offers.update();
    await eventually(
      () => shown.offers.automatic,
      (parts) => parts.length === 1,
    );
    assert.equal(hidden.state.reads, 0, "both heard the same, and the hidden one has not read");
    hidden.show();
    await eventually(
      () => hidden.offers.automatic,
      (parts) => parts.length === 1,
    );
    assert.equal(hidden.state.reads, 1);
    for (const { offers } of [hidden, shown]) offers.dispose();
  });

  it("is read for a message that is sent or previewed while no view shows it", async () => {
    const { offers, state } = hiddenPane();
    offers.update();
    assert.deepEqual(await offers.readAutomatic(), [SELECTED]);
    assert.deepEqual(await offers.currentAutomatic(), [SELECTED]);
    assert.equal(state.reads, 2);
    offers.dispose();
  });

  it("is followed while the inspector shows the next request", async () => {
    const { offers, state } = hiddenPane();
    state.isRequestShown = true;
    offers.update();
    await eventually(
      () => offers.automatic,
      (parts) => parts.length === 1,
    );
    assert.deepEqual(await offers.currentAutomatic(), [SELECTED]);
    assert.equal(state.reads, 1, "what is shown is not read again");
    offers.dispose();
  });
});

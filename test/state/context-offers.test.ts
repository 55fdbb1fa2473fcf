// Context that offers itself: nothing of it goes unasked, and what is automatic does not make a message.
import { expect, test } from "vitest";
import type { ContextOffer } from "../../extension/protocol/context-offer.ts";
import { text, upload } from "../webview/samples.ts";
import { typedPanel } from "./typed-panel.ts";

const offer: ContextOffer = { name: "selection", label: "upload.ts:10-25", mode: "ask", tokens: 180, parts: [upload] };
const review = { id: "/review", description: "Reviews", source: "project" } as const;

function withOffers(...offers: ContextOffer[]) {
  const opened = typedPanel();
  opened.panel.receive({ type: "context-offers", session_id: "ses_1", offers });
  const submitted = () => opened.host.posted("submit").map(({ draft }) => draft.parts);
  return { ...opened, submitted };
}

test("what is offered does not go until it is accepted", () => {
  const { input, panel, submitted } = withOffers(offer);
  input.type("hi ");
  input.press("Enter");
  panel.receive({ type: "accepted", session_id: "ses_1", message_id: "m1" });
  expect(panel.contextOffers.accept()).toBe(true);
  expect(panel.contextOffers.accept()).toBe(false);
  input.press("Enter");
  expect(submitted()).toEqual([[text("hi ")], [upload]]);
});

test("what is automatic alone is no message, and a command gets only what it is given", () => {
  const { input, panel, submitted } = withOffers({ ...offer, mode: "always" });
  input.press("Enter");
  expect(submitted()).toEqual([]);
  panel.receive({ type: "catalog", session_id: "ses_1", commands: [{ ...review, arguments: [], hides: [] }] });
  input.type("/review it");
  input.press("Enter");
  panel.receive({ type: "accepted", session_id: "ses_1", message_id: "m1" });
  input.type("/unknown it");
  input.press("Escape", "Enter");
  expect(submitted()).toEqual([[text("/review it")], [text("/unknown it"), upload]]);
});

test("pasted text is no command: what is automatic goes with it, as the meter counted", () => {
  const { input, panel, submitted } = withOffers({ ...offer, mode: "always" });
  panel.receive({ type: "catalog", session_id: "ses_1", commands: [{ ...review, arguments: [], hides: [] }] });
  input.paste("/review is what the log says");
  input.press("Enter");
  expect(submitted()).toEqual([[{ ...text("/review is what the log says"), pasted: true }, upload]]);
});

test("what is automatic is dismissed by its name only", () => {
  const { host, panel } = withOffers({ ...offer, mode: "always" });
  expect(panel.contextOffers.dismiss()).toBe(false);
  expect(panel.contextOffers.dismiss("selection")).toBe(true);
  expect(panel.contextOffers.shown).toEqual([]);
  expect(host.posted("context-offer")).toEqual([{ type: "context-offer", name: "selection", action: "dismiss" }]);
});

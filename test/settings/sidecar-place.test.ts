// Where a sidecar opens, by the setting and by the room that the panel has.
import { expect, it } from "vitest";
import { opensInEditor } from "../../extension/host/panel/sidecar-place.ts";

it("opens where the setting says, whatever room there is", () => {
  for (const hasRoom of [true, false]) {
    expect(opensInEditor({ location: "panel", hasRoom, isShared: false })).toBe(false);
    expect(opensInEditor({ location: "editor", hasRoom, isShared: true })).toBe(true);
  }
});

it("opens in the panel if that is high enough or shows a sidecar already, else in an editor tab", () => {
  const opens = (hasRoom: boolean, isShared: boolean) => opensInEditor({ location: "auto", hasRoom, isShared });
  expect([opens(true, false), opens(false, true), opens(false, false)]).toEqual([false, false, true]);
});

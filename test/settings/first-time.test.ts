// The walkthrough opens by itself for a user who has just installed Galley, and for no other.
import { describe, expect, it } from "vitest";
import { type Installation, isFirstTime } from "../../extension/host/window/first-time.ts";

const fresh: Installation = { isInstalled: true, wasOpened: false, isUsed: false, opensOnInstall: true };

describe("the walkthrough", () => {
  it("opens by itself after installing", () => {
    expect(isFirstTime(fresh)).toBe(true);
  });

  it.each<[string, Partial<Installation>]>([
    ["a second time", { wasOpened: true }],
    ["after an update", { isUsed: true }],
    ["under development and in tests", { isInstalled: false }],
    ["where VS Code is told to open none", { opensOnInstall: false }],
  ])("does not open %s", (_when, change) => {
    expect(isFirstTime({ ...fresh, ...change })).toBe(false);
  });
});

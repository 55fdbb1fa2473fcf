// What a first message would wait for is loaded before it, and nothing is sent for that.
import { expect, test, vi } from "vitest";
import { warmNetwork } from "../../extension/host/models/warm-network.ts";

test("the network code is loaded once, by an address that needs no network", () => {
  const fetch = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("none"));
  warmNetwork();
  warmNetwork();
  expect(fetch.mock.calls).toEqual([["data:,"]]);
  fetch.mockRestore();
});

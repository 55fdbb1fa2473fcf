import { expect, it } from "vitest";
import { drill } from "../fakes/drill.ts";

it("nothing that was acknowledged is lost, whenever the host is killed", { timeout: 180_000 }, async () => {
  const { kills, lost, faults, messages, queued, drafts, edits } = await drill(10);
  expect(faults).toEqual([]);
  expect([kills, lost]).toEqual([10, 0]);
  expect(messages.acknowledged).toBeGreaterThan(0);
  expect(queued.found).toBe(queued.acknowledged);
  expect(drafts.found).toBe(drafts.due);
  expect(edits.acknowledged).toBeGreaterThan(0);
  expect(edits.found).toBe(edits.acknowledged);
});

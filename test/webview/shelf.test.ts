// What the Shelf does to the input: a chip removed there is gone here, and can be had back.
import { expect, test } from "vitest";
import { useStudio } from "./page.ts";
import { backoff, conversation, text, upload } from "./samples.ts";

const studio = useStudio();

test("a chip removed in the Shelf leaves the input, of equal ones the one that was meant, and undo brings it back", async () => {
  const parts = [text("a "), upload, text(" b "), backoff, text(" c "), upload, text(" d")];
  const panel = await studio.panel({ snapshot: conversation({ draft: { parts } }) });
  await panel.focus();
  await panel.send({ type: "remove", part: upload, nth: 1 });
  await expect.poll(() => panel.input.getByRole("button", { name: /upload\.ts/ }).count()).toBe(1);
  await panel.press("Control+z");
  await expect.poll(() => panel.input.getByRole("button", { name: /upload\.ts/ }).count()).toBe(2);
  await panel.send({ type: "remove", part: upload, nth: 1 }, { type: "remove", part: upload, nth: 5 });
  await panel.press("Enter");
  const { draft } = await panel.posts("submit");
  expect(draft.parts).toEqual([text("a "), upload, text(" b "), backoff, text(" c  d")]);
});

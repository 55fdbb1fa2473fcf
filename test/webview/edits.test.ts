// The files an answer changed: what is said of them, and what each button asks of the host.
import { expect, test } from "vitest";
import type { ShownEdit } from "../../extension/protocol/conversation.ts";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, conversation, text } from "./samples.ts";
import { edits } from "./tool-samples.ts";

const studio = useStudio();
let panel: Panel;

async function show(...changed: ShownEdit[]): Promise<void> {
  const messages = [asked("m1", text("go")), answered("m2", "Done.", { edits: changed })];
  panel = await studio.panel({ snapshot: conversation({ messages }) });
}
const row = () => panel.page.getByRole("group", { name: "Changed files" });
const files = () => row().getByRole("listitem");
const buttons = () =>
  row()
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent.trim()));
const asks = async () => (await panel.posted("edits")).map(({ action, path }) => [action, path]);

const open: ShownEdit = { path: "src/a.ts", added: 3, removed: 1, state: "open" };

test("an answer that changed nothing shows nothing", async () => {
  await show();
  expect(await row().count()).toBe(0);
});

test("all of them are looked at, kept or undone with one button each", async () => {
  await show(open, { ...open, path: "src/b.ts" });
  expect(await row().innerText()).toMatch(/Changed 2 files/);
  for (const name of ["Review", "Keep", "Undo"]) await panel.button(name).press("Enter");
  expect(await panel.posts("edits")).toEqual({
    type: "edits",
    action: "review",
    session_id: "ses_1",
    message_id: "m2",
  });
  expect(await asks()).toEqual([
    ["review", undefined],
    ["keep", undefined],
    ["undo", undefined],
  ]);
});

test("the only file is looked at by its name", async () => {
  await show(open);
  await panel.button("Review").click();
  expect(await asks()).toEqual([["review", "src/a.ts"]]);
});

test("each file can be looked at and undone by itself, and says what became of it", async () => {
  await show(...edits);
  await row()
    .getByRole("button", { name: /^Changed 3 files/ })
    .press("Enter");
  const told = (await files().allInnerTexts()).map((words) => words.replace(/\s+/g, " "));
  expect(told[1]).toContain("Undone");
  expect(told[2]).toContain("Changed since this edit");
  expect((await buttons()).slice(4)).toEqual([
    "Review upload.ts",
    "Undo upload.ts",
    "Review retry.ts",
    "Review upload.test.ts",
  ]);
  await panel.button("Undo upload.ts").click();
  await panel.button("Review retry.ts").click();
  expect(await asks()).toEqual([
    ["undo", "src/net/upload.ts"],
    ["review", "src/net/a/folder/with/a/long/name/that/goes/on/retry.ts"],
  ]);
});

test.each([
  ["kept", "Kept"],
  ["undone", "Undone"],
  ["changed", "Changed since this edit"],
] as const)("when all are %s that is said, and nothing is left but to look", async (state, words) => {
  await show({ ...open, state }, { ...open, path: "b.ts", state });
  await row().getByText(words, { exact: true }).waitFor();
  expect((await buttons()).slice(1)).toEqual(["Review"]);
});

test("what the host says next is shown in the same row", async () => {
  await show(open);
  const message = answered("m2", "Done.", { edits: [{ ...open, state: "undone" }] });
  await panel.send({ type: "message", session_id: "ses_1", message });
  await row().getByText("Undone", { exact: true }).waitFor();
  expect(await row().count()).toBe(1);
});

// A command in the input: the names of its open arguments, what it becomes, and what an action gives back.
import { expect, test } from "vitest";
import type { Expansion } from "../../extension/protocol/expansion.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { useStudio, type Panel, type PanelOptions, type Told } from "./page.ts";
import { answered, asked, conversation, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const chip: ChipPart = { type: "command", id: "/review", args: { raw: "", positional: [], named: {} } };
const told = (changes: Partial<Expansion> = {}): Told => ({
  type: "expansion",
  expansion: { id: "/review", kind: "text", text: "Review a.ts.", chips: 0, open: [], ...changes },
});
const box = () => panel.page.getByRole("region", { name: "Command" });
const hint = () => panel.page.locator(".open-arguments");

async function withCommand(options: PanelOptions = {}): Promise<void> {
  panel = await studio.panel({ ...options, snapshot: conversation({ draft: { parts: [chip, text(" ")] } }) });
  await panel.focus();
}

test("the names of open arguments stand behind the text and are no part of it", async () => {
  await withCommand();
  await panel.send(told({ kind: "error", text: "/review still needs “file”.", open: ["file", "focus"] }));
  await expect.poll(() => hint().textContent()).toBe("file focus");
  await panel.page.keyboard.type("a.ts");
  expect((await panel.draft()).filter((part) => part.type === "text")).toEqual([text(" a.ts")]);
  await panel.send(told({ open: ["focus"] }));
  await expect.poll(() => hint().textContent()).toBe(" focus");
  await panel.press("End");
  await panel.page.keyboard.type(" speed");
  expect(await panel.draft()).toEqual([chip, text(" a.ts speed")]);
  await panel.send(told());
  expect(await hint().count()).toBe(0);
});

test("they go with the command at once, and come back only when the host says so", async () => {
  await withCommand();
  await panel.send(told({ open: ["file"] }));
  await hint().waitFor();
  await panel.press("Control+a", "Backspace");
  expect(await hint().count()).toBe(0);
});

test("a screen reader hears of them once, not at every key", async () => {
  await withCommand();
  await panel.send(told({ open: ["file", "focus"] }));
  const said = box().locator("[aria-live]");
  await expect.poll(() => said.textContent()).toBe("Command /review. Arguments: file, focus.");
  await panel.send(told({ text: "Review a.", open: ["focus"] }));
  expect(await said.textContent()).toBe("Command /review. Arguments: file, focus.");
  expect(await hint().getAttribute("aria-hidden")).toBe("true");
});

test("what it becomes is shown above the input, folds, and stays small however long it is", async () => {
  await withCommand();
  await panel.send(told({ text: "line\n".repeat(200), chips: 2 }));
  const fold = panel.page.getByRole("button", { name: "/review expands to text and 2 chips" });
  const shown = panel.page.getByLabel("Text that will be sent");
  expect((await box().boundingBox())?.height).toBeLessThan(150);
  expect(await shown.textContent()).toContain("line\nline");
  await fold.press("Enter");
  expect(await shown.count()).toBe(0);
  expect(await fold.getAttribute("aria-expanded")).toBe("false");
});

test("one that brings chips and no words names them in one line", async () => {
  await withCommand();
  await panel.send(told({ text: "@src/a.ts:3-10\n@src/b.ts", chips: 2, only_chips: true }));
  await box().getByText("/review adds @src/a.ts:3-10, @src/b.ts", { exact: true }).waitFor();
  expect(await box().getByRole("button").count()).toBe(0);
});

test.each([
  ["an argument is missing", "error", "/review requires “file”. Type it after the command."],
  ["it is unknown", "unknown", "Unknown command /review. It will be sent as text."],
] as const)("when %s one sentence says so before it is sent", async (_name, kind, sentence) => {
  await withCommand();
  await panel.send(told({ kind, text: sentence }));
  await expect.poll(() => box().getByText(sentence, { exact: true }).first().isVisible()).toBe(true);
});

test("sending takes the box away, and a refusal brings back what was written", async () => {
  await withCommand();
  await panel.send(told());
  await panel.press("Enter");
  const { draft } = await panel.posts("submit");
  expect(draft.parts[0]).toEqual(chip);
  expect(await box().count()).toBe(0);
});

test("a sent command is shown as it was written, its chips in place", async () => {
  const sent = {
    ...chip,
    args: { raw: "src/net/upload.ts for speed", positional: [], named: {} },
    outcome: "text",
    result_parts: [text("Review src/net/upload.ts."), upload],
  };
  panel = await studio.panel({ snapshot: conversation({ messages: [asked("m1", sent)] }) });
  const said = panel.page.getByRole("article", { name: "You" }).locator(".said");
  expect((await said.textContent())?.trim()).toBe("/review upload.ts:10-25 for speed");
});

test("what its file asks for that is not done stands below the text, and a screen reader hears it", async () => {
  await withCommand();
  await panel.send(told({ note: "The command file names the model sonnet, which is not set up. Loopback answers." }));
  await expect.poll(() => box().locator("p").textContent()).toMatch(/sonnet, which is not set up/);
  expect(await box().locator("[aria-live]").textContent()).toMatch(/Command \/review\. The command file names/);
});

test("what an action did is a line at the end of the turn that it followed", async () => {
  const actions = [{ command: "/model", words: "Selected the model Quick.", at: 3 }];
  const messages = [{ ...asked("m1", text("hello")), actions }, answered("m2", "Hi."), asked("m3", text("and?"))];
  panel = await studio.panel({ snapshot: conversation({ messages }) });
  const line = panel.page.locator('[data-message="m2"] .record');
  await expect.poll(() => line.textContent()).toBe("/model Selected the model Quick.");
  expect(await panel.page.locator(".record").count()).toBe(1);
});

// What MCP servers bring to the panel: values for the arguments of their prompts, addresses that go on, forms.
import { expect, test } from "vitest";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { useStudio, type Panel } from "./page.ts";
import { promote, text } from "./samples.ts";
import { formAsk, waiting } from "./tool-samples.ts";

const studio = useStudio();
let panel: Panel;

const chip = { type: "command", id: "/team:promote", args: { raw: "", positional: [], named: {} } } as const;

function value(name: string, written = name): Suggestion {
  const part = text(written);
  return { key: `value:${name}`, kind: "value", name, detail: "department", name_at: [], detail_at: [], part };
}

const list = () => panel.page.getByRole("listbox", { name: "Suggestions" });
const options = () => list().getByRole("option").allInnerTexts();

/** The last question of this kind, answered. */
async function answer(type: "complete" | "suggest", ...items: Suggestion[]): Promise<void> {
  const round = (await panel.posted(type)).at(-1)?.round ?? 0;
  await panel.send({ type: "suggestions", round, items, done: true });
}

async function begin(): Promise<void> {
  panel = await studio.panel();
  await panel.send({ type: "catalog", commands: [promote] });
  await panel.focus();
  await panel.page.keyboard.type("/team");
  await panel.press("Enter");
}

test("the server's values are offered for the argument at the caret, and the chosen one is written out", async () => {
  await begin();
  expect((await panel.posted("complete")).at(-1)).toMatchObject({ id: "/team:promote", before: "" });
  await answer("complete", value("Engineering"), value("Human Resources", "'Human Resources'"));
  expect(await options()).toHaveLength(2);
  await panel.page.keyboard.type("Hu");
  expect((await panel.posted("complete")).at(-1)).toMatchObject({ before: "Hu" });
  await answer("complete", value("Human Resources", "'Human Resources'"));
  await panel.press("Enter");
  expect(await panel.draft()).toEqual([chip, text(" 'Human Resources' ")]);
  expect((await panel.posted("complete")).at(-1)).toMatchObject({ before: "'Human Resources' " });
  await answer("complete", value("Ada"));
  await panel.press("Tab");
  expect(await panel.draft()).toEqual([chip, text(" 'Human Resources' Ada ")]);
});

test("Enter sends when no value is being typed, whatever is offered; Escape puts the list away", async () => {
  await begin();
  await panel.page.keyboard.type("Sales");
  await answer("complete", value("Sales"));
  await panel.press("Escape");
  await expect.poll(() => list().count()).toBe(0);
  await panel.page.keyboard.type(" ");
  await answer("complete", value("Eve"));
  await list().waitFor();
  await panel.press("Enter");
  expect(await panel.posts("submit")).toMatchObject({ draft: { parts: [chip, text(" Sales ")] } });
});

test("back in the panel, Enter sends the value that was typed", async () => {
  await begin();
  await panel.page.keyboard.type("Sales");
  await answer("complete", value("Sales and more"));
  await panel.input.blur();
  await panel.focus();
  await panel.press("Enter");
  expect(await panel.posts("submit")).toMatchObject({ draft: { parts: [chip, text(" Sales")] } });
});

test("values that are offered go with the message", async () => {
  await begin();
  await answer("complete", value("Sales"));
  await list().waitFor();
  await panel.press("Enter");
  await panel.posts("submit");
  await expect.poll(() => list().count()).toBe(0);
});

test("a command of a file asks nobody for values", async () => {
  panel = await studio.panel();
  await panel.send({ type: "catalog", commands: [{ ...promote, source: "project" }] });
  await panel.focus();
  await panel.page.keyboard.type("/team:promote Sa");
  expect(await panel.posted("complete")).toEqual([]);
});

test("a list of commands that is open shows those of a server that has just started", async () => {
  panel = await studio.panel();
  await panel.focus();
  await panel.page.keyboard.type("/tea");
  expect(await list().count()).toBe(0);
  await panel.send({ type: "catalog", commands: [promote] });
  expect(await options()).toHaveLength(1);
});

test("a template goes on in place, and becomes a chip when its address is whole", async () => {
  panel = await studio.panel();
  await panel.focus();
  await panel.page.keyboard.type("@note");
  const mention = (uri: string) => ({ type: "mention", target: { kind: "resource", server: "notes", uri } }) as const;
  const shared = { kind: "resource" as const, name: "A note", detail: "notes", name_at: [], detail_at: [] };
  await answer("suggest", { ...shared, key: "t", part: mention("note://{id}"), goes_on: "note://" });
  await panel.press("Enter");
  expect(await panel.draft()).toEqual([text("@note://")]);
  await panel.page.keyboard.type("7");
  expect((await panel.posted("suggest")).at(-1)).toMatchObject({ query: "note://7" });
  await answer("suggest", { ...shared, key: "r", name: "id: 7", part: mention("note://7") });
  await panel.press("Enter");
  expect(await panel.draft()).toEqual([mention("note://7"), text(" ")]);
  await panel.page.getByRole("button", { name: /resource/ }).waitFor();
});

test("a form of a server is filled with the keyboard, says what is wrong, and is sent", async () => {
  panel = await studio.panel({ snapshot: waiting(formAsk) });
  const card = panel.page.getByRole("group", { name: "everything needs information" });
  await card.getByRole("button", { name: "Submit" }).click();
  await card.getByText("Name is required.").waitFor();
  expect(await panel.posted("reply")).toEqual([]);
  await panel.page.keyboard.type("Ada");
  await card.getByRole("checkbox", { name: "Agree" }).press("Space");
  await card.getByRole("textbox", { name: "Count" }).fill("7");
  await card.getByRole("combobox", { name: "Pet" }).selectOption("dog");
  await card.getByRole("checkbox", { name: "Guitar" }).press("Space");
  await card.getByRole("textbox", { name: "Count" }).press("Enter");
  expect(await panel.posts("reply")).toMatchObject({
    call_id: "mcp_1",
    reply: { type: "form", values: { name: "Ada", agree: true, count: 7, pet: "dog", plays: ["guitar"] } },
  });
});

test("a form is filled and sent with the keys alone; one key leads to its first field, whatever is ticked", async () => {
  const fields = formAsk.fields.map((field) => (field.kind === "yes-no" ? { ...field, default: true } : field));
  panel = await studio.panel({ snapshot: waiting({ ...formAsk, fields }) });
  await panel.focus();
  await panel.goToAsk();
  await panel.page.keyboard.type("Ada");
  await panel.press("Tab", "Space", "Tab", "Control+a");
  await panel.page.keyboard.type("7");
  await panel.press("Tab", "ArrowDown", "Tab", "Tab", "Space", "Tab");
  expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toBe("Submit");
  await panel.press("Enter");
  expect(await panel.posts("reply")).toMatchObject({
    reply: { type: "form", values: { name: "Ada", agree: false, count: 7, pet: "dog", plays: ["piano"] } },
  });
});

test("of several problems one is read out, and each is told at its field", async () => {
  const [first] = formAsk.fields;
  if (first === undefined) throw new Error("no field");
  const fields = [first, { ...first, name: "town", label: "Town" }];
  panel = await studio.panel({ snapshot: waiting({ ...formAsk, fields }) });
  await panel.button("Submit").press("Enter");
  expect(await panel.page.getByRole("alert").allInnerTexts()).toEqual(["Name is required."]);
  const described = (name: string) =>
    panel.page.getByRole("textbox", { name }).evaluate((node) => {
      const ids = node.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => document.getElementById(id)?.innerText ?? "");
    });
  expect(await described("Town")).toEqual(["Your full, legal name", "Town is required."]);
});

test("whoever reads above the end finds the way back below the messages, and it covers nothing", async () => {
  const words = Array.from({ length: 80 }, (_value, n) => `line ${n}`).join("\n");
  panel = await studio.panel({ snapshot: waiting({ ...formAsk, words }) });
  const log = panel.page.getByRole("log");
  await log.hover();
  await panel.page.mouse.wheel(0, -60);
  const jump = panel.button("Jump to Latest");
  await jump.waitFor();
  const [end, place] = await Promise.all([log.boundingBox(), jump.boundingBox()]);
  expect(place?.y).toBeGreaterThanOrEqual((end?.y ?? 0) + (end?.height ?? 0) - 0.5);
  await jump.click();
  await jump.waitFor({ state: "detached" });
  const answer = await panel.button("Submit").boundingBox();
  expect((answer?.y ?? 9999) + (answer?.height ?? 0)).toBeLessThan((end?.y ?? 0) + (end?.height ?? 0));
});

test.each([
  ["Decline", { type: "deny", reason: "" }],
  ["Cancel", { type: "cancel" }],
])("a form can be left with %s", async (name, reply) => {
  panel = await studio.panel({ snapshot: waiting(formAsk) });
  await panel.button(name).click();
  expect(await panel.posts("reply")).toMatchObject({ reply });
});

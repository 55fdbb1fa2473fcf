// What servers, skills and agents name twice is shown twice; an answer that cannot be shown takes nothing else with it.
import { expect, test } from "vitest";
import { inspection } from "./inspected.ts";
import { useStudio } from "./page.ts";
import { promote, text } from "./samples.ts";
import { composer } from "./skill-states.ts";
import { editAsk, formAsk, waiting } from "./tool-samples.ts";
import { field, form } from "./try-samples.ts";

const studio = useStudio();

const options = [
  { value: "a", label: "A" },
  { value: "a", label: "A" },
];

test.each([false, true])("a form whose choice has one value twice can be answered (several: %s)", async (multiple) => {
  const fields = [{ kind: "choice" as const, name: "pick", label: "Pick", required: true, multiple, options }];
  const panel = await studio.panel({ snapshot: waiting({ ...formAsk, fields }) });
  if (multiple) await panel.page.getByRole("checkbox", { name: "A" }).last().check();
  else await panel.page.getByLabel("Pick").selectOption({ index: 2 });
  await panel.button("Submit").click();
  expect(await panel.posts("reply")).toMatchObject({ reply: { values: { pick: multiple ? ["a"] : "a" } } });
});

test("a prompt with two arguments of one name is offered", async () => {
  const panel = await studio.panel();
  const argument = { name: "who", required: true, description: "somebody" };
  await panel.send({ type: "catalog", commands: [{ ...promote, arguments: [argument, argument] }] });
  await panel.focus();
  await panel.page.keyboard.type("/team");
  await expect.poll(() => panel.page.getByText("who: somebody").count()).toBe(2);
});

test("stages and artifacts of one name are told one after the other", async () => {
  const panel = await studio.inspector({ width: 700 });
  const looks = composer.map((look) => ({
    ...look,
    stages: [...look.stages, ...look.stages],
    artifacts: [...look.artifacts, ...look.artifacts],
  }));
  await panel.send({ type: "inspection", inspection: inspection({ composer: looks }) });
  await panel.page.getByRole("tab", { name: "Skills" }).press("Enter");
  const audit = panel.page.getByRole("region", { name: "audit" });
  expect(await audit.getByRole("listitem").count()).toBe(10);
});

test("a skill whose choice has one value twice can be tried", async () => {
  const panel = await studio.trySkill();
  const fields = [field("tone", { label: "Tone", kind: "choice", choices: options })];
  await panel.send({ type: "form", form: { ...form, fields } });
  await panel.page.getByLabel("Tone").waitFor();
  expect(await panel.page.getByLabel("Tone").locator("option", { hasText: /^A$/ }).count()).toBe(2);
});

test("an answer that cannot be shown says so, and the rest of the panel goes on", async () => {
  const panel = await studio.panel({ snapshot: waiting(editAsk, editAsk) });
  await panel.page.getByText("Could not show this answer.").waitFor();
  const fault = await panel.posts("fault");
  expect(fault.message).toMatch(/^an answer cannot be shown/);
  panel.faults.push(fault);
  await panel.page.getByText("Count the attempt after it is made.").waitFor();
  await panel.button("Copy as Markdown").click();
  await panel.page.getByText("Copied.").waitFor();
  await panel.send({ type: "delta", message_id: "m2", part: 9, kind: "text", text: "more" });
  await panel.send({ type: "run", run: { state: "idle", message_id: null } });
  await panel.focus();
  await panel.page.keyboard.type("still here");
  await panel.press("Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("still here")]);
});

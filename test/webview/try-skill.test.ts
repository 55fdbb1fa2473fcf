// The page that tries a skill, by keyboard: fields, faults, the preview, and what is asked of the host.
import { expect, test } from "vitest";
import type { FromTry, TryPreview } from "../../extension/protocol/try-skill.ts";
import { useStudio, type Panel } from "./page.ts";
import { composed, form, missing } from "./try-samples.ts";

const studio = useStudio();

async function open(preview: TryPreview): Promise<Panel> {
  const panel = await studio.trySkill();
  await panel.send({ type: "form", form }, { type: "preview", preview });
  return panel;
}

const asked = (panel: Panel): Promise<FromTry[]> =>
  panel.page.evaluate(() => globalThis.posted.slice(1).map((post): unknown => post)) as Promise<FromTry[]>;

test("fields are reached in order by Tab, by their labels, and tell the host what is in them", async () => {
  const panel = await open(missing);
  const { page } = panel;
  await page.getByLabel("Since").focus();
  await page.keyboard.type("v1");
  const walked: string[] = [];
  for (let step = 0; step < 6; step += 1) {
    await panel.press("Tab");
    walked.push(await page.evaluate(() => document.activeElement?.id ?? ""));
  }
  expect(walked).toEqual(["field-limit", "field-tone", "field-links", "field-sections", "request", ""]);
  await page.getByLabel("Tone").selectOption("cheerful");
  await page.getByLabel("With links").press("Space");
  await page.getByLabel("Sections").fill("Added\nFixed");
  await page.getByLabel("Request").fill("Be short.");
  expect((await asked(panel)).at(-1)).toEqual({
    type: "changed",
    values: {
      fields: { since: "v1", limit: "20", tone: '"cheerful"', links: false, sections: "Added\nFixed" },
      request: "Be short.",
    },
  });
});

test("what is needed is told at its field once somebody has been there, and Enter leads to it", async () => {
  const panel = await open(missing);
  const { page } = panel;
  const since = page.getByLabel("Since");
  expect(await page.getByText("This field is required.").count()).toBe(0);
  expect(await page.getByRole("status").textContent()).toBe("Fill in Since to see the preview.");
  await panel.button("Insert into Message").press("Enter");
  expect(await page.getByText("This field is required.").isVisible()).toBe(true);
  expect(await since.getAttribute("aria-invalid")).toBe("true");
  expect(await since.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await since.evaluate((node) => node.getAttribute("aria-describedby"))).toBe(
    "field-since-about field-since-fault",
  );
  expect((await asked(panel)).some(({ type }) => type === "put")).toBe(false);
});

test("what can be composed is shown with tokens and tools, and goes into the message", async () => {
  const panel = await open(composed);
  const { page } = panel;
  expect(await page.getByRole("status").textContent()).toBe("~1,204 tokens");
  expect(await page.getByRole("region", { name: "Preview" }).locator("pre").textContent()).toBe(composed.prompt);
  await page.getByLabel("Since").fill("v1.1.0");
  await page.getByLabel("Since").press("Enter");
  expect((await asked(panel)).at(-1)).toMatchObject({ type: "put", values: { fields: { since: "v1.1.0" } } });
});

test("a skill is filled in and put into the message with the keys alone", async () => {
  const panel = await open(missing);
  const { page } = panel;
  const focused = () => page.evaluate(() => document.activeElement?.textContent.trim() ?? "");
  await panel.press("Tab");
  expect(await focused()).toBe(form.file);
  await panel.press("Enter", "Tab");
  await page.keyboard.type("v1.1.0");
  await panel.press("Tab", "Tab", "ArrowDown", "Tab", "Space", "Tab");
  await page.keyboard.type("Added");
  await panel.press("Enter");
  await page.keyboard.type("Fixed");
  await panel.press("Tab");
  await page.keyboard.type("Be short.");
  await panel.send({ type: "preview", preview: composed });
  await panel.press("Tab");
  expect(await focused()).toBe("Insert into Message");
  await panel.press("Enter");
  const said = await asked(panel);
  expect(said[0]).toEqual({ type: "open" });
  const fields = { since: "v1.1.0", limit: "20", tone: '"cheerful"', links: false, sections: "Added\nFixed" };
  expect(said.at(-1)).toEqual({ type: "put", values: { fields, request: "Be short." } });
  await panel.press("Tab");
  expect(await page.locator("pre").evaluate((node) => node === document.activeElement)).toBe(true);
});

test("what the Composer refuses is told in its words; a plain skill has one field", async () => {
  const panel = await studio.trySkill();
  const problem = "The skill requires tools, but none of them are available.";
  await panel.send(
    { type: "form", form: { ...form, fields: [] } },
    { type: "preview", preview: { ok: false, faults: {}, problem } },
  );
  expect(await panel.page.getByRole("status").textContent()).toBe(problem);
  expect(await panel.page.getByRole("textbox").count()).toBe(1);
  expect(await panel.page.getByLabel("Arguments").isVisible()).toBe(true);
  await panel.send({ type: "nothing", reason: "The skill is gone." });
  expect(await panel.page.getByText("The skill is gone.").isVisible()).toBe(true);
});

// What the page that tries a skill looks like: composed, wanting something, and with nothing to try.
import type { TryForm } from "../../extension/protocol/try-skill.ts";
import { composed, field, form, missing } from "./try-samples.ts";
import type { Arrange } from "./states.ts";

const longName = "averylongparameternamewithoutanyplacetobreakit_averylongparametername";
const longForm: TryForm = {
  ...form,
  file: ".galley/skills/a-folder-with-a-long-name/release-notes/SKILL.md",
  fields: [field("long", { label: longName, required: true, kind: "json", initial: "{" }), ...form.fields],
};
const faults = { ...missing.faults, long: "This is no JSON: Expected property name or '}' in JSON at position 1." };

export const tryStates: Record<string, Arrange> = {
  try: async (studio, options) => {
    const page = await studio.trySkill(options);
    await page.send({ type: "form", form }, { type: "preview", preview: composed });
    await page.page.getByLabel("Since").fill("v1.1.0");
    return page;
  },
  "try-missing": async (studio, options) => {
    const page = await studio.trySkill(options);
    await page.send({ type: "form", form: longForm }, { type: "preview", preview: { ...missing, faults } });
    await page.button("Insert into Message").press("Enter");
    return page;
  },
  "try-refused": async (studio, options) => {
    const page = await studio.trySkill(options);
    const problem = "The skill requires tools, but none of them are available.";
    await page.send(
      { type: "form", form: { ...form, fields: [] } },
      { type: "preview", preview: { ok: false, faults: {}, problem } },
    );
    return page;
  },
  "try-nothing": async (studio, options) => {
    const page = await studio.trySkill(options);
    await page.send({ type: "nothing", reason: "The skill is gone." });
    return page;
  },
};

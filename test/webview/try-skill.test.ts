// The page that tries a skill, by keyboard: fields, faults, the preview, and what is asked of the host.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import type { FromTry, TryForm, TryPreview } from "../../extension/protocol/try-skill.ts";
import { useStudio, themes, type LookOptions, type Panel } from "./page.ts";

const studio = useStudio();

const field = (name: string, changes: Partial<TryForm["fields"][number]>): TryForm["fields"][number] => ({
  name,
  label: name,
  about: "",
  kind: "text",
  choices: [],
  required: false,
  initial: "",
  ...changes,
});

const form: TryForm = {
  name: "release-notes",
  description: "Use it to write the notes of a release from what has changed since the last one.",
  version: "1.2.0",
  file: ".galley/skills/release-notes/SKILL.md",
  fields: [
    field("since", { label: "Since", required: true, about: "A tag or a commit" }),
    field("limit", { label: "At most", kind: "number", initial: "20" }),
    field("tone", {
      label: "Tone",
      kind: "choice",
      choices: [
        { label: "plain", value: '"plain"' },
        { label: "cheerful", value: '"cheerful"' },
      ],
      initial: '"plain"',
    }),
    field("links", { label: "With links", kind: "switch", initial: true }),
    field("sections", { label: "Sections", kind: "list", about: "In their order" }),
  ],
};

const missing: TryPreview = { ok: false, faults: { since: "This is needed." }, problem: "" };
const composed: TryPreview = {
  ok: true,
  prompt: `# Release notes\n\nWrite the notes of a release.\n\n# Request\n\nParameters:\n- limit: 20\n- since: "v1.1.0"\n\n${"Long lines are folded. ".repeat(12)}`,
  tokens: 1204,
  tools: "read, grep, bash in collect → write",
  artifacts: "style, example-1",
};

async function open(preview: TryPreview, look: LookOptions = {}): Promise<Panel> {
  const panel = await studio.trySkill(look);
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
  expect(await page.getByText("This is needed.").count()).toBe(0);
  expect(await page.getByRole("status").textContent()).toBe("Fill in Since to see it.");
  await panel.button("Put in message").press("Enter");
  expect(await page.getByText("This is needed.").isVisible()).toBe(true);
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
  expect(await page.getByRole("region", { name: "Preview" }).locator("pre").textContent()).toBe(
    "prompt" in composed ? composed.prompt : "",
  );
  await page.getByLabel("Since").fill("v1.1.0");
  await page.getByLabel("Since").press("Enter");
  expect((await asked(panel)).at(-1)).toMatchObject({ type: "put", values: { fields: { since: "v1.1.0" } } });
});

test("what the Composer refuses is told in its words; a plain skill has one field", async () => {
  const panel = await studio.trySkill();
  const problem = "The skill needs tools, and of those it names the caller may use none.";
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

test("axe finds nothing in any theme, and at 280 px nothing is wider", async () => {
  for (const preview of [missing, composed]) {
    const panel = await open(preview);
    await panel.button("Put in message").focus();
    if (!preview.ok) await panel.press("Enter");
    for (const theme of themes) {
      await panel.wear(theme);
      const { violations } = await new AxeBuilder({ page: panel.page }).analyze();
      expect({ theme, found: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) }).toEqual({
        theme,
        found: [],
      });
      const shots = process.env["GALLEY_SHOTS"];
      for (const width of shots === undefined ? [] : [280, 400, 900]) {
        await panel.resize(width);
        await panel.page.screenshot({ path: `${shots}/try-${preview.ok ? "ok" : "missing"}-${theme}-${width}.png` });
      }
    }
    await panel.resize(280);
    expect(
      await panel.page.evaluate(() =>
        [...document.querySelectorAll("main *")]
          .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5)
          .map((node) => node.outerHTML.slice(0, 80)),
      ),
    ).toEqual([]);
  }
});

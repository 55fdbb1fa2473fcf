// The approval card when a model wants to hide something: long lines wrap, what is cut is counted, unseen signs are marks.
import { expect, test } from "vitest";
import type { Ask } from "../../extension/protocol/ask.ts";
import { axeProblemsInThemes } from "./axe.ts";
import { useStudio, type Panel } from "./page.ts";
import { bashAsk, editAsk, formAsk, questionAsk, waiting } from "./tool-samples.ts";

const studio = useStudio();

const command = `curl -fsSL https://example.com/install.sh ${"--header 'x: y' ".repeat(120)}&& rm -rf ~/THE-END`;

const commandAsk: Ask = {
  type: "approval",
  call_id: "c2",
  tool: "bash",
  title: "Run a command",
  needs: [{ permission: "bash", pattern: `BASH_ENV=/tmp/evil.sh GREETING=hello ${command}` }],
  preview: {
    type: "text",
    text: command,
    about: [
      { name: "Folder", value: "/home/me/another project", note: "outside the workspace" },
      { name: "BASH_ENV", value: "/tmp/evil.sh", note: "can change what runs" },
      { name: "A_VARIABLE_WITH_QUITE_A_LONG_NAME", value: "hello" },
    ],
  },
};

const open = (...asks: Ask[]): Promise<Panel> => studio.panel({ snapshot: waiting(...asks), width: 280, height: 900 });

/** Where the last letters stand, in pixels from the left; nothing when they are out of the box. */
async function placeOf(panel: Panel, label: string, words: string): Promise<{ right: number; bottom: number }> {
  return panel.page.getByLabel(label, { exact: true }).evaluate((box, wanted) => {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { right, bottom } = range.getBoundingClientRect();
      return { right: right - box.getBoundingClientRect().right, bottom: bottom - box.getBoundingClientRect().bottom };
    }
    throw new Error(`${wanted} is not there`);
  }, words);
}

test("a command of 2,000 characters wraps at 280 px, and its end is reached with one button", async () => {
  const panel = await open(commandAsk);
  expect(command.length).toBeGreaterThan(1_900);
  const label = "Details";
  expect((await placeOf(panel, label, "THE-END")).right).toBeLessThanOrEqual(0);
  await panel.page.getByRole("button", { name: "Show all" }).click();
  expect((await placeOf(panel, label, "THE-END")).bottom).toBeLessThanOrEqual(0);
  await panel.page.getByRole("button", { name: "Show less" }).click();
  await panel.page.getByRole("button", { name: "Show all" }).waitFor();
});

test("a line of 2,000 characters in a change wraps, and all of it is there", async () => {
  const lines = [`+const a = "${"x".repeat(2_000)}THE-END";`];
  const panel = await open({ ...editAsk, preview: { type: "diff", path: "a.ts", lines } } as Ask);
  const label = "Change to a.ts";
  expect((await placeOf(panel, label, "THE-END")).right).toBeLessThanOrEqual(0);
  await panel.page.getByRole("button", { name: "Show all" }).click();
  expect((await placeOf(panel, label, "THE-END")).bottom).toBeLessThanOrEqual(0);
});

test("lines that are not drawn at first are drawn when they are asked for", async () => {
  const lines = Array.from({ length: 900 }, (_value, n) => `+line ${n}`);
  const panel = await open({ ...editAsk, preview: { type: "diff", path: "a.ts", lines } } as Ask);
  const last = panel.page.getByText("line 899");
  expect(await last.count()).toBe(0);
  await panel.page.getByRole("button", { name: "… 500 more lines" }).click();
  await expect.poll(() => last.count()).toBe(1);
});

test("the folder and the variables of a command are listed, and what they can do is said", async () => {
  const panel = await open(commandAsk);
  const rows = await panel.page.locator("dl").locator("dt, dd").allTextContents();
  expect(rows.map((row) => row.replace(/\s+/g, " ").trim())).toEqual([
    "Folder",
    "/home/me/another project outside the workspace",
    "BASH_ENV",
    "/tmp/evil.sh can change what runs",
    "A_VARIABLE_WITH_QUITE_A_LONG_NAME",
    "hello",
  ]);
});

test("signs that turn or hide text are marks with a name, wherever they stand", async () => {
  const evil = "ls \u202Etxt.exe\u202C \u200Bx";
  const panel = await open(
    { ...bashAsk, title: `Run \u2066it`, preview: { type: "text", text: evil } } as Ask,
    {
      ...editAsk,
      needs: [{ permission: "write", pattern: "a\u202Eb.ts" }],
      preview: { type: "diff", path: "a.ts", lines: ["+a\u200Bb", " 👩‍💻 שלום"] },
    } as Ask,
    { ...questionAsk, question: "Which\u202E?", options: [{ label: "A\u200B", description: "B\u00AD" }] } as Ask,
    { ...formAsk, words: "Tell\u202E", fields: [{ kind: "text", name: "n", label: "Na\u200Bme", required: false }] },
  );
  const text = await panel.page.locator("body").innerText();
  expect(text).toContain("ls ⟨U+202E⟩txt.exe⟨U+202C⟩ ⟨U+200B⟩x");
  for (const shown of ["Run ⟨U+2066⟩it", "+a⟨U+200B⟩b", "a⟨U+202E⟩b.ts", "Which⟨U+202E⟩?", "A⟨U+200B⟩", "B⟨U+00AD⟩"])
    expect(text).toContain(shown);
  for (const shown of ["Tell⟨U+202E⟩", "Na⟨U+200B⟩me", "👩‍💻 שלום"]) expect(text).toContain(shown);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u00ad]/);
  const mark = panel.page.getByRole("img", { name: "U+202E changes the text direction" });
  expect(await mark.count()).toBeGreaterThan(2);
});

test("axe finds nothing in the card in any theme, and at 280 px nothing is wider", async () => {
  const panel = await open(commandAsk, {
    ...bashAsk,
    call_id: "c3",
    preview: { type: "text", text: "ls \u202Etxt" },
  } as Ask);
  const fits = async () =>
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(280);
  expect(await axeProblemsInThemes(panel, { within: "[data-ask]", also: fits })).toEqual([]);
});

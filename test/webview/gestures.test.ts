// An empty conversation offers the ways to use Galley: each is a button that does it on the open file.
import { expect, test } from "vitest";
import { useStudio, type Panel } from "./page.ts";

const studio = useStudio();

const upload = { path: "src/net/upload.ts", name: "upload.ts", selected: false };

/** By the keyboard: what a click does is the same. */
async function press(panel: Panel, name: string): Promise<void> {
  await panel.page.getByRole("button", { name, exact: true }).focus();
  await panel.press("Enter");
}

const commands = async (panel: Panel): Promise<string[]> => (await panel.posted("run")).map(({ command }) => command);

test("the open file is asked about, mentioned and refactored", async () => {
  const panel = await studio.panel();
  await panel.send({ type: "open-editor", editor: upload });
  await press(panel, "Ask what upload.ts does");
  await press(panel, "Refactor upload.ts Ctrl+K I");
  expect(await commands(panel)).toEqual(["tryAsk", "refactor"]);
  await press(panel, "Mention upload.ts @");
  expect(await panel.draft()).toContainEqual({ type: "file-ref", ref: { kind: "path", path: "src/net/upload.ts" } });
  expect(await panel.page.evaluate(() => document.activeElement?.role)).toBe("textbox");
});

test("selected code is named instead of its file", async () => {
  const panel = await studio.panel();
  await panel.send({ type: "open-editor", editor: { ...upload, selected: true } });
  for (const name of ["Ask what the selected code does", "Refactor the selected code Ctrl+K I", "Mention upload.ts @"])
    expect(await panel.button(name).count(), name).toBe(1);
});

test("without an open file one is offered to be opened; a question needs none", async () => {
  const panel = await studio.panel();
  await press(panel, "Ask what Galley can help with");
  await press(panel, "Open a file to try this on your code");
  await press(panel, "Open Walkthrough");
  expect(await commands(panel)).toEqual(["tryAsk", "openFile", "openWalkthrough"]);
  expect(await panel.page.getByRole("button", { name: /^Refactor|^Mention/ }).count()).toBe(0);
});

test("a file is attached, and a slash opens the list of commands as if it were typed", async () => {
  const panel = await studio.panel();
  await panel.send({
    type: "catalog",
    commands: [{ id: "/compact", description: "Compacts", source: "built-in", arguments: [], hides: [] }],
  });
  await press(panel, "Attach or drop a file Shift+Drop");
  expect(await panel.posted("attach")).toHaveLength(1);
  await press(panel, "Run a command /");
  await panel.page.getByRole("option", { name: /compact/ }).waitFor();
  expect(await panel.input.textContent()).toBe("/");
  await panel.press("Escape");
  await panel.page.keyboard.type("x");
  await press(panel, "Run a command /");
  expect(await commands(panel)).toEqual(["listCommands"]);
});

test("in a low and narrow panel the empty conversation is read from its start", async () => {
  const panel = await studio.panel({ width: 280, height: 500 });
  await panel.page.getByText("Ask with exactly the context you choose").waitFor();
  const top = () => panel.page.evaluate(() => document.querySelector("[role=log]")?.scrollTop);
  await expect.poll(top).toBe(0);
  await panel.resize(280, 400);
  await expect.poll(top).toBe(0);
});

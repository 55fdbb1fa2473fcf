// Up in an empty input brings back what was sent; a draft is never in its way, nor it in a draft's.
import { expect, test } from "vitest";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, conversation, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const messages = [
  asked("m1", text("first")),
  answered("m2", "yes"),
  asked("m3", text("second\nin two lines")),
  answered("m4", "yes"),
  asked("m5", text("third "), upload),
  answered("m6", "yes"),
];

async function open(): Promise<void> {
  panel = await studio.panel({ snapshot: conversation({ messages }) });
  await panel.focus();
}
const shown = () => panel.input.innerText();

test("Up goes to older ones, Down back to newer ones and to nothing", async () => {
  await open();
  await panel.press("ArrowUp");
  expect(await shown()).toContain("third");
  await panel.press("ArrowUp");
  expect(await shown()).toContain("second");
  await panel.press("ArrowUp", "ArrowUp");
  expect(await shown()).toBe("first");
  await panel.press("ArrowDown");
  expect(await shown()).toContain("in two lines");
  await panel.press("ArrowDown", "ArrowDown");
  expect((await shown()).trim()).toBe("");
});

test("what comes back has its chips and can be sent again", async () => {
  await open();
  await panel.press("ArrowUp", "Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("third "), upload]);
});

test.each(["Escape", "Control+z"])("one %s leaves the input empty again, however far one went", async (key) => {
  await open();
  await panel.press("ArrowUp", "ArrowUp", key);
  expect((await shown()).trim()).toBe("");
});

test("what is being written is left alone, also when it began as something sent", async () => {
  await open();
  await panel.page.keyboard.type("mine");
  await panel.press("ArrowUp", "ArrowDown");
  expect(await shown()).toBe("mine");
  await panel.press("Control+a", "Backspace", "ArrowUp");
  await panel.page.keyboard.type(" changed");
  await panel.press("ArrowUp", "ArrowDown");
  expect(await shown()).toMatch(/third.* changed/s);
});

test("with the caret moved, the arrows move it on before they leave the message", async () => {
  await open();
  await panel.press("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowUp");
  expect(await shown()).toContain("second");
  await panel.press("ArrowUp");
  expect(await shown()).toBe("first");
});

test("where nothing was sent, Up does nothing", async () => {
  panel = await studio.panel();
  await panel.focus();
  await panel.press("ArrowUp", "ArrowDown");
  expect((await shown()).trim()).toBe("");
});

test("a command comes back as it was written, its arguments in the open", async () => {
  const command = { type: "command", id: "/review", args: { raw: "", positional: [], named: {} } };
  const sent = {
    ...command,
    args: { raw: "src/net/upload.ts for speed", positional: [], named: {} },
    outcome: "text",
    result_parts: [text("Review src/net/upload.ts for speed."), upload],
  };
  panel = await studio.panel({ snapshot: conversation({ messages: [asked("m1", sent)] }) });
  await panel.focus();
  await panel.press("ArrowUp", "Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([command, text(" "), upload, text(" for speed")]);
});

// The focus is never lost to nothing: when what has it goes, the input gets it, or the next thing that is asked.
import { expect, test } from "vitest";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, conversation, streaming, text } from "./samples.ts";
import { bashAsk, editAsk, waiting } from "./tool-samples.ts";

const studio = useStudio();
let panel: Panel;

const idle = { state: "idle", message_id: null } as const;
const focused = () =>
  panel.page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === document.body) return "";
    const title = document.getElementById(activeElement?.getAttribute("aria-labelledby") ?? "")?.textContent;
    return activeElement?.ariaLabel ?? title ?? activeElement?.textContent.trim();
  });

test.each(["Stop", "More ways to stop", "More ways to send"])("%s goes with the turn", async (name) => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.button(name).focus();
  await panel.send({ type: "run", run: idle });
  await expect.poll(focused).toBe("Message");
});

test("an open menu goes with the turn", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.button("More ways to stop").press("ArrowDown");
  await panel.page.getByRole("menu").waitFor();
  await panel.send({ type: "run", run: idle });
  await expect.poll(focused).toBe("Message");
});

test("what can be done once goes when it is done: back to the end, keep, try again", async () => {
  const edit = { path: "src/a.ts", added: 3, removed: 1, state: "open" } as const;
  const long = Array.from({ length: 60 }, (_value, n) => `paragraph ${n}`).join("\n\n");
  const messages = [asked("m1", text("go")), answered("m2", long, { finish: "stopped", edits: [edit] })];
  panel = await studio.panel({ snapshot: conversation({ messages }) });
  await panel.page.getByRole("log").hover();
  await panel.page.mouse.wheel(0, -600);
  await panel.button("Jump to Latest").press("Enter");
  await expect.poll(focused).toBe("Message");
  await panel.button("Keep").press("Enter");
  await panel.send({ type: "edits", message_id: "m2", edits: [{ ...edit, state: "kept" }] });
  await expect.poll(focused).toBe("Message");
  await panel.button("Try Again").press("Enter");
  await panel.send({ type: "run", run: streaming().run });
  await expect.poll(focused).toBe("Message");
});

test("Preview stays, with the focus, while something else is said", async () => {
  const meter = { segments: [], estimate: 10, limit: 100 };
  panel = await studio.panel();
  await panel.send({ type: "meter", meter });
  await panel.focus();
  await panel.page.keyboard.type("go");
  await panel.press("Enter");
  await panel.button("Preview").focus();
  await panel.send({ type: "preparing", session_id: "ses_1", words: "The model decides…" });
  await panel.page.getByText("The model decides…").first().waitFor();
  expect(await focused()).toBe("Preview");
});

test("a card that was answered keeps the focus while it is there, and passes it on", async () => {
  panel = await studio.panel({ snapshot: waiting(editAsk, bashAsk) });
  await panel.button("Allow Once").first().press("Enter");
  await expect.poll(focused).toBe("Edit src/net/upload.ts");
  await panel.send({ type: "run", run: { state: "waiting", message_id: "m1", asks: [bashAsk] } });
  await expect.poll(focused).toBe("Run a command");
  await panel.send({ type: "run", run: streaming().run });
  await expect.poll(focused).toBe("Message");
});

test("another conversation is gone to from a message of this one", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: [asked("m1", text("go"))] }) });
  await panel.button("More actions").focus();
  const session = { ...conversation().session, id: "ses_9" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session }) });
  await expect.poll(focused).toBe("Message");
});

test("the menu of a right click gives the focus to the messages, not to nothing", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: [asked("m1", text("give up?"))] }) });
  await panel.page.getByText("give up?").click({ button: "right" });
  await panel.page.getByRole("menu").waitFor();
  await panel.press("Escape");
  expect(await focused()).toBe("Conversation");
});

test("whoever presses on nothing, or has the focus elsewhere, is left alone", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.button("More ways to stop").click();
  await panel.page.getByRole("menu").waitFor();
  await panel.page.getByRole("heading").click();
  await panel.page.getByRole("menu").waitFor({ state: "detached" });
  await panel.send({ type: "delta", message_id: "m2", part: 0, kind: "text", text: "a word" });
  expect(await focused()).toBe("");
  await panel.page.getByRole("log").focus();
  await panel.send({ type: "run", run: idle });
  expect(await focused()).toBe("Conversation");
});

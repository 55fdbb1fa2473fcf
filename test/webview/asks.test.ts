// What a turn waits for: shown where it belongs, reached and answered with the keyboard, never in the way of typing.
import { expect, test } from "vitest";
import type { Ask } from "../../extension/protocol/ask.ts";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, busy, conversation, text } from "./samples.ts";
import { bashAsk, editAsk, formAsk, goOnAsk, manyAsk, questionAsk, waiting } from "./tool-samples.ts";

const studio = useStudio();
let panel: Panel;

const show = async (...asks: Ask[]): Promise<void> => void (panel = await studio.panel({ snapshot: waiting(...asks) }));
const waits = (...asks: Ask[]) => panel.send({ type: "run", run: { state: "waiting", message_id: "m1", asks } });
const goesOn = () => panel.send({ type: "run", run: busy });
const card = (name: string) => panel.page.getByRole("group", { name, exact: true });
const replies = async () => (await panel.posted("reply")).map(({ call_id, reply }) => [call_id, reply]);
const focused = (): Promise<string> =>
  panel.page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "";
    const title = document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent;
    const label = element.closest("label")?.querySelector(".words > span")?.textContent;
    return element.getAttribute("aria-label") ?? title ?? label ?? element.textContent.trim();
  });

const once = { type: "allow", scope: "once" };

test("a call that waits is a card in its answer: what it would do, the change with its signs, and what is asked for", async () => {
  await show(editAsk);
  const shown = panel.page
    .getByRole("article", { name: "Loopback" })
    .getByRole("group", { name: "Edit src/net/upload.ts" });
  expect(await shown.getByText("Edit this file").count()).toBe(1);
  // What is busy is not read out.
  expect(await panel.page.getByRole("article", { name: "Loopback" }).getAttribute("aria-busy")).toBe("false");
  const lines = await shown.getByLabel("Change to src/net/upload.ts").locator(".line").allTextContents();
  expect(lines.map((line) => line.slice(0, 3))).toEqual([" fo", "   ", "-  ", "+  ", "+  ", " }\n"]);
  await card("Edit src/net/upload.ts").getByRole("button", { name: "Allow Once" }).click();
  expect(await panel.posts("reply")).toEqual({ type: "reply", session_id: "ses_1", call_id: "c1", reply: once });
});

test("one key goes from the message to the card, Enter allows it once, and the focus returns to the message", async () => {
  await show(editAsk);
  await panel.focus();
  await panel.page.keyboard.type("half a sent");
  await panel.goToAsk();
  expect(await focused()).toBe("Edit src/net/upload.ts");
  await panel.press("Enter");
  expect(await replies()).toEqual([["c1", once]]);
  await goesOn();
  expect(await card("Edit src/net/upload.ts").count()).toBe(0);
  expect(await focused()).toBe("Message");
  await panel.page.keyboard.type("ence");
  expect(await panel.input.textContent()).toBe("half a sentence");
});

test("Escape in a card goes back to the message and stops nothing", async () => {
  await show(editAsk);
  await panel.focus();
  await panel.goToAsk();
  await panel.press("Escape");
  expect(await focused()).toBe("Message");
  expect(await panel.posted("stop")).toEqual([]);
});

test("a card that appears takes neither the focus nor a letter from somebody who types", async () => {
  panel = await studio.panel({ snapshot: { ...waiting(), run: busy } });
  await panel.focus();
  await panel.page.keyboard.type("one ");
  await waits(editAsk);
  await panel.page.keyboard.type("two ");
  await waits(editAsk, questionAsk);
  await panel.page.keyboard.type("three");
  await goesOn();
  await panel.page.keyboard.type("!");
  expect(await panel.input.textContent()).toBe("one two three!");
  expect(await panel.posted("reply")).toEqual([]);
});

test("that it waits, and for what, is said in the live region and in the header", async () => {
  panel = await studio.panel({ snapshot: { ...waiting(), run: busy } });
  const status = panel.page.getByRole("status", { name: /^Session/ });
  await waits(editAsk, bashAsk);
  expect(await status.textContent()).toMatch(
    /^\s*Session: waiting\. Needs your answer: Edit src\/net\/upload\.ts \(and 1 more\)\. Press Alt\+A/,
  );
  expect(await status.getAttribute("aria-label")).toBe("Session: waiting");
  await panel.page.locator("header").getByText("Needs your answer", { exact: true }).waitFor();
  expect(await panel.button("Queue").count()).toBe(1);
  await goesOn();
  expect(await status.textContent()).toContain("Session: busy. Answering");
});

test("that an answer is complete is not said of another conversation one goes to", async () => {
  panel = await studio.panel({ snapshot: { ...waiting(), run: busy } });
  const status = panel.page.getByRole("status", { name: /^Session/ });
  expect(await status.textContent()).toContain("Answering");
  const other = conversation({ session: { ...conversation().session, id: "ses_9" } });
  await panel.send({ type: "snapshot", snapshot: other });
  expect((await status.textContent())?.trim()).toBe("Session: idle.");
  await panel.send({ type: "run", run: busy }, { type: "run", run: { state: "idle", message_id: null } });
  expect(await status.textContent()).toContain("Session: idle. Answer complete");
});

test("several are shown in their order; an answered one passes the focus on, and a held key answers only one", async () => {
  await show(editAsk, bashAsk, goOnAsk);
  const titles = await panel.page.locator("[data-ask] .title").allTextContents();
  expect(titles.map((title) => title.slice(0, 6))).toEqual(["Edit s", "Run a ", "The mo"]);
  await panel.focus();
  await panel.goToAsk();
  await panel.goToAsk();
  expect(await focused()).toBe("Run a command");
  await panel.goToAsk();
  await panel.goToAsk();
  await panel.page.keyboard.down("Enter");
  await waits(bashAsk, goOnAsk);
  expect(await focused()).toBe("Run a command");
  await panel.page.keyboard.down("Enter");
  await panel.page.keyboard.up("Enter");
  expect(await replies()).toEqual([["c1", once]]);
});

test("of two calls the second says that it waits, and the view stays at the end while both are answered by keys", async () => {
  const snapshot = waiting(editAsk, bashAsk);
  snapshot.run = { state: "waiting", message_id: "m1", asks: [editAsk], held: [bashAsk.call_id] };
  const earlier = Array.from({ length: 20 }, (_, turn) => [
    asked(`q${turn}`, text(`Question ${turn}`)),
    answered(`a${turn}`, "One line.\n\nAnd another."),
  ]);
  snapshot.messages.unshift(...earlier.flat());
  panel = await studio.panel({ snapshot });
  const log = panel.page.getByRole("log", { name: "Conversation" });
  const gap = () => log.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight));
  const second = log.locator("summary").filter({ hasText: "npm test" });
  expect(await second.innerText()).toMatch(/waiting$/);
  await expect.poll(gap).toBeLessThanOrEqual(1);
  for (const next of [[bashAsk], []]) {
    await panel.goToAsk();
    await panel.page.keyboard.press("Enter");
    await (next.length > 0 ? waits(...next) : goesOn());
    await expect.poll(gap).toBeLessThanOrEqual(1);
  }
  expect(await replies()).toEqual([
    ["c1", once],
    ["c2", once],
  ]);
  expect(await panel.button("Jump to Latest").count()).toBe(0);
});

test("a second press on the same card says nothing twice", async () => {
  await show(editAsk);
  await panel.button("Allow Once").dblclick();
  await panel.page.getByText("Allowed", { exact: true }).waitFor();
  expect(await replies()).toEqual([["c1", once]]);
});

test("the lasting ways are a menu that says which rule they add", async () => {
  await show(bashAsk);
  await panel.button("Always…").press("ArrowDown");
  const items = panel.page.getByRole("menuitem");
  expect(await items.allInnerTexts()).toEqual([
    "Allow in This Conversation\nbash: npm test",
    "Allow in This Workspace\nbash: npm test",
  ]);
  await panel.press("Escape");
  expect(await focused()).toBe("Always…");
  await panel.press("Enter", "ArrowDown", "Enter");
  expect(await replies()).toEqual([["c2", { type: "allow", scope: "project" }]]);
});

test("beside the field of a no the card says what Enter does there, and does it also from the card itself", async () => {
  await show(bashAsk);
  const hint = () => panel.page.locator("[data-ask] .keys").innerText();
  expect(await hint()).toContain("Enter to allow once");
  await panel.button("Deny").press("Enter");
  expect(await hint()).toContain("Enter to deny, Escape to go back");
  await panel.goToAsk();
  await panel.press("Enter");
  expect(await replies()).toEqual([["c2", { type: "deny", reason: "" }]]);
});

test("a no may have a reason: the field opens in place, Escape closes it, Enter sends", async () => {
  await show(bashAsk);
  await panel.button("Deny").press("Enter");
  expect(await focused()).toBe("Reason for denying (optional)");
  await panel.press("Escape");
  expect(await focused()).toBe("Deny");
  await panel.press("Enter");
  await panel.page.keyboard.type(" only the unit tests ");
  await panel.press("Enter");
  expect(await replies()).toEqual([["c2", { type: "deny", reason: "only the unit tests" }]]);
});

test("no reason is asked for where it reaches nobody", async () => {
  await show({ ...bashAsk, unheard: true } as Ask);
  await panel.button("Deny").press("Enter");
  expect(await replies()).toEqual([["c2", { type: "deny", reason: "" }]]);
});

test("of several files each is named, also where the preview names it", async () => {
  const needs = ["a.ts", "b.ts"].map((pattern) => ({ permission: "write", pattern }));
  await show({
    ...editAsk,
    title: "Rename it",
    needs,
    preview: { type: "text", text: "a.ts\n-x\n+y\n\nb.ts\n+z" },
  } as Ask);
  const said = await card("Rename it").getByRole("listitem").allTextContents();
  expect(said.map((words) => words.replace(/\s+/g, " ").trim())).toEqual([
    "Edit this file a.ts",
    "Edit this file b.ts",
  ]);
});

test("a question is answered with the arrows, with a digit or with words of one's own", async () => {
  await show(questionAsk);
  await panel.focus();
  await panel.goToAsk();
  expect(await focused()).toBe("In the uploader");
  await panel.press("ArrowDown", "ArrowDown", "ArrowUp");
  expect(await panel.page.getByRole("radio", { name: "In the session" }).isChecked()).toBe(true);
  await panel.press("3", "Enter");
  expect(await replies()).toEqual([["c3", { type: "answer", answers: ["Nowhere"] }]]);
  await waits({ ...questionAsk, call_id: "c7" });
  await panel.page.getByRole("textbox", { name: "Other answer" }).fill(" in a file of 2 lines ");
  await panel.press("Enter");
  expect((await replies())[1]).toEqual(["c7", { type: "answer", answers: ["in a file of 2 lines"] }]);
});

test("one's own words stay when another answer is looked at, and are the answer again where they stand", async () => {
  await show(questionAsk);
  const own = panel.page.getByRole("textbox", { name: "Other answer" });
  await own.fill("in a file");
  await panel.press("ArrowUp");
  expect(await panel.page.getByRole("radio", { name: "Nowhere" }).isChecked()).toBe(true);
  await panel.press("ArrowDown");
  expect(await own.inputValue()).toBe("in a file");
  expect(await panel.page.getByRole("radio", { checked: true }).count()).toBe(0);
  await panel.press("ArrowUp", "Enter");
  expect(await replies()).toEqual([["c3", { type: "answer", answers: ["Nowhere"] }]]);
  await waits({ ...questionAsk, call_id: "c7" });
  await own.fill("in a file");
  await panel.page.getByRole("radio", { name: "Nowhere" }).click();
  await own.press("Enter");
  expect((await replies())[1]).toEqual(["c7", { type: "answer", answers: ["in a file"] }]);
});

test("what is half said is there again after another conversation was looked at, and for no other call", async () => {
  await show(questionAsk, formAsk, bashAsk);
  await panel.page.getByRole("textbox", { name: "Other answer" }).fill("in a file");
  await panel.page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await panel.button("Deny").click();
  await panel.page.getByRole("textbox", { name: "Reason for denying (optional)" }).fill("too slow");
  const other = conversation({ session: { ...conversation().session, id: "ses_9" } });
  const snapshot = waiting(questionAsk, formAsk, bashAsk);
  await panel.send({ type: "snapshot", snapshot: other });
  expect(await panel.page.locator("[data-ask]").count()).toBe(0);
  await panel.send({ type: "snapshot", snapshot });
  expect(await panel.page.getByRole("textbox", { name: "Other answer" }).inputValue()).toBe("in a file");
  expect(await panel.page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Ada");
  await panel.button("Deny").click();
  expect(await panel.page.getByRole("textbox", { name: "Reason for denying (optional)" }).inputValue()).toBe(
    "too slow",
  );
  await panel.press("Enter");
  await goesOn();
  await waits(bashAsk);
  await panel.button("Deny").click();
  expect(await panel.page.getByRole("textbox", { name: "Reason for denying (optional)" }).inputValue()).toBe("");
});

test("Enter on the first answer chooses it; without a choice the button does nothing", async () => {
  await show(questionAsk);
  await panel.button("Answer").press("Enter");
  expect(await replies()).toEqual([]);
  await panel.goToAsk();
  await panel.page.getByRole("radio", { name: "In the uploader" }).focus();
  await panel.press("Enter");
  expect(await replies()).toEqual([["c3", { type: "answer", answers: ["In the uploader"] }]]);
});

test("where several may be chosen they are sent in the order they stand, with one's own words last", async () => {
  await show(manyAsk);
  await panel.goToAsk();
  await panel.press("3", "1", "ArrowUp");
  expect(await focused()).toBe("Other answer");
  await panel.page.keyboard.type("4");
  await panel.press("Enter");
  expect(await replies()).toEqual([["c4", { type: "answer", answers: ["In the uploader", "Nowhere", "4"] }]]);
});

test("going on is one key, stopping one button", async () => {
  await show(goOnAsk);
  await panel.goToAsk();
  await panel.press("Enter");
  expect(await replies()).toEqual([["c5", once]]);
  await waits({ ...goOnAsk, call_id: "c6" });
  await panel.page.locator("[data-ask]").getByRole("button", { name: "Stop Here", exact: true }).click();
  expect((await replies())[1]).toEqual(["c6", { type: "deny", reason: "" }]);
});

test("the key reaches a card that was scrolled away, in a conversation of any length", async () => {
  const older = Array.from({ length: 200 }, (_value, n) =>
    n % 2 === 0 ? asked(`o${n}`, text(`question ${n}`)) : answered(`o${n}`, `answer ${n}\n\n${"more. ".repeat(80)}`),
  );
  const snapshot = waiting(editAsk);
  panel = await studio.panel({ snapshot: conversation({ ...snapshot, messages: [...older, ...snapshot.messages] }) });
  await panel.page.getByRole("log").evaluate((node) => {
    node.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    node.scrollTop = 0;
  });
  await panel.page.getByText("question 0", { exact: true }).waitFor();
  await panel.focus();
  await panel.goToAsk();
  expect(await focused()).toBe("Edit src/net/upload.ts");
  await expect.poll(async () => (await panel.button("Allow Once").boundingBox())?.y ?? 9999).toBeLessThan(600);
});

test("a long change and a long command are bounded and scroll", async () => {
  const lines = Array.from({ length: 900 }, (_value, n) => `+line ${n}`);
  await show(
    { ...editAsk, preview: { type: "diff", path: "a.ts", lines } } as Ask,
    { ...bashAsk, preview: { type: "text", text: "x ".repeat(4000) } } as Ask,
  );
  for (const label of ["Change to a.ts", "Details"]) {
    const box = await panel.page.getByLabel(label).boundingBox();
    expect(box?.height).toBeLessThan(260);
  }
  await panel.page.getByText("… 500 more lines").waitFor();
});

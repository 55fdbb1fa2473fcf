// Calls in an answer: a person's words for each, what became of it without opening it, and many of them as one line.
import { expect, test } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import type { AssistantPart } from "../../extension/message/message.ts";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, busy, conversation, text } from "./samples.ts";
import { call, made, result } from "./tool-samples.ts";

const studio = useStudio();
let panel: Panel;

async function show(parts: AssistantPart[], finish: "end" | null = "end"): Promise<void> {
  const messages = [asked("m1", text("go")), answered("m2", "", { parts, finish })];
  panel = await studio.panel({ snapshot: conversation({ messages, ...(finish === null && { run: busy }) }) });
}
const put = (parts: AssistantPart[], finish: "end" | null = null) =>
  panel.send({ type: "message", session_id: "ses_1", message: answered("m2", "", { parts, finish }) });
const lines = async () =>
  (await panel.page.locator("article[aria-label=Loopback] summary").allInnerTexts()).map((line) =>
    line.replace(/\s+/g, " ").trim(),
  );

const seen = (calls: [string, Parameters<typeof made>[2], string][]) =>
  calls.flatMap(([name, input], index) => made(`t${index}`, name, input));

test("each tool has its words", async () => {
  const calls: Parameters<typeof seen>[0] = [
    ["read", { path: "src/a.ts", start: 1, end: 40 }, "read src/a.ts:1-40"],
    ["read", { path: "src/a.ts", start: 11 }, "read src/a.ts:11"],
    [
      "edit",
      { path: "src/a.ts", old_text: "a\nb\nc", new_text: "a\nx\ny\nz\nc" },
      "edit src/a.ts +3 3 lines added −1 1 line removed",
    ],
    ["write", { path: "src/b.ts", content: "a\nb\n" }, "write src/b.ts +2 2 lines added"],
    ["grep", { pattern: "x", path: "src" }, 'grep "x" in src'],
    ["glob", { pattern: "**/*.ts" }, "glob **/*.ts"],
  ];
  await show(seen(calls));
  expect(await lines()).toEqual(calls.map(([, , words]) => `${words} done`));
  const others: Parameters<typeof seen>[0] = [
    ["bash", { command: "npm test" }, "bash npm test"],
    ["web_fetch", { url: "https://example.com/a" }, "fetch example.com/a"],
    ["memory_write", { name: "retry-budget", body: "…" }, "save memory retry-budget"],
    ["server_search", { limit: 3, query: "who knows" }, "server_search who knows"],
    ["read", { nothing: "usual" }, "read usual"],
  ];
  await put(seen(others), "end");
  expect(await lines()).toEqual(others.map(([, , words]) => `${words} done`));
});

test("a call that failed says why in its line, and one that was denied says so with the reason", async () => {
  await show([
    ...made("t1", "bash", { command: "npm test" }, "\nexit code 1\nand much more", true),
    call("t2", "write", { path: "a.ts" }),
    { type: "tool-result", id: "t2", output: "Denied: use b.ts", is_error: true, denied: "use b.ts" },
    call("t3", "write", { path: "c.ts" }),
    { type: "tool-result", id: "t3", output: "Denied by the user.", is_error: true, denied: "" },
  ]);
  expect(await lines()).toEqual([
    "bash npm test failed exit code 1",
    "write a.ts denied use b.ts",
    "write c.ts denied",
  ]);
});

test("a call that a rule denied leads to the rules, and one that the user denied does not", async () => {
  const result = { type: "tool-result", output: "Denied.", is_error: true, denied: "" } as const;
  await show([
    call("t1", "write", { path: "a.ts" }),
    { ...result, id: "t1" },
    call("t2", "write", { path: "b.ts" }),
    { ...result, id: "t2", denied_by_rule: true },
  ]);
  for (const line of await panel.page.locator("summary").all()) await line.click();
  await panel.button("Manage Tool Permissions…").click();
  expect(await panel.posted("run")).toEqual([{ type: "run", command: "toolRules" }]);
});

test("a call that runs shows for how long, and its line opens what came out of it", async () => {
  await show([call("t1", "bash", { command: "npm test" })], null);
  expect(await lines()).toEqual(["bash npm test running"]);
  await panel.page.getByText(/^[1-9]\d* s$/).waitFor();
  await put([...made("t1", "bash", { command: "npm test" }, "40 passed")]);
  expect(await lines()).toEqual(["bash npm test done"]);
  await panel.page.locator("summary").click();
  await panel.page.getByText("40 passed").waitFor();
});

test("a call of another conversation is another one, whatever its id", async () => {
  await show([call("call_0", "bash", { command: "npm test" })], null);
  await panel.page.getByText(/^[1-9]\d* s$/).waitFor();
  const messages = [answered("m3", "", { parts: [call("call_0", "bash", { command: "ls" })], finish: null })];
  const session = { ...newConversation("ses_2", 1), title: "Other" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session, messages, run: busy }) });
  expect(await lines()).toEqual(["bash ls running"]);
});

test("the sign that something runs turns, and stands still for those who want that", async () => {
  panel = await studio.panel({ isAlone: true, before: (page) => page.clock.install() });
  const messages = [asked("m1", text("go")), answered("m2", "", { parts: [call("t1", "bash", {})], finish: null })];
  await panel.send({ type: "snapshot", snapshot: conversation({ messages, run: busy }) });
  const turned = () => panel.page.locator(".spinner").evaluate((node) => getComputedStyle(node).rotate);
  const looks = async () => [await turned(), await panel.page.clock.runFor(300).then(turned)];
  expect(new Set(await looks()).size, "it turns").toBe(2);
  await panel.page.emulateMedia({ reducedMotion: "reduce" });
  await panel.page.clock.runFor(300);
  expect(await looks()).toEqual(["0deg", "0deg"]);
});

test("an answered question is the question and the answer", async () => {
  await show(made("t1", "question", { question: "Which database?" }, "SQLite"));
  expect(await lines()).toEqual(["asked Which database? done SQLite"]);
});

test("of several lists of things to do the latest is a checklist, the others are one line each", async () => {
  const list = (done: number) => ({
    todos: ["read", "write", "test"].map((text, index) => ({ text, state: index < done ? "done" : "pending" })),
  });
  await show([...made("t1", "todo", list(0)), ...made("t2", "todo", list(1)), ...made("t3", "todo", list(2))]);
  expect(await lines()).toEqual(["todo 0 of 3 done done", "todo 1 of 3 done done"]);
  const shown = panel.page.getByRole("list", { name: "To-do list" }).getByRole("listitem");
  expect((await shown.allTextContents()).map((words) => words.trim())).toEqual([
    "done: read",
    "done: write",
    "to do: test",
  ]);
});

test("more than six in a row are one line that opens; what runs and what was asked stays in sight", async () => {
  const reads = (count: number) =>
    Array.from({ length: count }, (_value, n) => made(`r${n}`, "read", { path: `a${n}.ts` }, "…", n === 2)).flat();
  await show(reads(6), null);
  expect((await lines()).length).toBe(6);
  await put([...reads(12), ...made("q", "question", { question: "Go?" }, "Yes"), call("b", "bash", { command: "ls" })]);
  expect(await lines()).toEqual([
    "12 tool calls 1 failed",
    "asked Go? done Yes",
    expect.stringMatching(/^bash ls running/),
  ]);
  await panel.page.locator("summary").first().press("Enter");
  await expect.poll(async () => (await lines())[1]).toBe("read a0.ts done");
  expect((await lines()).length).toBe(15);
});

test("a hundred calls that come one by one are drawn in order, none twice, and the list stays right", async () => {
  const names = Array.from({ length: 100 }, (_value, n) => made(`r${n}`, "read", { path: `a${n}.ts` }, `${n}`));
  const older = Array.from({ length: 60 }, (_value, n) =>
    n % 2 === 0 ? asked(`o${n}`, text(`question ${n}`)) : answered(`o${n}`, `answer ${n}`),
  );
  const messages = [...older, asked("m1", text("go")), answered("m2", "", { parts: [], finish: null })];
  panel = await studio.panel({ snapshot: conversation({ messages, run: busy }) });
  const updates = names.map((_call, n) => ({
    type: "message" as const,
    session_id: "ses_1",
    // Words between the calls, so that they are a hundred lines.
    message: answered("m2", "", {
      parts: names.slice(0, n + 1).flatMap((parts) => [text("then "), ...parts]),
      finish: n === 99 ? "end" : null,
    }),
  }));
  await panel.send(...updates.slice(0, 3));
  await panel.page.locator("article[aria-label=Loopback] .markdown").last().waitFor();
  await panel.page.evaluate(() => {
    const first = [...document.querySelectorAll("article[aria-label=Loopback]")].at(-1)?.querySelector(".markdown");
    if (!first) throw new Error("no words");
    Object.assign(globalThis, { changed: 0 });
    const seen = new MutationObserver((records) => Object.assign(globalThis, { changed: records.length }));
    seen.observe(first, { subtree: true, childList: true, characterData: true });
  });
  await panel.send(...updates.slice(3));
  await panel.page.locator("article[aria-label=Loopback][aria-busy=false]").last().waitFor();
  expect(await panel.page.evaluate(() => (globalThis as unknown as { changed: number }).changed)).toBe(0);
  const shown = (await lines()).filter((line) => line.startsWith("read"));
  expect(shown).toEqual(names.map((_call, n) => `read a${n}.ts done`));
  const log = panel.page.getByRole("log", { name: "Conversation" });
  await expect
    .poll(() => log.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight)))
    .toBeLessThanOrEqual(1);
  const places = await panel.page
    .getByRole("article")
    .evaluateAll((nodes) => nodes.map((node) => Number(node.ariaPosInSet)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.at(-1)).toBe(62);
});

test("a result without its call is shown, and a call of a turn that was stopped says that nothing came", async () => {
  await show([result("x", "lost"), call("t1", "bash", { command: "ls" })]);
  expect(await lines()).toEqual(["tool done", "bash ls not finished"]);
});

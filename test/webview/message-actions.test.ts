// What can be done with a message, its code and its errors; all of it with the keyboard too.
import { describe, expect, test } from "vitest";
import { axeProblemsInThemes } from "./axe.ts";
import type { ShownMessage } from "../../extension/protocol/conversation.ts";
import { useStudio, type Panel, type PanelOptions } from "./page.ts";
import { answered, asked, busy, conversation, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const question = asked("m1", text("Why does "), upload, text(" give up?"));
const open = async (messages: ShownMessage[], options: PanelOptions = {}) =>
  void (panel = await studio.panel({ ...options, snapshot: conversation({ messages }) }));
const message = (name: string) => panel.page.getByRole("article", { name });
const clipboard = () => panel.page.evaluate(() => navigator.clipboard.readText());
const items = () => panel.page.getByRole("menuitem").allTextContents();
const choose = (name: string) => panel.page.getByRole("menuitem", { name, exact: true }).click();
const focused = () => panel.page.evaluate(() => document.activeElement?.textContent.trim());

describe("the menu of a message", () => {
  test("offers what fits the message", async () => {
    await open([question, answered("m2", "Because **so**.")]);
    await message("You").getByRole("button", { name: "More actions" }).click();
    await panel.page.getByRole("menu", { name: "Message" }).waitFor();
    const always = ["Branch from Here", "Open Sidecar"];
    const inspect = ["Show Sent Request", "Replay Turn"];
    expect(await items()).toEqual([
      "Copy",
      "Copy as Markdown",
      "Copy Reference",
      "Edit and Resend",
      ...always,
      ...inspect,
    ]);
    await panel.press("Escape");
    await message("Loopback").getByRole("button", { name: "More actions" }).click();
    expect(await items()).toEqual([
      "Copy",
      "Copy as Markdown",
      "Copy Reference",
      "Ask Again in Branch",
      ...always,
      "Pin Answer",
      ...inspect,
    ]);
  });

  test("copies a reference: words for everyone, the message as a chip in the input", async () => {
    await open([question, answered("m2", "Because **so**.")]);
    await message("Loopback").getByRole("button", { name: "More actions" }).click();
    await choose("Copy Reference");
    await expect.poll(clipboard).toMatch(/, message 2$/);
    await panel.input.click();
    await panel.press("Control+v");
    await panel.input.getByRole("button", { name: /message 2, / }).waitFor();
    const draft = async () => (await panel.posted("draft")).at(-1)?.draft.parts;
    await expect.poll(draft).toMatchObject([{ type: "editor-context", kind: "ref", payload: "Because so." }]);
  });

  test("copies addresses and what was written behind a command in full", async () => {
    const url = "https://example.org/a/rather/long/address/with/many/folders";
    const raw = "the way in which uploads are tried again\nand everything else about them";
    const command = { type: "command", id: "/review", args: { raw, positional: [], named: {} } } as const;
    await open([asked("m1", command, text(" see "), { type: "file-ref", ref: { kind: "url", url } })]);
    const whole = `/review ${raw} see ${url}`;
    for (const name of ["Copy", "Copy as Markdown"]) {
      await panel.page.evaluate(() => navigator.clipboard.writeText(""));
      await message("You").getByRole("button", { name: "More actions" }).click();
      await choose(name);
      await expect.poll(clipboard).toBe(whole);
    }
    await message("You").getByRole("button", { name: "More actions" }).click();
    await choose("Copy Reference");
    await panel.input.click();
    await panel.press("Control+v");
    const draft = async () => (await panel.posted("draft")).at(-1)?.draft.parts;
    await expect.poll(draft).toMatchObject([{ type: "editor-context", kind: "ref", payload: whole }]);
  });

  test("goes by keys, and gives the focus back", async () => {
    await open([question]);
    const more = message("You").getByRole("button", { name: "More actions" });
    await more.focus();
    await panel.press("Enter");
    await expect.poll(focused).toBe("Copy");
    await panel.press("ArrowDown");
    expect(await focused()).toBe("Copy as Markdown");
    await panel.press("End");
    expect(await focused()).toBe("Replay Turn");
    await panel.press("ArrowDown");
    expect(await focused()).toBe("Copy");
    await panel.press("b");
    expect(await focused()).toBe("Branch from Here");
    await panel.press("ArrowUp", "Home");
    expect(await focused()).toBe("Copy");
    await panel.press("Escape");
    expect(await panel.page.getByRole("menu").count()).toBe(0);
    expect(await more.evaluate((node) => node === document.activeElement)).toBe(true);
    await panel.press("Shift+F10");
    await expect.poll(focused).toBe("Copy");
    await panel.press("Enter");
    expect(await panel.page.getByRole("menu").count()).toBe(0);
    await expect.poll(clipboard).toBe("Why does src/net/upload.ts:10-25 give up?");
  });

  test("opens with the right button where it was pressed, and closes with a click elsewhere", async () => {
    await open([question]);
    await panel.page.getByText("give up?").click({ button: "right" });
    await panel.page.getByRole("menu").waitFor();
    await panel.page.getByRole("heading").click();
    await expect.poll(() => panel.page.getByRole("menu").count()).toBe(0);
  });

  test("copies with references, edits and branches", async () => {
    await open([question, answered("m2", "See **this** `x`.")]);
    const more = (name: string) => message(name).getByRole("button", { name: "More actions" }).click();
    await more("You");
    await choose("Copy as Markdown");
    await expect.poll(clipboard).toBe("Why does [src/net/upload.ts:10-25](src/net/upload.ts#L10-L25) give up?");
    await more("Loopback");
    await choose("Copy");
    await expect.poll(clipboard).toBe("See this x.");
    await more("You");
    await choose("Edit and Resend");
    await more("Loopback");
    await choose("Branch from Here");
    expect(await panel.posted("act")).toEqual([
      { type: "act", action: "edit", session_id: "ses_1", message_id: "m1" },
      { type: "act", action: "branch", session_id: "ses_1", message_id: "m2" },
    ]);
  });
});

describe("code in an answer", () => {
  test("can be inserted, opened and applied, with all that its fence says", async () => {
    await open([answered("m2", "```ts src/a.ts\nlet a;\nlet b;\n```")]);
    for (const name of ["Insert at Cursor", "Open in Editor", "Apply…"]) await panel.button(name).click();
    const code = { type: "code", info: "ts src/a.ts", text: "let a;\nlet b;" };
    expect(await panel.posted("code")).toEqual(["insert", "open", "apply"].map((action) => ({ ...code, action })));
  });

  test.each([
    ["```ts src/a.ts\nlet a;\n```", "src/a.ts"],
    ["```ts\n// src/marked.ts\nlet a;\n```", "src/marked.ts"],
  ])("says which file it would change: %j", async (markdown, path) => {
    await open([answered("m2", markdown)]);
    await panel.page.locator(".block .bar").getByText(path, { exact: true }).waitFor();
    expect(await panel.button("Apply…").getAttribute("title")).toBe(`Apply to ${path}…`);
  });

  test("that names no file says its language, and nothing about a file", async () => {
    await open([answered("m2", "```ts\nlet a;\n```")]);
    expect(await panel.page.locator(".block .bar").innerText()).toBe("ts");
    expect(await panel.button("Apply…").getAttribute("title")).toBe("Apply…");
  });

  test("shows the end of a path that is too long for its head, and every button", async () => {
    await open([answered("m2", `\`\`\`ts src/${"deep/".repeat(20)}upload.ts\nlet a;\n\`\`\``)]);
    await panel.page.setViewportSize({ width: 280, height: 600 });
    const path = panel.page.locator(".block .path");
    const seen = await path.evaluate((element) => {
      const [text, bounds] = [element.querySelector("bdi"), element.getBoundingClientRect()];
      return {
        isCut: element.scrollWidth > element.clientWidth,
        end: text && text.getBoundingClientRect().right - bounds.right,
      };
    });
    expect(seen.isCut).toBe(true);
    expect(Math.abs(seen.end ?? 99)).toBeLessThan(2);
    for (const name of ["Insert at Cursor", "Open in Editor", "Apply…", "Copy"]) {
      const box = await panel.button(name).boundingBox();
      expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(280);
    }
  });

  test.each(["sh", "zsh scripts/run.sh"])(
    "of a shell (%s) goes into a terminal and never into a file",
    async (info) => {
      await open([answered("m2", `\`\`\`${info}\nnpm test\n\`\`\``)]);
      await panel.button("Insert into Terminal").click();
      expect(await panel.button("Apply…").count()).toBe(0);
      expect(await panel.page.locator(".block .path").count()).toBe(0);
      expect(await panel.posted("code")).toEqual([{ type: "code", action: "terminal", info, text: "npm test" }]);
    },
  );

  test("is not offered before its fence is closed", async () => {
    const snapshot = conversation({ messages: [question, answered("m2", "", { finish: null })], run: busy });
    panel = await studio.panel({ snapshot });
    await panel.send({ type: "delta", message_id: "m2", part: 0, kind: "text", text: "```ts\nlet a;\nlet" });
    await panel.button("Copy").waitFor();
    expect(await panel.button("Apply…").count()).toBe(0);
    await panel.send({ type: "delta", message_id: "m2", part: 0, kind: "text", text: " b;\n```\n\nDone" });
    await panel.button("Apply…").waitFor();
  });
});

test("places in prose and inline code lead to the editor; boxes of a task list cannot be changed", async () => {
  await open([answered("m2", "See src/a.ts:10-25, and `b.ts#L7`.\n\n- [x] one\n- [ ] two")]);
  await panel.page.getByRole("link", { name: "src/a.ts:10-25" }).click();
  await panel.page.getByRole("link", { name: "b.ts#L7" }).click();
  expect((await panel.posted("link")).map(({ href }) => href)).toEqual(["src/a.ts#L10-L25", "b.ts#L7"]);
  const boxes = panel.page.getByRole("checkbox");
  expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([true, false]);
  expect(await boxes.first().isDisabled()).toBe(true);
});

const tools = answered("m2", "", {
  parts: [
    { type: "tool-call", id: "t1", name: "read", input: { path: "src/net/backoff.ts" } },
    { type: "tool-result", id: "t1", output: "42 lines\n".repeat(5000), is_error: false },
    { type: "tool-call", id: "t2", name: "bash", input: { command: "npm test" } },
    { type: "tool-result", id: "t2", output: "no such command", is_error: true },
    text("Done with `src/net/backoff.ts:4`.\n\n- [x] read\n- [ ] run\n\n```ts a.ts\nlet a = 1;\n```"),
  ],
});

test("a tool call is one line that opens to what went in and what came out, not more than fits", async () => {
  await open([question, tools]);
  const lines = message("Loopback").locator("summary");
  expect(await lines.count()).toBe(2);
  expect((await lines.first().textContent())?.replace(/\s+/g, " ").trim()).toBe("read src/net/backoff.ts done");
  await lines.first().focus();
  await panel.press("Enter");
  await message("Loopback").getByText('"path": "src/net/backoff.ts"').waitFor();
  await message("Loopback").getByText("35000 more characters").waitFor();
  await lines.nth(1).getByText("failed").waitFor();
});

describe("an answer that ended in an error", () => {
  const failed = answered("m2", "Half", { finish: "error", error: "The provider said no." });

  test("offers what to do", async () => {
    await open([question, failed]);
    for (const name of ["Try Again", "Select Model…", "Show Log"]) await panel.button(name).click();
    expect(await panel.posts("act")).toEqual({
      type: "act",
      action: "retry",
      session_id: "ses_1",
      message_id: "m2",
    });
    expect((await panel.posted("run")).map(({ command }) => command)).toEqual(["selectModel", "showLog"]);
  });

  test.each([
    ["setApiKey", "Set API Key…"],
    ["openSettings", "Open Settings"],
    ["setServer", "Change Server URL…"],
  ] as const)("offers first what the failure itself says would help: %s", async (action, name) => {
    await open([question, answered("m2", "Half", { finish: "error", error: "No.", action })]);
    await message("Loopback").getByRole("button", { name }).click();
    expect((await panel.posted("run")).map(({ command }) => command)).toEqual([action]);
  });

  test("offers a new conversation where that would help", async () => {
    await open([question, answered("m2", "Half", { finish: "error", error: "No.", action: "new" })]);
    await message("Loopback").getByRole("button", { name: "New Conversation" }).click();
    expect((await panel.posts("new")).session_id).toMatch(/^ses_/);
  });

  test("is not tried again once the conversation went on", async () => {
    await open([question, failed, asked("m3", text("never mind"))]);
    await panel.button("Show Log").waitFor();
    expect(await panel.button("Try Again").count()).toBe(0);
  });
});

test("a request that is tried again says which attempt comes and when", async () => {
  await open([question, answered("m2", "", { finish: null })]);
  const retry = { attempt: 2, of: 5, in_ms: 8000 };
  await panel.send({ type: "run", run: { state: "retrying", message_id: "m1", retry } });
  await panel.page.getByRole("status", { name: "Session: retrying" }).waitFor();
  await panel.page.locator("header").getByText("Retrying in 8 s (2 of 5)…", { exact: true }).waitFor();
  await panel.page.getByRole("article").getByText("Retrying in 8 s (2 of 5)…", { exact: true }).waitFor();
  expect(await panel.button("Stop").count()).toBe(1);
  await panel.send({ type: "run", run: busy });
  await panel.page.locator("header").getByText("Retrying in").waitFor({ state: "detached" });
});

test("that an answer begins and ends is said once each", async () => {
  const snapshot = conversation({ messages: [question, answered("m2", "", { finish: null })] });
  panel = await studio.panel({ snapshot });
  await panel.page.evaluate(() => {
    const status = document.querySelector("[role=status]");
    const said: (string | null)[] = [];
    Object.assign(globalThis, { said });
    if (status === null) throw new Error("no status");
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await panel.send({ type: "run", run: busy });
  for (let n = 0; n < 5; n++)
    await panel.send({ type: "delta", message_id: "m2", part: 0, kind: "text", text: `word ${n} ` });
  await panel.send({ type: "message", session_id: "ses_1", message: answered("m2", "word 0 word 1 ") });
  await panel.send({ type: "run", run: { state: "idle", message_id: null } });
  expect(await panel.page.evaluate(() => (globalThis as unknown as { said: string[] }).said)).toEqual([
    "Session: busy. Answering",
    "Session: idle. Answer complete",
  ]);
});

test("axe finds nothing in tools, tasks, places, errors and the open menu, in any theme", async () => {
  const again = [asked("m3", text("again")), answered("m4", "", { finish: "error", error: "No." })];
  await open([question, tools, ...again], { height: 1000 });
  await message("Loopback").first().locator("summary").nth(1).click();
  await panel.page.locator(".hljs-keyword").first().waitFor();
  await panel.page.locator("galley-button").nth(2).waitFor();
  await message("You").first().getByRole("button", { name: "More actions" }).click();
  await panel.page.getByRole("menu").waitFor();
  expect(await axeProblemsInThemes(panel)).toEqual([]);
});

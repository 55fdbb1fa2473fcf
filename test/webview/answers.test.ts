// Answers on the screen: they grow without being made anew, and nothing in them can act.
import { newConversation } from "../../extension/message/conversation.ts";
import { expect, test } from "vitest";
import { type Panel, useStudio } from "./page.ts";
import { answered, asked, conversation, streaming, text, upload } from "./samples.ts";
import { meter } from "./states.ts";

const studio = useStudio();
let panel: Panel;

const delta = (value: string) => ({ type: "delta", message_id: "m2", part: 0, kind: "text", text: value }) as const;

const section = (n: number) =>
  `## Part ${n}\n\nA paragraph with **bold** and \`code\`, number ${n}.\n\n- one\n- two\n\n` +
  `\`\`\`ts\nconst n: number = ${n};\n\`\`\`\n\n| a | b |\n|---|--:|\n| ${n} | 2 |\n\n`;
const long = Array.from({ length: 400 }, (_value, n) => section(n)).join("");

test("60 KB stream in without touching the blocks that are closed, and end as one whole rendering would", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  const source = long.slice(0, 60_000);
  await panel.send(delta(source.slice(0, 400)));
  await panel.page.getByRole("heading", { name: "Part 0" }).waitFor();
  await panel.page.evaluate(() => {
    const first = document.querySelector("article[aria-label=Loopback] h2");
    Object.assign(globalThis, { first, changed: 0 });
    if (!first?.parentElement) throw new Error("no heading");
    new MutationObserver((records) => Object.assign(globalThis, { changed: records.length })).observe(
      first.parentElement,
      {
        subtree: true,
        childList: true,
        characterData: true,
      },
    );
  });
  for (let at = 400; at < source.length; at += 2000) await panel.send(delta(source.slice(at, at + 2000)));
  const kept = await panel.page.evaluate(() => {
    const { first, changed } = globalThis as unknown as { first: Element; changed: number };
    return { same: document.querySelector("article[aria-label=Loopback] h2") === first, changed };
  });
  expect(kept).toEqual({ same: true, changed: 0 });
  await panel.send({ type: "message", session_id: "ses_1", message: answered("m2", source) });
  await panel.page.locator("article[aria-label=Loopback][aria-busy=false]").waitFor();
  const shape = () =>
    [...document.querySelectorAll("article[aria-label=Loopback] .markdown .section > *")].map(
      (block) => block.textContent,
    );
  const streamed = await panel.page.evaluate(shape);
  const session = { ...newConversation("ses_2", 1), title: "Whole" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session, messages: [answered("m9", source)] }) });
  expect(streamed).toEqual(await panel.page.evaluate(shape));
  expect(streamed.length).toBeGreaterThan(1000);
});

test("a long list has the same gaps everywhere, wherever it is cut to be drawn", async () => {
  const item = (n: number) => `- item ${n} with enough words that fifty of them make a piece of their own\n`;
  const source = `Before.\n\n${Array.from({ length: 800 }, (_value, n) => item(n)).join("")}`;
  const gaps = () =>
    panel.page.evaluate(() => {
      const lists = [...document.querySelectorAll("article[aria-label=Loopback] ul")].map((one) =>
        one.getBoundingClientRect(),
      );
      const between = lists.slice(1).map((one, at) => Math.round(one.top - (lists[at]?.bottom ?? 0)));
      return { many: between.length > 15, between: [...new Set(between)] };
    });
  panel = await studio.panel({ snapshot: streaming() });
  for (let at = 0; at < source.length; at += 4000) await panel.send(delta(source.slice(at, at + 4000)));
  await expect.poll(gaps).toEqual({ many: true, between: [2] });
  const session = { ...newConversation("ses_2", 1), title: "Whole" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session, messages: [answered("m9", source)] }) });
  await expect.poll(gaps).toEqual({ many: true, between: [2] });
});

test("a text that arrives letter by letter ends as it would in one piece", async () => {
  const source =
    "foo\n#bar\n\nhead\n---\n\n1. a\n\n   b\n2. c\n\n    code\n\n> q\n\n[x]: https://x.org\n\nsee [x] ~~s~~\n```js\na\n\nb\n```\nend";
  panel = await studio.panel({ snapshot: streaming() });
  for (const letter of source) await panel.send(delta(letter));
  await panel.send({ type: "message", session_id: "ses_1", message: answered("m2", source) });
  const html = () => document.querySelector("article[aria-label=Loopback] .markdown")?.textContent;
  const streamed = await panel.page.evaluate(html);
  const session = { ...newConversation("ses_2", 1), title: "Whole" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session, messages: [answered("m9", source)] }) });
  expect(streamed).toBe(await panel.page.evaluate(html));
});

test.each([
  '<img src=x onerror="globalThis.hacked=1">',
  "<script>globalThis.hacked=1</script>",
  "[click](javascript:globalThis.hacked=1)",
  '[click](https://x.org "x\\" onmouseover=\\"globalThis.hacked=1")',
  "![alt](https://evil.example/leak.png)",
  '![x](x"onerror="globalThis.hacked=1)',
  "<style>*{display:none}</style>",
  '<a href="command:evil">x</a> <iframe src="https://evil.example"></iframe>',
  "```html\n<img src=x onerror=globalThis.hacked=1>\n```",
  '- ```x" onclick="globalThis.hacked=1\n  code\n  ```',
  "| a |\n|:-:|\n| <b onclick=globalThis.hacked=1>x</b> |",
  "[x]: javascript:globalThis.hacked=1\n\n[x]",
])("%s is inert", async (attack) => {
  panel = await studio.panel({ snapshot: conversation({ messages: [answered("m2", attack)] }) });
  const article = panel.page.getByRole("article", { name: "Loopback" });
  await article.locator(".markdown .section > div").first().waitFor();
  for (const link of await article.getByRole("link").all()) await link.click();
  expect(await panel.page.evaluate(() => "hacked" in globalThis)).toBe(false);
  const found = await article.evaluate((element) => ({
    active: element.querySelectorAll("img, script, style, iframe, form, object").length,
    handlers: [...element.querySelectorAll("*")]
      .flatMap((node) => node.getAttributeNames())
      .filter((name) => /^on|^style$/.test(name)),
    hrefs: [...element.querySelectorAll("a")]
      .map((link) => link.protocol)
      .filter((scheme) => !/^https?:$/.test(scheme)),
  }));
  expect(found).toEqual({ active: 0, handlers: [], hrefs: [] });
});

test("a link goes to the host, and the panel stays where it is", async () => {
  panel = await studio.panel({
    snapshot: conversation({ messages: [answered("m2", "see [here](https://example.org/a?b=1#c)")] }),
  });
  const before = panel.page.url();
  await panel.page.getByRole("link", { name: "here" }).click();
  expect(await panel.posts("link")).toEqual({ type: "link", href: "https://example.org/a?b=1#c" });
  expect(panel.page.url()).toBe(before);
});

test("code says its language, is coloured when closed, and can be copied as it is", async () => {
  panel = await studio.panel({
    snapshot: conversation({ messages: [answered("m2", '```ts\nconst a = "<b>";\n```')] }),
  });
  await panel.page.locator(".hljs-keyword", { hasText: "const" }).waitFor();
  await panel.button("Copy").click();
  await panel.button("Copied").waitFor();
  expect(await panel.page.evaluate(() => navigator.clipboard.readText())).toBe('const a = "<b>";');
});

test("a clipboard that refuses is said, by the code and by the menu, and what is done is said for a while only", async () => {
  const snapshot = conversation({ messages: [answered("m2", "```ts\nconst a = 1;\n```")] });
  panel = await studio.panel({ snapshot, isAlone: true, before: (page) => page.clock.install() });
  await panel.send({ type: "meter", meter });
  const refuse = (isRefused: boolean) =>
    panel.page.evaluate((refuses) => {
      navigator.clipboard.writeText = () => (refuses ? Promise.reject(new Error("no")) : Promise.resolve());
    }, isRefused);
  const copy = async () => {
    await panel.button("More actions").click();
    await panel.page.getByRole("menuitem", { name: "Copy", exact: true }).click();
  };
  await refuse(true);
  await panel.button("Copy").click();
  await panel.button("Could not copy").waitFor();
  await copy();
  await panel.page.getByText("Could not copy.", { exact: true }).waitFor();
  await refuse(false);
  await copy();
  const copied = panel.page.getByText("Copied.", { exact: true });
  await copied.waitFor();
  await panel.page.clock.fastForward(60_000);
  await panel.button("Preview").waitFor();
  await expect.poll(() => copied.count()).toBe(0);
});

test("a sent message shows its chips in place, and they open", async () => {
  panel = await studio.panel({
    snapshot: conversation({
      messages: [asked("m1", text("see "), upload, text(" now"), { type: "hologram", text: "spoken" })],
    }),
  });
  const article = panel.page.getByRole("article", { name: "You" });
  expect(await article.textContent()).toContain("see upload.ts:10-25 nowspoken");
  await article.getByRole("button", { name: "upload.ts:10-25, file reference" }).click();
  expect(await panel.posts("open")).toEqual({ type: "open", part: upload, stays: true });
});

test.each([
  ["stopped", "Stopped"],
  ["interrupted", "Interrupted: the window was closed"],
  ["length", "Cut off: output limit reached"],
] as const)("an answer that was %s says so", async (finish, words) => {
  const usage = { input: 18_900, output: 42 };
  panel = await studio.panel({ snapshot: conversation({ messages: [answered("m2", "half", { finish, usage })] }) });
  const article = panel.page.getByRole("article", { name: "Loopback" });
  await expect.poll(() => article.getByText(words, { exact: true }).count()).toBe(1);
  await expect.poll(() => article.getByText("19k in · 42 out").count()).toBe(1);
});

test("an answer that was cut off goes on with a button, unless messages follow it", async () => {
  const cut = answered("m2", "half", { finish: "length" });
  panel = await studio.panel({ snapshot: conversation({ messages: [asked("m1", text("go")), cut] }) });
  await panel.button("Continue").click();
  const act = { type: "act", action: "continue", session_id: "ses_1", message_id: "m2" };
  expect(await panel.posts("act")).toEqual(act);
  await panel.send({ type: "message", session_id: "ses_1", message: asked("m3", text("Continue.")) });
  await expect.poll(() => panel.button("Continue").count()).toBe(0);
});

test("an answer that failed says why", async () => {
  const error = "The provider said no: wait a minute.";
  panel = await studio.panel({
    snapshot: conversation({ messages: [answered("m2", "", { finish: "error", error })] }),
  });
  const reason = panel.page.getByRole("article", { name: "Loopback" }).getByText(error);
  await expect.poll(() => reason.count()).toBe(1);
});

test("the view follows the end, unless the reader scrolled up; then a button leads back", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  const log = panel.page.getByRole("log", { name: "Conversation" });
  const gap = () => log.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight));
  for (let n = 0; n < 20; n++) await panel.send(delta(section(n)));
  await expect.poll(gap).toBeLessThanOrEqual(1);
  await log.hover();
  await panel.page.mouse.wheel(0, -500);
  await panel.button("Jump to Latest").waitFor();
  await expect.poll(gap).toBeGreaterThan(400);
  const top = await log.evaluate((node) => node.scrollTop);
  const before = await gap();
  for (let n = 20; n < 25; n++) await panel.send(delta(section(n)));
  await expect.poll(gap, { message: "more has come below" }).toBeGreaterThan(before);
  expect(await log.evaluate((node) => node.scrollTop)).toBe(top);
  await panel.button("Jump to Latest").click();
  await expect.poll(gap).toBeLessThanOrEqual(1);
  expect(await panel.button("Jump to Latest").count()).toBe(0);
});

test("the state of the session is told, and tokens are not read out one by one", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  expect(await panel.page.getByRole("status").textContent()).toContain("Session: busy");
  const log = panel.page.getByRole("log", { name: "Conversation" });
  expect(await log.getAttribute("aria-live")).toBe("off");
  await panel.send({ type: "run", run: { state: "idle", message_id: null } });
  await panel.page.getByRole("status", { name: "Session: idle" }).waitFor();
  expect(await log.getAttribute("aria-live")).toBe("off");
});

// Suggestions in the input, by keyboard and mouse: they come when they are wanted, and never otherwise.
import { expect, test } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { busy, conversation, text } from "./samples.ts";
import { useStudio, themes, type Panel, type PanelOptions } from "./page.ts";

const studio = useStudio();
let panel: Panel;

const fileRef = (path: string) => ({ type: "file-ref", ref: { kind: "path", path } }) as const;

function file(path: string, nameAt: number[] = []): Suggestion {
  const start = path.lastIndexOf("/") + 1;
  const [name, detail] = [path.slice(start), path.slice(0, Math.max(0, start - 1))];
  return { key: path, kind: "file", name, detail, name_at: nameAt, detail_at: [], part: fileRef(path) };
}

const upload = file("src/net/upload.ts", [0, 1, 2]);
const uploads = file("src/a/folder/with/a/long/name/that/goes/on/uploads.test.ts", [0, 1, 2]);
const duplex = file("src/duplex.ts", [1, 2, 3]);
const symbol: Suggestion = {
  key: "s",
  kind: "symbol",
  name: "uploadAll",
  detail: "Uploader · src/net/upload.ts:10",
  name_at: [0, 1, 2],
  detail_at: [],
  part: {
    type: "mention",
    target: { kind: "symbol", name: "uploadAll", path: "src/net/upload.ts", range: { start: 10, end: 25 } },
  },
};
const found = [upload, uploads, duplex, symbol];

const review: CommandSpec = {
  id: "/review",
  description: "Reviews the named files.",
  source: "project",
  arguments: [
    { name: "path", required: true, description: "what to review" },
    { name: "depth", required: false },
  ],
  hides: ["user"],
};
const rewind: CommandSpec = { id: "/rewind", description: "Goes back.", source: "built-in", arguments: [], hides: [] };

const list = () => panel.page.getByRole("listbox", { name: "Suggestions" });
const options = () => list().getByRole("option").allInnerTexts();

async function open(options: PanelOptions = {}): Promise<void> {
  panel = await studio.panel(options);
  await panel.focus();
}

async function type(typed: string): Promise<void> {
  await panel.page.keyboard.type(typed);
  await panel.send();
}

/** Answers the last question as the host would. */
async function answer(items: Suggestion[], done = true): Promise<void> {
  const round = (await panel.posted("suggest")).at(-1)?.round ?? -1;
  await panel.send({ type: "suggestions", round, items, done });
}

async function sent(): Promise<Draft["parts"]> {
  await panel.press("Enter");
  return (await panel.posts("submit")).draft.parts;
}

test("@ at a word's start asks, and Enter puts a chip in place of the typed text", async () => {
  await open();
  await type("see @upl");
  expect((await panel.posted("suggest")).map(({ trigger, query }) => trigger + query)).toEqual([
    "@",
    "@u",
    "@up",
    "@upl",
  ]);
  await answer(found);
  await panel.press("Enter");
  await expect.poll(() => list().count()).toBe(0);
  expect((await panel.posts("chosen")).part).toEqual(upload.part);
  await type("now");
  expect(await sent()).toEqual([text("see "), upload.part, text(" now")]);
});

test("one undo brings the typed text back, and the list stays away", async () => {
  await open();
  await type("see @upl");
  await answer(found);
  await panel.press("Tab", "Control+z");
  expect(await panel.input.textContent()).toBe("see @upl");
  expect(await list().count()).toBe(0);
  expect(await sent()).toEqual([text("see @upl")]);
});

test("the arrows and the page keys walk the list, and the input points at the active option", async () => {
  await open();
  await type("@upl");
  await answer(found);
  const pointed = async () => {
    const id = await panel.input.getAttribute("aria-activedescendant");
    return panel.page.locator(`#${id}`).locator(".name").innerText();
  };
  expect(await panel.input.getAttribute("aria-expanded")).toBe("true");
  expect(await panel.input.getAttribute("aria-controls")).toBe(await list().getAttribute("id"));
  expect(await pointed()).toBe("upload.ts");
  await panel.press("ArrowDown");
  expect(await pointed()).toBe("uploads.test.ts");
  await panel.press("ArrowUp", "ArrowUp");
  expect(await pointed()).toBe("uploadAll");
  await panel.press("PageUp");
  expect(await pointed()).toBe("upload.ts");
  await panel.press("PageDown");
  expect(await pointed()).toBe("uploadAll");
  await panel.press("Enter");
  expect(await panel.input.getAttribute("aria-expanded")).toBeNull();
  expect(await panel.input.getAttribute("aria-controls")).toBeNull();
  expect(await sent()).toEqual([symbol.part]);
});

test("a click chooses, and the input keeps the focus", async () => {
  await open();
  await type("@upl");
  await answer(found);
  await list().getByRole("option").nth(2).click();
  await type("x");
  expect(await sent()).toEqual([duplex.part, text(" x")]);
});

test("Escape closes the list, keeps it closed for that token, and does not stop the answer", async () => {
  await open();
  await type("@u");
  await answer(found);
  await panel.send({ type: "run", run: busy });
  await panel.press("Escape");
  expect(await list().count()).toBe(0);
  expect(await panel.posted("stop")).toEqual([]);
  const asked = (await panel.posted("suggest")).length;
  await type("pl");
  expect((await panel.posted("suggest")).length).toBe(asked);
  await type(" @d");
  expect((await panel.posted("suggest")).at(-1)?.query).toBe("d");
});

test.each(["mail a@b", "```\n@x"])("%j asks for nothing", async (typed) => {
  await open();
  await panel.send({ type: "catalog", commands: [review] });
  for (const [index, line] of typed.split("\n").entries()) {
    if (index > 0) await panel.press("Shift+Enter");
    await type(line);
  }
  expect(await panel.posted("suggest")).toEqual([]);
  expect(await list().count()).toBe(0);
});

test("a chip chosen amid words without spaces leaves those around it as they are", async () => {
  await open();
  await type("看一下的代码");
  await panel.press("ArrowLeft", "ArrowLeft", "ArrowLeft");
  await type("@upl");
  await answer(found);
  await panel.press("Enter");
  expect(await sent()).toEqual([text("看一下"), upload.part, text(" 的代码")]);
});

test("right behind a blank no option is active, and Enter sends", async () => {
  await open();
  await type("@upl");
  await answer(found);
  await type(" ");
  await answer(found);
  expect(await list().getByRole("option").count()).toBe(found.length);
  expect(await list().getByRole("option", { selected: true }).count()).toBe(0);
  expect(await panel.input.getAttribute("aria-activedescendant")).toBeNull();
  expect(await sent()).toEqual([text("@upl ")]);
});

test("@ typed over everything asks", async () => {
  await open();
  await type("some words");
  await panel.press("Control+a");
  await type("@upl");
  expect((await panel.posted("suggest")).at(-1)?.query).toBe("upl");
  await answer(found);
  await panel.press("Enter");
  expect(await sent()).toEqual([upload.part]);
});

test("pasted text asks for nothing, also when one types on", async () => {
  await open();
  await panel.page.evaluate(() => navigator.clipboard.writeText("@upl"));
  await panel.press("Control+v");
  await type("o");
  expect(await panel.posted("suggest")).toEqual([]);
});

test("a caret that leaves the token closes the list and does not open another", async () => {
  await open();
  await type("@upl");
  await answer(found);
  await panel.press("Home");
  await expect.poll(() => list().count()).toBe(0);
  await panel.press("End");
  await panel.send();
  expect(await list().count()).toBe(0);
});

test("Enter before the answer takes the first of it and sends nothing", async () => {
  await open();
  await type("@upl");
  await panel.press("Enter");
  expect(await panel.posted("submit")).toEqual([]);
  await answer(found);
  expect(await sent()).toEqual([upload.part]);
});

test("nothing found says what to do, and Enter sends the text as it is", async () => {
  await open();
  await type("@zzz");
  await answer([]);
  await panel.page.getByText("No matches. To add an ignored file, type its full path.").waitFor();
  expect(await sent()).toEqual([text("@zzz")]);
});

test("a long wait is said, a short one is not", async () => {
  await open();
  await type("@upl");
  expect(await panel.page.getByText("Searching…").count()).toBe(0);
  await panel.page.getByText("Searching…").waitFor();
  await answer(found);
  expect(await panel.page.getByText("Searching…").count()).toBe(0);
});

test("a slash that begins the message offers the commands with their arguments", async () => {
  await open();
  await panel.send({ type: "catalog", commands: [rewind, review] });
  await type("/");
  expect(await options()).toEqual([
    expect.stringContaining("/rewind"),
    expect.stringMatching(/\/review\s+<path> \[depth\]/),
  ]);
  await type("rev");
  expect(await options()).toEqual([expect.stringContaining("/review")]);
  await panel.page.getByText("Reviews the named files.").waitFor();
  await panel.page.getByText("path: what to review").waitFor();
  await panel.press("Tab");
  await type("src");
  const command = { type: "command", id: "/review", args: { raw: "", positional: [], named: {} } };
  expect(await sent()).toEqual([command, text(" src")]);
  expect(await panel.posted("suggest")).toEqual([]);
});

test("the active option shows what it would send", async () => {
  await open();
  await type("@upl");
  await answer(found);
  const { key, part } = await panel.posts("peek");
  expect(part).toEqual(upload.part);
  await panel.send({ type: "peeked", peek: { key, lines: ["import x", "const y"], tokens: 1800, note: "unsaved" } });
  await panel.page.getByText("~1.8k tokens · unsaved").waitFor();
  await panel.page.getByText("import x").waitFor();
});

test("a list that is left with the focus closes", async () => {
  await open();
  await type("@upl");
  await answer(found);
  await panel.input.blur();
  await expect.poll(() => list().count()).toBe(0);
  expect(await panel.input.textContent()).toBe("@upl");
});

test.each(["/compact", "@alice"])("back in the panel, Enter sends %s as it was left", async (typed) => {
  await open();
  await panel.send({ type: "catalog", commands: [review] });
  await type(typed);
  await answer([]);
  await panel.input.blur();
  await panel.focus();
  expect(await sent()).toEqual([text(typed)]);
});

test("one that goes on typing after coming back is offered things again", async () => {
  await open();
  await type("@up");
  await panel.input.blur();
  await panel.focus();
  await type("l");
  await answer(found);
  await panel.press("Enter");
  expect(await sent()).toEqual([upload.part]);
});

const popup = () => panel.page.locator(".popup");

test.each([
  ["nothing found", "ping @zzz", "Enter", []],
  ["a command nobody knows", "/zzz", "Enter", []],
  ["an open list", "ping @upl", "Control+Enter", found],
])("what is offered goes with the message: %s", async (_what, typed, key, items) => {
  await open();
  await panel.send({ type: "catalog", commands: [review] });
  await type(typed);
  await answer(items);
  await popup().waitFor();
  await panel.press(key);
  if (key === "Control+Enter") await panel.send({ type: "send", steers: false });
  await panel.posts("submit");
  await expect.poll(() => popup().count()).toBe(0);
  await panel.send({ type: "run", run: busy });
  await panel.press("Escape");
  await panel.posts("stop");
});

test("a list does not stay for the draft of another conversation", async () => {
  await open();
  await type("ping @upl");
  await answer(found);
  const other = conversation({
    session: { ...newConversation("ses_2", 1), title: "Other" },
    draft: { parts: [text("x")] },
  });
  await panel.send({ type: "snapshot", snapshot: other });
  await expect.poll(() => popup().count()).toBe(0);
});

test.each([280, 400])("at %i px the list is inside the panel, in every theme", async (width) => {
  await open({ width });
  await type("see @upl");
  await answer(found);
  const { key } = await panel.posts("peek");
  const lines = [
    'import { backoff } from "./backoff.ts";',
    "",
    "export async function upload(chunks: Chunk[]): Promise<void> {",
  ];
  await panel.send({ type: "peeked", peek: { key, lines, tokens: 640 } });
  for (const theme of themes) {
    await panel.wear(theme);
    const box = await panel.page.locator(".popup").boundingBox();
    expect(box?.x, theme).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), theme).toBeLessThanOrEqual(width);
    expect(box?.y, theme).toBeGreaterThanOrEqual(0);
  }
});

test("a long path is shortened at its start, and a description at its end", async () => {
  await open({ width: 280 });
  await type("@rel");
  const related: Suggestion = {
    key: "related",
    kind: "context",
    name: "related",
    detail: "Files that the open one imports, that import it, and that change with it in commits",
    name_at: [],
    detail_at: [],
    part: { type: "mention", target: { kind: "context", name: "related" } },
  };
  await answer([related, uploads]);
  /** Where the words begin, against the place that shows them: before it, the beginning cannot be seen. */
  const begins = await list()
    .locator(".detail")
    .evaluateAll((all) =>
      all.map((detail) => {
        const words = detail.querySelector("bdi")?.getBoundingClientRect().left ?? 0;
        return words >= detail.getBoundingClientRect().left - 1;
      }),
    );
  expect(begins).toEqual([true, false]);
});

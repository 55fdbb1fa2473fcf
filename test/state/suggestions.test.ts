// The list of suggestions: what of the answers is in it, which one is active, and for whom a key is.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { text } from "../webview/samples.ts";
import { answerLast, typedPanel } from "./typed-panel.ts";

let { panel, host, input } = typedPanel();

beforeEach(() => {
  vi.useFakeTimers();
  ({ panel, host, input } = typedPanel());
});
afterEach(() => void vi.useRealTimers());

function file(path: string): Suggestion {
  const start = path.lastIndexOf("/") + 1;
  const [name, detail] = [path.slice(start), path.slice(0, Math.max(0, start - 1))];
  const part = { type: "file-ref", ref: { kind: "path", path } } as const;
  return { key: path, kind: "file", name, detail, name_at: [], detail_at: [], part };
}

const upload = file("src/net/upload.ts");
const uploads = file("src/net/uploads.test.ts");
const duplex = file("src/duplex.ts");
const queueTest = file("test/turn/queue.test.ts");
const symbol: Suggestion = {
  key: "s",
  kind: "symbol",
  name: "uploadAll",
  detail: "src/net/upload.ts:10",
  name_at: [],
  detail_at: [],
  part: {
    type: "mention",
    target: { kind: "symbol", name: "uploadAll", path: "src/net/upload.ts", range: { start: 10, end: 25 } },
  },
};
const found = [upload, uploads, duplex, symbol];

const answer = (items: Suggestion[], done = true) => answerLast(panel, host, items, done);
const names = () => panel.suggestions.items.map(({ name }) => name);
const active = () => panel.suggestions.current?.name;
const query = () => host.posted("suggest").at(-1)?.query;
const submitted = () => host.posted("submit").map(({ draft }) => draft.parts);

test("behind a blank the list stays while the words fit, and Enter takes what they find", () => {
  input.type("run @test");
  answer([queueTest, upload]);
  input.type(" ");
  expect(query()).toBe("test ");
  expect(names()).toEqual(["queue.test.ts"]);
  input.type("que");
  expect(active()).toBe("queue.test.ts");
  answer([queueTest]);
  input.press("Enter", "Enter");
  expect(submitted()).toEqual([[text("run "), queueTest.part]]);
});

test.each([
  [["Enter"], [text("@upl ")]],
  [["Tab", "Enter"], [upload.part]],
  [["ArrowDown", "Enter", "Enter"], [upload.part]],
])("right behind a blank no option is active, and %j sends what it says", (keys, parts) => {
  input.type("@upl");
  answer(found);
  input.type(" ");
  answer(found);
  expect(active()).toBeUndefined();
  input.press(...keys);
  expect(submitted()).toEqual([parts]);
});

test("a sentence that goes on behind a name closes the list at once, keeps its words, and Enter sends it", () => {
  input.type("@upload");
  answer(found);
  input.type(" ple");
  expect(panel.suggestions.open).toBe(false);
  answer([]);
  const asked = host.posted("suggest").length;
  input.type("ase explain");
  expect(host.posted("suggest")).toHaveLength(asked);
  expect(panel.suggestions.open).toBe(false);
  input.press("Enter");
  expect(submitted()).toEqual([[text("@upload please explain")]]);
});

test("Enter does not wait for an answer behind a blank", () => {
  input.type("@upload please");
  input.press("Enter");
  expect(submitted()).toEqual([[text("@upload please")]]);
});

test("words that found nothing are looked for again when letters of them are taken back", () => {
  input.type("@test");
  answer([queueTest]);
  input.type(" qeu");
  answer([]);
  input.press("Backspace", "Backspace");
  input.type("ue");
  expect(query()).toBe("test que");
  answer([queueTest]);
  expect(active()).toBe("queue.test.ts");
});

test("Escape closes the list of several words too, and the title of a conversation does not take Enter", () => {
  input.type("@upl");
  answer(found);
  input.type(" x");
  answer([{ ...symbol, key: "c", kind: "conversation", name: "upl x and y", detail: "conversation" }]);
  expect(panel.suggestions.open).toBe(true);
  expect(active()).toBeUndefined();
  input.press("Escape");
  expect(panel.suggestions.open).toBe(false);
  input.type("y");
  input.press("Enter");
  expect(submitted()).toEqual([[text("@upl xy")]]);
});

test("a blank behind a name that one came back to opens nothing, and no search goes on over a chip", () => {
  input.type("@up");
  input.blur();
  const asked = host.posted("suggest").length;
  input.type(" then");
  expect(host.posted("suggest")).toHaveLength(asked);
  input.type(" @upl");
  answer(found);
  input.press("Enter");
  input.type("more");
  expect(query()).toBe("upl");
});

test("an answer to an older question is ignored", () => {
  input.type("@u");
  const round = host.posted("suggest").at(-1)?.round ?? -1;
  input.type("p");
  answer([upload]);
  panel.receive({ type: "suggestions", round, items: [duplex], done: true });
  expect(names()).toEqual(["upload.ts"]);
});

test("what is shown narrows at once, before the host has answered", () => {
  input.type("@upl");
  answer(found);
  input.type("oads.");
  expect(names()).toEqual(["uploads.test.ts"]);
});

test("a letter finds at once what the host said it may find, and the host's answer takes its place", () => {
  input.type("@");
  answerLast(panel, host, [], true, ["src/net/upload.ts", "src/widgets/", "lib/panel.ts"]);
  expect(names()).toEqual([]);
  input.type("w");
  expect(names()).toEqual(["widgets"]);
  answer([upload]);
  expect(names()).toEqual(["upload.ts"]);
  input.press("Backspace", "Backspace");
  input.type("@pan");
  expect(names()).toEqual(["panel.ts"]);
});

test("of what the host said may be found the best stands first, and Enter takes no guess", () => {
  input.type("@");
  const ahead = ["src/turn/unsent.ts", ".npmrc", "src/open/", "lib/panel.ts", "src/parts.ts"];
  answerLast(panel, host, [], true, ahead);
  input.type("p");
  expect(names().slice(0, 2)).toEqual(["panel.ts", "parts.ts"]);
  input.press("Backspace");
  input.type("unt");
  expect(names()).toEqual(["unsent.ts"]);
  input.press("Enter");
  answer([upload]);
  input.press("Enter");
  expect(submitted()).toEqual([[upload.part]]);
});

test("more results leave the option alone that one went to", () => {
  input.type("@upl");
  answer([upload, duplex], false);
  input.press("ArrowDown");
  answer([uploads, upload, duplex, symbol]);
  expect(active()).toBe("duplex.ts");
});

test("while the host still looks, Enter waits for what it finds and sends nothing", () => {
  input.type("#uploadA");
  answer([], false);
  input.press("Enter");
  answer([symbol]);
  expect(submitted()).toEqual([]);
  input.press("Enter");
  expect(submitted()).toEqual([[symbol.part]]);
});

test("what is shown and fits stays while the host has found nothing yet", () => {
  input.type("#uploadA");
  answer([symbol]);
  input.type("l");
  answer([], false);
  expect(names()).toEqual(["uploadAll"]);
  input.press("Enter", "Enter");
  expect(submitted()).toEqual([[symbol.part]]);
});

test("what fits no more goes when the host has found nothing yet, and Enter waits also for one who had gone to it", () => {
  input.type("@upl");
  answer(found);
  input.type("zz");
  input.press("ArrowDown");
  answer([], false);
  expect(panel.suggestions.open).toBe(false);
  input.press("Enter");
  expect(submitted()).toEqual([]);
  answer([]);
  expect(submitted()).toEqual([[text("@uplzz")]]);
});

test("Tab before the answer takes the first of it, and nothing where nothing is found", () => {
  input.type("@upl");
  input.press("Tab");
  answer([]);
  answer([upload]);
  expect(host.posted("chosen")).toEqual([]);
  input.type("o");
  input.press("Tab");
  answer([upload]);
  expect(host.posted("chosen")).toEqual([{ type: "chosen", part: upload.part }]);
  expect(submitted()).toEqual([]);
});

test("a long wait is said, a short one is not, and the answer ends it", () => {
  input.type("@upl");
  vi.advanceTimersByTime(399);
  expect(panel.suggestions.busy).toBe(false);
  vi.advanceTimersByTime(1);
  expect([panel.suggestions.busy, panel.suggestions.open]).toEqual([true, true]);
  answer(found);
  expect(panel.suggestions.busy).toBe(false);
});

test("the host is asked about the option that the choice rests on, not about those one runs over", () => {
  input.type("@upl");
  answer(found);
  input.press("ArrowDown");
  vi.advanceTimersByTime(119);
  input.press("ArrowDown");
  vi.advanceTimersByTime(120);
  expect(host.posted("peek").map(({ part }) => part)).toEqual([duplex.part]);
});

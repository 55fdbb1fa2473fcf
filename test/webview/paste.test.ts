// Pasting with the real clipboard: chips, files, long texts, addresses, and what came from an editor.
import { expect, test } from "vitest";
import type { FileChunk } from "../../extension/protocol/file-chunk.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import { useStudio, type Panel } from "./page.ts";
import { asked, conversation, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const long = Array.from({ length: 61 }, (_, index) => `line ${index + 1}`).join("\n");
const folded = () => panel.input.getByRole("button", { name: "Pasted text, 61 lines, folded" });

const other = (parts: Draft["parts"]) =>
  conversation({ session: { ...newConversation("ses_2", 1), title: "Other" }, draft: { parts } });

async function open(): Promise<void> {
  panel = await studio.panel();
  await panel.input.click();
}

async function copy(value: string): Promise<void> {
  await panel.page.evaluate((copied) => navigator.clipboard.writeText(copied), value);
}

/** A paste as an editor of VS Code makes it: its mark is a format that only a copy event can write. */
async function copyAsEditor(value: string): Promise<void> {
  await panel.page.evaluate((copied) => {
    document.addEventListener(
      "copy",
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        event.clipboardData?.setData("text/plain", copied);
        event.clipboardData?.setData("vscode-editor-data", '{"version":1,"mode":"typescript"}');
      },
      { once: true, capture: true },
    );
  }, value);
  await panel.press("Control+c");
}

/** What the host was told last, without touching the input. */
async function told(): Promise<unknown> {
  return (await panel.posted("draft")).at(-1)?.draft.parts;
}

async function paste(): Promise<void> {
  await panel.press("Control+v");
  await panel.send();
}

test("chips are copied, cut and pasted as chips inside the input", async () => {
  await open();
  await panel.page.keyboard.type("see ");
  await panel.send({ type: "insert", parts: [upload], at: "caret" });
  await panel.press("Control+a", "Control+x");
  await expect.poll(told).toEqual([]);
  await paste();
  await paste();
  await expect.poll(told).toEqual([text("see "), upload, text(" see "), upload, text(" ")]);
});

test("a copied chip is words for everyone else", async () => {
  await open();
  await panel.send({ type: "insert", parts: [upload], at: "caret" });
  await panel.press("Control+a", "Control+c");
  expect(await panel.page.evaluate(() => navigator.clipboard.readText())).toBe("src/net/upload.ts:10-25 ");
});

test("what pretends to be our format and is not is pasted as text", async () => {
  await open();
  await panel.page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "honest");
    data.setData("application/x-galley-parts+json", '{"parts":[{"type":"file-ref","ref":{"kind":"path"}}]}');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect.poll(told).toEqual([text("honest")]);
});

test("a long paste is folded, goes as exactly its text, and opens in place", async () => {
  await open();
  await panel.page.keyboard.type("a ");
  await copy(long);
  await paste();
  await folded().waitFor();
  await panel.page.keyboard.type(" b");
  await expect.poll(told).toEqual([{ ...text(`a ${long} b`), folds: [[2, 2 + long.length]] }]);
  await folded().click();
  expect(await panel.input.getByRole("button").count()).toBe(0);
  await expect.poll(told).toEqual([text(`a ${long} b`)]);
});

test("a folded paste is selected by an arrow, opened by Enter, folded by undo and removed by Backspace", async () => {
  await open();
  await copy(long);
  await paste();
  await panel.press("ArrowLeft", "Enter");
  expect(await folded().count()).toBe(0);
  expect(await panel.posted("submit")).toEqual([]);
  await panel.press("Control+z");
  await folded().waitFor();
  await panel.press("Control+End", "Backspace");
  expect(await folded().count()).toBe(0);
  await panel.press("Control+z");
  await panel.page.getByTitle("Remove").click();
  expect(await folded().count()).toBe(0);
  await expect.poll(told).toEqual([]);
});

test("a folded paste stays folded in its draft, when it is copied, and when it comes back", async () => {
  const kept = { ...text(`see ${long} now`), folds: [[4, 4 + long.length] as [number, number]] };
  panel = await studio.panel({ snapshot: conversation({ draft: { parts: [kept] }, messages: [asked("m1", kept)] }) });
  await panel.focus();
  await folded().waitFor();
  await panel.press("Control+a", "Control+x");
  await expect.poll(() => folded().count()).toBe(0);
  await paste();
  await folded().waitFor();
  await panel.press("Enter");
  const { draft } = await panel.posts("submit");
  expect(draft.parts).toEqual([kept]);
  await expect.poll(() => folded().count()).toBe(0);
  await panel.press("ArrowUp");
  await folded().waitFor();
  expect(await panel.input.innerText()).toContain("see");
});

test("a folded paste is copied as its text", async () => {
  await open();
  await copy(long);
  await paste();
  await panel.press("Control+a", "Control+c");
  expect(await panel.page.evaluate(() => navigator.clipboard.readText())).toBe(long);
});

test("the setting says how long is long, and Ctrl+Shift+V never folds", async () => {
  await open();
  await panel.send({ type: "settings", settings: { send: "enter", paste_chip_lines: 2 } });
  await copy("1\n2\n3");
  await panel.press("Control+Shift+v");
  expect(await panel.input.getByRole("button").count()).toBe(0);
  await paste();
  await panel.input.getByRole("button", { name: "Pasted text, 3 lines, folded" }).waitFor();
});

test("text from an editor gives its place to the reference the host finds; undo gives it back", async () => {
  await open();
  await panel.page.keyboard.type("why ");
  await copyAsEditor("one\ntwo\n");
  await paste();
  const { paste: id, text: asked } = await panel.posts("find-source");
  expect(asked).toBe("one\ntwo\n");
  await panel.page.keyboard.type("then");
  await panel.send({ type: "copied-from", paste: id, part: upload });
  await expect.poll(told).toEqual([text("why "), upload, text(" then")]);
  await panel.press("Control+z");
  await expect.poll(told).toEqual([text("why one\ntwo\nthen")]);
});

test("a paste that was edited before the host answered stays as it is", async () => {
  await open();
  await copyAsEditor("one two");
  await paste();
  const { paste: id } = await panel.posts("find-source");
  await panel.press("ArrowLeft", "Backspace");
  await panel.send({ type: "copied-from", paste: id, part: upload });
  await expect.poll(told).toEqual([text("one to")]);
});

test("Ctrl+Shift+V pastes what an editor copied as text and asks nobody", async () => {
  await open();
  await copyAsEditor("one two");
  await panel.press("Control+Shift+v");
  await expect.poll(told).toEqual([text("one two")]);
  expect(await panel.posted("find-source")).toEqual([]);
});

test("an address can be attached as a link; text around an address offers nothing", async () => {
  await open();
  await copy("see https://example.org");
  await paste();
  expect(await panel.button("Attach as Link").count()).toBe(0);
  await panel.press("Control+a", "Delete");
  await copy("https://example.org/a?b=c");
  await paste();
  await panel.button("Attach as Link").click();
  const link = { type: "file-ref", ref: { kind: "url", url: "https://example.org/a?b=c" } };
  await expect.poll(told).toEqual([link, text(" ")]);
  expect(await panel.button("Attach as Link").count()).toBe(0);
});

test("the offer of a link goes with the message, and with the conversation", async () => {
  const offer = () => panel.button("Attach as Link");
  await open();
  await copy("https://example.org/");
  await paste();
  await offer().waitFor();
  await panel.press("Enter");
  await panel.posts("submit");
  await expect.poll(() => offer().count()).toBe(0);
  await open();
  await copy("https://example.org/");
  await paste();
  await offer().waitFor();
  await panel.send({ type: "snapshot", snapshot: other([text("elsewhere")]) });
  await expect.poll(() => offer().count()).toBe(0);
});

test("a picture of the clipboard goes to the host under a name that tells the time", async () => {
  await open();
  await panel.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4, 3);
    canvas.getContext("2d")?.fillRect(0, 0, 4, 3);
    await navigator.clipboard.write([new ClipboardItem({ "image/png": await canvas.convertToBlob() })]);
  });
  await panel.press("Control+v");
  const chunk: FileChunk = await panel.posts("file-chunk");
  expect(chunk.name).toMatch(/^pasted-\d{4}-\d\d-\d\d-\d{6}\.png$/);
  expect(chunk).toMatchObject({ session_id: "ses_1", offset: 0 });
  expect(chunk.size).toBeGreaterThan(50);
});

test("what begins like a command and was pasted is text, also when it comes back, until it is typed anew", async () => {
  await open();
  await copy("/help me");
  await paste();
  const pasted = { ...text("/help me"), pasted: true };
  await expect.poll(told).toEqual([pasted]);
  await panel.page.keyboard.type(" now");
  await expect.poll(told).toEqual([{ ...pasted, text: "/help me now" }]);
  await panel.press("Control+a", "Control+x");
  await expect.poll(told).toEqual([]);
  await paste();
  await expect.poll(told).toEqual([{ ...pasted, text: "/help me now" }]);
  await panel.press("Control+a");
  await panel.page.keyboard.type("/help");
  await expect.poll(told).toEqual([text("/help")]);
});

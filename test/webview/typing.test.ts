// Writing in the input: keys, composition, paste and what never sends.
import { describe, expect, test } from "vitest";
import type { Failure } from "../../extension/message/failure.ts";
import { type Panel, useStudio } from "./page.ts";
import { asked, busy, conversation, streaming, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

test("Enter sends what was typed, verbatim, and empties the input", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("  two  spaces ");
  await panel.press("Enter");
  const { session_id, draft } = await panel.posts("submit");
  expect({ session_id, draft }).toEqual({ session_id: "ses_1", draft: { parts: [text("  two  spaces ")] } });
  expect(await panel.input.textContent()).toBe("");
});

test("a panel that gets the focus without a click is typed in at once", async () => {
  panel = await studio.panel();
  await panel.page.keyboard.type("abc");
  expect(await panel.input.textContent()).toBe("abc");
  await panel.input.blur();
  await panel.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await panel.page.keyboard.type("d");
  expect(await panel.input.textContent()).toBe("abcd");
});

test("the Send button sends", async () => {
  panel = await studio.panel();
  await panel.input.fill("hello");
  await panel.button("Send").click();
  expect((await panel.posts("submit")).draft.parts).toEqual([text("hello")]);
});

test("Shift+Enter breaks the line, also twice and at the end", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("one");
  await panel.press("Shift+Enter", "Shift+Enter");
  await panel.page.keyboard.type("two");
  await panel.press("Shift+Enter", "Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("one\n\ntwo\n")]);
});

test.each(["", "   ", "\n \n"])("blank text %j is not sent", async (blank) => {
  panel = await studio.panel();
  await panel.input.click();
  for (const char of blank) await panel.press(char === "\n" ? "Shift+Enter" : "Space");
  await panel.press("Enter");
  expect(await panel.button("Send").getAttribute("aria-disabled")).toBe("true");
  expect(await panel.posted("submit")).toEqual([]);
});

test.each(["にほん", "ni", "한그"])("Enter that ends a composition of %s does not send", async (composed) => {
  panel = await studio.panel();
  await panel.input.click();
  const cdp = await panel.cdp();
  await cdp.send("Input.imeSetComposition", {
    text: composed,
    selectionStart: composed.length,
    selectionEnd: composed.length,
  });
  // While a method composes, the browser reports the key it took as 229.
  const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  expect(await panel.posted("submit")).toEqual([]);
  await cdp.send("Input.insertText", { text: composed });
  await panel.press("Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text(composed)]);
});

test("typed text goes where the cursor is, replaces what is selected, and is undone as one step", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("one three");
  await panel.press(...Array<string>(5).fill("ArrowLeft"));
  await panel.page.keyboard.type("two ");
  expect(await panel.input.textContent()).toBe("one two three");
  await panel.press(...Array<string>(3).fill("Shift+ArrowRight"));
  await panel.page.keyboard.type("THR");
  expect(await panel.input.textContent()).toBe("one two THRee");
  await panel.press("Control+z");
  expect(await panel.input.textContent()).not.toContain("THR");
});

test("the browser keeps what replaces text beside the cursor, as an accent that is held does", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("cafe");
  const isKept = await panel.input.evaluate((input) => {
    const word = input.querySelector("p")?.firstChild ?? input;
    const inWord = new StaticRange({ startContainer: word, startOffset: 3, endContainer: word, endOffset: 4 });
    const event = new InputEvent("beforeinput", {
      inputType: "insertText",
      data: "é",
      targetRanges: [inWord],
      bubbles: true,
      cancelable: true,
    });
    return input.dispatchEvent(event);
  });
  expect(isKept).toBe(true);
  expect(await panel.input.textContent()).toBe("cafe");
});

test("a long text scrolls with the cursor, down and up", async () => {
  panel = await studio.panel();
  await panel.input.fill(Array.from({ length: 80 }, (_, line) => `line ${line}`).join("\n"));
  await panel.press("Control+End");
  await panel.page.keyboard.type("!");
  const isShown = (): Promise<boolean> =>
    panel.input.evaluate((input) => {
      const caret = getSelection()?.getRangeAt(0).getBoundingClientRect();
      const box = input.getBoundingClientRect();
      return caret !== undefined && caret.top >= box.top && caret.bottom <= box.bottom;
    });
  expect(await isShown()).toBe(true);
  await panel.input.evaluate((input) => input.scrollTo(0, 0));
  await panel.page.keyboard.type("!");
  expect(await isShown()).toBe(true);
  await panel.press("Control+Home");
  await panel.input.evaluate((input) => input.scrollTo(0, input.scrollHeight));
  await panel.page.keyboard.type("x");
  expect(await isShown()).toBe(true);
});

test("undo and redo go back and forth", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("kept");
  await panel.send({ type: "insert", parts: [upload], at: "caret" });
  await panel.press("Control+z");
  expect(await panel.input.textContent()).toBe("kept");
  await panel.press("Control+Shift+z");
  await panel.press("Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("kept "), upload]);
});

/** Menus of the system and dictation say what they want before they do it; VS Code runs a command of the page. */
const ways = {
  "the system": (panel: Panel, what: "undo" | "redo") =>
    panel.input.evaluate(
      (element, inputType) => {
        element.dispatchEvent(new InputEvent("beforeinput", { inputType, bubbles: true, cancelable: true }));
      },
      what === "undo" ? "historyUndo" : "historyRedo",
    ),
  "VS Code": (panel: Panel, what: "undo" | "redo") =>
    panel.page.evaluate((name) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- as VS Code does
      document.execCommand(name);
    }, what),
};

test.each(Object.entries(ways))("undo and redo by %s are those of the input", async (_, run) => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("kept");
  await panel.send({ type: "insert", parts: [upload], at: "caret" });
  await run(panel, "undo");
  expect(await panel.input.textContent()).toBe("kept");
  await run(panel, "undo");
  expect(await panel.input.textContent()).toBe("");
  await run(panel, "redo");
  expect(await panel.input.textContent()).toBe("kept");
  await run(panel, "redo");
  await panel.press("Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("kept "), upload]);
});

test("an undo in another field is that field's own", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("kept");
  await panel.page.evaluate(() => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
  });
  await panel.page.keyboard.type("gone");
  await ways["VS Code"](panel, "undo");
  expect(await panel.page.locator("body > input").inputValue()).not.toBe("gone");
  expect(await panel.input.textContent()).toBe("kept");
});

test("a paste is text: foreign HTML is never looked at", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.evaluate(async () => {
    const item = new ClipboardItem({
      "text/html": "<b>bold</b><script>1</script>",
      "text/plain": "<i>plain</i>\nsecond",
    });
    await navigator.clipboard.write([item]);
  });
  await panel.press("Control+v", "Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("<i>plain</i>\nsecond")]);
});

const LONG = { "one line": "x".repeat(200_000), "many lines": "some words in a line of code\n".repeat(6900) };

test.each([
  ["pasted", "one line"],
  ["pasted", "many lines"],
  ["dictated", "one line"],
  ["dictated", "many lines"],
] as const)("200,000 characters %s at once in %s are taken whole, and one can type on", async (how, shape) => {
  const long = LONG[shape];
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), long);
  if (how === "pasted") await panel.press("Control+v");
  else await panel.page.keyboard.insertText(long);
  await panel.page.keyboard.type("!");
  const latest = async () => {
    const [part] = (await panel.posted("draft")).at(-1)?.draft.parts ?? [];
    return part?.type === "text" ? part.text : "";
  };
  await expect.poll(latest).toBe(`${long}!`);
});

test("the input grows to two fifths of the panel, then scrolls", async () => {
  panel = await studio.panel({ height: 600 });
  await panel.input.click();
  for (let line = 0; line < 30; line++) await panel.press("x", "Shift+Enter");
  const box = await panel.input.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(240);
  expect(box?.height).toBeGreaterThan(200);
});

test("Enter while the model answers queues, and the button says so", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.input.click();
  await panel.page.keyboard.type("and then");
  expect(await panel.button("Queue").getAttribute("title")).toBe("Queue (Enter)");
  await panel.press("Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("and then")]);
  await panel.send({ type: "accepted", session_id: "ses_1", message_id: "m3", queued: true });
  await panel.page.getByText("Queued", { exact: true }).waitFor();
});

test("Stop and Escape stop the answer; when idle there is nothing to stop", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.press("Escape");
  expect(await panel.posted("stop")).toEqual([]);
  expect(await panel.button("Stop").count()).toBe(0);
  await panel.send({ type: "run", run: busy });
  expect(await panel.button("Send").count()).toBe(0);
  await panel.button("Stop").click();
  await panel.input.click();
  await panel.press("Escape");
  expect(await panel.posts("stop", 2)).toEqual({ type: "stop", session_id: "ses_1" });
  await panel.send({ type: "run", run: { state: "idle", message_id: null } });
  await panel.button("Send").waitFor();
});

describe("New conversation", () => {
  const failure: Failure = { stage: "turn", code: "x", message: "The disk is full.", retryable: true };
  const begun = async (nth = 1): Promise<string> => (await panel.posts("new", nth)).session_id;

  test("is what is typed next for, however late the host shows it", async () => {
    panel = await studio.panel({ snapshot: conversation({ messages: [asked("m1", text("before"))] }) });
    await panel.input.click();
    await panel.page.keyboard.type("for the old one");
    await panel.button("New conversation").click();
    const session_id = await begun();
    expect(await panel.page.getByRole("article").count()).toBe(0);
    await panel.page.keyboard.type("sent at once");
    await panel.press("Enter");
    await panel.page.keyboard.type("next");
    expect(await panel.posts("submit")).toEqual({
      ...{ type: "submit", session_id },
      draft: { parts: [text("sent at once")] },
    });
    // On a busy machine the first letters may go before the rest.
    const last = async (id: string) =>
      (await panel.posted("draft")).findLast((posted) => posted.session_id === id)?.draft.parts;
    await expect.poll(() => last(session_id)).toEqual([text("next")]);
    expect(await last("ses_1")).toEqual([text("for the old one")]);
  });

  test("before the host has said anything takes along what was typed", async () => {
    panel = await studio.panel({ snapshot: false });
    await panel.input.click();
    await panel.page.keyboard.type("typed early");
    await panel.button("New conversation").click();
    expect(await panel.posts("draft")).toMatchObject({
      session_id: await begun(),
      draft: { parts: [text("typed early")] },
    });
    await panel.press("Enter");
    expect(await panel.posts("submit")).toMatchObject({ session_id: await begun() });
  });

  test("takes a failure of the one before out of sight", async () => {
    panel = await studio.panel();
    await panel.send({ type: "failure", failure });
    await panel.page.getByText(failure.message).waitFor();
    await panel.button("New conversation").click();
    expect(await panel.page.getByText(failure.message).count()).toBe(0);
  });
});

test("with ctrlEnter, Enter breaks the line and Ctrl+Enter sends", async () => {
  panel = await studio.panel();
  await panel.send({ type: "settings", settings: { send: "ctrlEnter", paste_chip_lines: 60 } });
  await panel.input.click();
  await panel.page.keyboard.type("one");
  await panel.press("Enter");
  await panel.page.keyboard.type("two");
  expect(await panel.posted("submit")).toEqual([]);
  expect(await panel.button("Send").getAttribute("title")).toBe("Send (Ctrl+Enter)");
  await panel.press("Control+Enter");
  expect(await panel.posted("submit")).toEqual([]);
  await panel.page.keyboard.type("three");
  await panel.send({ type: "send", steers: false });
  expect(await panel.input.textContent()).toBe("three");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("one\ntwo")]);
});

test("select all is the page's own: VS Code, which listens at the window, hears of other keys only", async () => {
  panel = await studio.panel();
  await panel.page.evaluate(() => {
    window.addEventListener("keydown", ({ key }) => {
      document.body.dataset["heard"] = `${document.body.dataset["heard"] ?? ""}${key} `;
    });
  });
  await panel.input.click();
  await panel.page.keyboard.type("x");
  await panel.press("Control+a");
  await panel.button("New conversation").focus();
  await panel.press("Control+a", "F1");
  expect(await panel.page.evaluate(() => document.body.dataset["heard"])).toBe("x Control Control F1 ");
});

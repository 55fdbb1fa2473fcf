// Dropping: addresses, files in pieces, text, and what the panel says meanwhile.
import { expect, test } from "vitest";
import { useStudio, type Panel } from "./page.ts";
import { text } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

interface Dragged {
  data?: Record<string, string>;
  /** Name and size of each file. */
  files?: [string, number][];
  /** How far from the top. */
  y?: number;
}

type Kind = "dragenter" | "dragover" | "drop";

/** Several kinds come a frame after each other, however busy the machine is. */
async function drag(type: Kind | readonly Kind[], { data = {}, files = [], y = 60 }: Dragged): Promise<void> {
  await panel.page.evaluate(
    async ([kinds, formats, made, clientY]) => {
      const transfer = new DataTransfer();
      for (const [format, value] of Object.entries(formats)) transfer.setData(format, value);
      for (const [name, size] of made) transfer.items.add(new File([new Uint8Array(size).fill(65)], name));
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true, clientX: 60, clientY };
      for (const [index, kind] of kinds.entries()) {
        if (index > 0) await new Promise((resolve) => requestAnimationFrame(resolve));
        document.body.dispatchEvent(new DragEvent(kind, options));
      }
    },
    [[type].flat(), data, files, y] as const,
  );
}

/** What the host was told last. */
async function told(): Promise<unknown> {
  return (await panel.posted("draft")).at(-1)?.draft.parts;
}

const overlay = () => panel.page.getByText("Drop to add to message");

test("addresses go to the host as they came, VS Code's own list before the common one", async () => {
  panel = await studio.panel();
  await drag("drop", {
    data: {
      "text/uri-list": "file:///b",
      "application/vnd.code.uri-list": "# two\r\nvscode-remote://host/a%20b.ts\r\nvscode-remote://host/src",
      "text/plain": "/a b.ts",
    },
  });
  const { session_id, uris } = await panel.posts("take-uris");
  expect({ session_id, uris }).toEqual({
    session_id: "ses_1",
    uris: ["vscode-remote://host/a%20b.ts", "vscode-remote://host/src"],
  });
});

test("what is dropped on the line at the bottom is pinned", async () => {
  panel = await studio.panel();
  const data = { "text/uri-list": "file:///project/a.ts" };
  await drag("dragover", { data, y: 690 });
  await panel.page.getByText("Drop here to pin to conversation").waitFor();
  // A drag of which nothing is heard for a moment is over.
  await drag(["dragover", "drop"], { data, y: 690 });
  expect(await panel.posts("take-uris")).toMatchObject({ uris: ["file:///project/a.ts"], pins: true });
});

test("text is dropped as text, a link from a browser too", async () => {
  panel = await studio.panel();
  await drag("drop", { data: { "text/plain": "two\nlines", "text/html": "<b>two</b>" } });
  await drag("drop", { data: { "text/uri-list": "https://example.org/" } });
  await expect.poll(told).toEqual([text("two\nlineshttps://example.org/")]);
});

test("a dropped link can be attached as one", async () => {
  panel = await studio.panel();
  const url = "https://example.org/a";
  await drag("drop", { data: { "text/uri-list": url, "text/plain": url } });
  await panel.button("Attach as Link").click();
  await expect.poll(told).toEqual([{ type: "file-ref", ref: { kind: "url", url } }, text(" ")]);
});

test("a long text that is dropped is folded", async () => {
  panel = await studio.panel();
  const long = Array.from({ length: 61 }, (_, index) => `line ${index + 1}`);
  await drag("drop", { data: { "text/plain": long.join("\r\n") } });
  await panel.input.getByRole("button", { name: "pasted text, 61 lines, folded" }).waitFor();
  await expect.poll(told).toMatchObject([text(long.join("\n"))]);
});

test("the panel says that it takes a drop while something hovers, and stops when it is gone", async () => {
  panel = await studio.panel();
  expect(await overlay().isVisible()).toBe(false);
  await drag("dragenter", { data: { "text/plain": "x" } });
  await overlay().waitFor();
  // VS Code may take the drag away without a word.
  await overlay().waitFor({ state: "hidden" });
  await drag("dragover", { data: { "text/plain": "x" } });
  await overlay().waitFor();
  await drag("drop", { data: { "text/plain": "x" } });
  await overlay().waitFor({ state: "hidden" });
});

test("a file is sent in pieces, each when the host has taken the one before", async () => {
  panel = await studio.panel();
  const size = 2.5 * (1 << 20);
  await drag("drop", {
    files: [
      ["big.bin", size],
      ["next.bin", 3],
    ],
  });
  for (const [index, wants] of [true, true, false].entries()) {
    const { transfer, offset, name } = await panel.posts("file-chunk", index + 1);
    expect({ offset, name }).toEqual({ offset: index * (1 << 20), name: "big.bin" });
    expect(await panel.posted("file-chunk")).toHaveLength(index + 1);
    await panel.send({ type: "chunk-taken", transfer, wants_more: wants });
  }
  expect(await panel.posts("file-chunk", 4)).toMatchObject({ name: "next.bin", size: 3, offset: 0 });
});

test("a host that has seen enough of a file gets no more of it", async () => {
  panel = await studio.panel();
  await drag("drop", {
    files: [
      ["big.zip", 3 << 20],
      ["next.bin", 3],
    ],
  });
  const { transfer } = await panel.posts("file-chunk");
  await panel.send({ type: "chunk-taken", transfer, wants_more: false });
  expect((await panel.posts("file-chunk", 2)).name).toBe("next.bin");
});

test("a picture larger than models take brings a smaller copy along, the original stays", async () => {
  panel = await studio.panel();
  await panel.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(9000, 30);
    canvas.getContext("2d")?.fillRect(0, 0, 9000, 30);
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob()], "wide.png", { type: "image/png" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  const copy = await panel.posts("file-chunk");
  expect(copy).toMatchObject({ name: "wide.png", copy: { width: 8000, height: 27 } });
  await panel.send({ type: "chunk-taken", transfer: copy.transfer, wants_more: false });
  const original = await panel.posts("file-chunk", 2);
  expect(original).toMatchObject({ name: "wide.png", scaled: copy.transfer });
  expect(original.copy).toBeUndefined();
});

test("a picture of the workspace that is larger than models take comes back smaller", async () => {
  panel = await studio.panel();
  await panel.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(9000, 30);
    canvas.getContext("2d")?.fillRect(0, 0, 9000, 30);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    globalThis.postMessage({ type: "shrink", id: "7", mime: "image/png", bytes }, "*");
  });
  const { id, picture } = await panel.posts("shrunk");
  expect([id, picture?.mime]).toEqual(["7", "image/png"]);
});

test("Attach asks the host for its dialog", async () => {
  panel = await studio.panel();
  await panel.button("Attach").click();
  expect(await panel.posts("attach")).toMatchObject({ session_id: "ses_1" });
});

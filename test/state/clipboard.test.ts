// A copied chip is words for everyone else, and no word of it is cut.
import { expect, test } from "vitest";
import { textOf } from "../../webview/editor/clipboard.ts";
import { toDoc } from "../../webview/editor/draft.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { upload } from "../webview/samples.ts";

const address = "https://example.org/a/rather/long/address/with/many/folders?and=a&question=too";

test.each<[ChipPart, string]>([
  [upload, "src/net/upload.ts:10-25"],
  [{ type: "file-ref", ref: { kind: "url", url: address } }, address],
  [{ type: "mention", target: { kind: "resource", server: "demo", uri: address } }, `@${address}`],
  [{ type: "command", id: "/review", args: { raw: address, positional: [address], named: {} } }, `/review ${address}`],
])("a copied chip is written in full, however short it is shown: %j", (part, words) => {
  const doc = toDoc({ parts: [part, { type: "text", text: "\nand more" }] });
  expect(textOf(doc.slice(0))).toBe(`${words}\nand more`);
});

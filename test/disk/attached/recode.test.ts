import { expect, it } from "vitest";
import { kindOf } from "../../../extension/disk/kind.ts";
import { recode } from "../../../extension/disk/attached/recode.ts";
import { type Decoding, plainDecoding } from "../../../extension/text/decode-text.ts";

const latin: Decoding = { key: "", text: (bytes) => Promise.resolve(Buffer.from(bytes).toString("latin1")) };

it("an attached text in the editor's encoding becomes UTF-8", async () => {
  const bytes = Buffer.from("caf\xe9", "latin1");
  for (const [name, mime] of [
    ["menu.md", "text/markdown"],
    ["menu", "text/plain"],
  ] as const)
    expect(await recode(bytes, await kindOf(bytes, name), latin)).toEqual({ bytes: Buffer.from("café"), mime });
});

it("what is in an unknown encoding, or no text, stays as it is", async () => {
  const bytes = Buffer.from("caf\xe9", "latin1");
  expect(await recode(bytes, await kindOf(bytes, "menu.txt"), plainDecoding)).toBeUndefined();
  const zip = Buffer.from("PK\x03\x04\x14\0\0\0\0\0\xe9", "latin1");
  expect(await recode(zip, await kindOf(zip, "a.zip"), latin)).toBeUndefined();
});

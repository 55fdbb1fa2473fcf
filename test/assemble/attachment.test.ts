import { describe, expect, it } from "vitest";
import { viewOfAttachment } from "../../extension/assemble/attachment.ts";
import type { FileAttachment } from "../../extension/message/part.ts";

const base: FileAttachment = { type: "file-attachment", name: "notes.md", mime: "text/markdown", size: 5 };
const nothing = (): undefined => undefined;

describe("an attachment in the model's view", () => {
  it("is its text when it is small text, from the part or from the store", () => {
    const expected = "File: notes.md (attached)\n```\nmilk ✓\n```";
    const data = Buffer.from("milk ✓").toString("base64");
    expect(viewOfAttachment({ ...base, data }, nothing)).toMatchObject({ text: expected, lowered_as: "text" });
    expect(viewOfAttachment({ ...base, content_id: "c" }, () => "milk ✓")).toMatchObject({ text: expected });
  });

  it("is name, type and size when the text is larger than the setting, and the chip says what to do", () => {
    const rules = { inlineTextBytes: 4, holds: () => true };
    const read = viewOfAttachment({ ...base, content_id: "c" }, () => "never read", rules);
    expect(read).toMatchObject({ text: "[attachment: notes.md, text/markdown, 5 bytes]", lowered_as: "descriptor" });
    expect(read).toHaveProperty("problem", expect.stringContaining("paste the part that matters"));
  });

  it("is never bytes, and a file that is only described is not missing", () => {
    const secret = Buffer.from("PIXELS").toString("base64");
    const picture: FileAttachment = { ...base, name: "a.png", mime: "image/png", data: secret };
    expect(JSON.stringify(viewOfAttachment(picture, nothing))).not.toContain(secret);
    expect(viewOfAttachment({ ...base, mime: "text/plain" }, nothing)).toMatchObject({ lowered_as: "descriptor" });
  });

  it("is gone when its stored bytes are, small or large", () => {
    const rules = { inlineTextBytes: 10, holds: () => false };
    expect(viewOfAttachment({ ...base, content_id: "c" }, nothing, rules)).toEqual({ state: "gone" });
    const film = { ...base, mime: "video/mp4", size: 5000, content_id: "c" };
    expect(viewOfAttachment(film, nothing, rules)).toEqual({ state: "gone" });
  });
});

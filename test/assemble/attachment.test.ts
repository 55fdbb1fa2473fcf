import { describe, expect, it } from "vitest";
import { type AttachmentRules, viewOfAttachment } from "../../extension/assemble/attachment.ts";
import { viewParts } from "../../extension/assemble/blocks.ts";
import type { FileAttachment, Part } from "../../extension/message/part.ts";
import { user } from "../fakes/talk.ts";

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
    const rules = { inlineTextBytes: 4, stored: () => ({ mime: "text/markdown", size: 5 }) };
    const read = viewOfAttachment({ ...base, content_id: "c" }, () => "never read", rules);
    expect(read).toMatchObject({ text: "[attachment: notes.md, text/markdown, 5 bytes]", lowered_as: "descriptor" });
    expect(read).toHaveProperty("problem", expect.stringContaining("Paste the relevant part instead"));
  });

  it("is never bytes, and a file that is only described is not missing", () => {
    const secret = Buffer.from("PIXELS").toString("base64");
    const picture: FileAttachment = { ...base, name: "a.png", mime: "image/png", data: secret };
    expect(JSON.stringify(viewOfAttachment(picture, nothing))).not.toContain(secret);
    expect(viewOfAttachment({ ...base, mime: "text/plain" }, nothing)).toMatchObject({ lowered_as: "descriptor" });
  });

  it("that is only referred to by its content goes as the same bytes attached would", () => {
    const rules = { inlineTextBytes: 100, stored: () => ({ mime: "text/markdown", size: 6 }) };
    const views = (part: Part, load: () => string | undefined, how?: AttachmentRules) =>
      viewParts(user("m", [part]), load, how);
    const ref = (changes = {}): Part => ({
      type: "file-ref",
      ref: { kind: "content-id", id: "c", name: "notes.md", ...changes },
    });
    const text = "File: notes.md (attached)\n```\nmilk\n```";
    for (const how of [rules, undefined])
      expect(views(ref(), () => "milk", how)).toMatchObject([
        { part: "file-ref notes.md", block: { text }, lowered_as: "text" },
      ]);
    const sees = { ...rules, accepts: ["image/*"], bytes: () => "UElYRUxT" };
    const [picture] = views(ref({ mime: "image/png" }), nothing, sees);
    expect(picture?.block?.type === "media" && picture.block.data()).toBe("UElYRUxT");
    expect(views(ref({ mime: "image/png" }), nothing, rules)).toMatchObject([
      { block: { text: "[attachment: notes.md, image/png, 6 bytes]" }, lowered_as: "descriptor" },
    ]);
    expect(views(ref(), nothing, { ...rules, stored: nothing })).toMatchObject([
      { block: { text: "[attachment unavailable: notes.md]" }, dropped: "its stored content is missing" },
    ]);
  });

  it("is gone when its stored bytes are, small or large", () => {
    const rules = { inlineTextBytes: 10, stored: nothing };
    expect(viewOfAttachment({ ...base, content_id: "c" }, nothing, rules)).toEqual({ state: "gone" });
    const film = { ...base, mime: "video/mp4", size: 5000, content_id: "c" };
    expect(viewOfAttachment(film, nothing, rules)).toEqual({ state: "gone" });
  });
});

import { describe, expect, it } from "vitest";
import { HEAD_BYTES, kindOf } from "../../extension/disk/kind.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const bytes = (text: string): Uint8Array => Buffer.from(text);

describe("the kind of a file", () => {
  it("in UTF-16 with a mark is text; in Latin-1 it is not told from other bytes", async () => {
    expect((await kindOf(Buffer.from("\uFEFFcafé", "utf16le"), "a.txt")).class).toBe("text");
    expect((await kindOf(Buffer.from("caf\xe9", "latin1"), "a.txt")).class).toBe("other");
  });

  it("is told by its bytes, not by its name", async () => {
    expect(await kindOf(png, "notes.txt")).toEqual({
      mime: "image/png",
      class: "image",
      pixels: { width: 1, height: 1 },
    });
    expect(await kindOf(bytes("%PDF-1.7\n"), "x")).toMatchObject({ mime: "application/pdf", class: "pdf" });
  });

  it("is text for what reads as text, even when the name says video", async () => {
    expect(await kindOf(bytes("const a = 1;"), "a.ts")).toEqual({ mime: "text/plain", class: "text" });
    expect(await kindOf(bytes("# hi"), "a.md")).toEqual({ mime: "text/markdown", class: "text" });
    expect(await kindOf(bytes('{"a":1}'), "a.json")).toEqual({ mime: "application/json", class: "text" });
    expect(await kindOf(bytes('<?xml version="1.0"?><a/>'), "a.xml")).toMatchObject({ class: "text" });
    expect(await kindOf(bytes(""), "empty")).toEqual({ mime: "text/plain", class: "text" });
  });

  it("is text although the piece ends inside a character", async () => {
    expect((await kindOf(Buffer.from(`${"a".repeat(HEAD_BYTES - 2)}✓`).subarray(0, HEAD_BYTES), "a.txt")).class).toBe(
      "text",
    );
  });

  it("is never a picture by name alone", async () => {
    expect(await kindOf(Buffer.from([0, 1, 2, 3]), "fake.png")).toEqual({
      mime: "application/octet-stream",
      class: "other",
    });
  });

  it("is other for archives and programs", async () => {
    expect((await kindOf(Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1"), "a.zip")).class).toBe("other");
  });
});

import { describe, expect, it } from "vitest";
import { decodeText, decodeWith } from "../../extension/text/decode-text.ts";

const latin = Buffer.from("caf\xe9", "latin1");
const asLatin = (bytes: Uint8Array): Promise<string> => Promise.resolve(Buffer.from(bytes).toString("latin1"));
const asUtf8 = (bytes: Uint8Array): Promise<string> => Promise.resolve(Buffer.from(bytes).toString("utf8"));

describe("bytes without an editor", () => {
  it("are text in UTF-8, and in UTF-16 with a mark", () => {
    expect(decodeText(Buffer.from("café ✓"))).toBe("café ✓");
    expect(decodeText(Buffer.from("\uFEFFcafé ✓", "utf16le"))).toBe("café ✓");
    expect(decodeText(Buffer.from("\uFEFFcafé ✓", "utf16le").swap16())).toBe("café ✓");
  });

  it("are nothing in any other encoding", () => {
    expect(decodeText(latin)).toBeUndefined();
    expect(decodeText(Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0]))).toBeUndefined();
  });
});

describe("bytes with an editor", () => {
  it("are decoded as it decodes them", async () => {
    expect(await decodeWith(latin, "windows1252", asLatin)).toBe("café");
    expect(await decodeWith(Buffer.from("é"), "windows1252", asLatin)).toBe("Ã©");
  });

  it("are not asked about where they are UTF-8 already, or say what they are", async () => {
    const never = (): Promise<string> => Promise.reject(new Error("asked"));
    expect(await decodeWith(Buffer.from("café"), "utf8", never)).toBe("café");
    expect(await decodeWith(Buffer.from("\uFEFFcafé", "utf16le"), "windows1252", never)).toBe("café");
  });

  it("are nothing if it would replace some of them, or takes them for binary", async () => {
    expect(await decodeWith(latin, "utf8", asUtf8)).toBeUndefined();
    expect(await decodeWith(latin, "utf8", () => Promise.reject(new Error("binary")))).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { isWebAddress } from "../../extension/text/web-address.ts";

describe("an address of the web", () => {
  it.each(["http://localhost:1234/v1", "https://openrouter.ai/api/v1", "HTTP://127.0.0.1:8080"])("is %s", (text) => {
    expect(isWebAddress(text)).toBe(true);
  });

  it.each([
    "localhost:1234/v1",
    "127.0.0.1:1234/v1",
    "openrouter.ai",
    "ftp://example.com",
    "file:///v1",
    "http://",
    "",
  ])("is not %j", (text) => {
    expect(isWebAddress(text)).toBe(false);
  });
});

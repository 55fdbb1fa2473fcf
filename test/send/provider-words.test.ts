// The sentence that a provider says, found in the shape in which it comes.
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../extension/send/failures/provider-words.ts";

const behind = (raw: unknown): string =>
  JSON.stringify({ error: { message: "Provider returned error", code: 400, metadata: { raw, provider_name: "P" } } });

describe("the words of a provider behind OpenRouter", () => {
  it("are told instead of OpenRouter's, as text or in the provider's own shape", () => {
    expect(wordsOf(behind("Gemini models require reasoning details."))).toBe(
      "Gemini models require reasoning details.",
    );
    expect(wordsOf(behind(JSON.stringify({ error: { message: "must not be empty" } })))).toBe("must not be empty");
  });

  it("are OpenRouter's where the provider said nothing", () => {
    expect(wordsOf(behind(""))).toBe("Provider returned error");
    expect(wordsOf(behind(undefined))).toBe("Provider returned error");
  });
});

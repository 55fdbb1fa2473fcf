// Answers that are none: a web page, an error with a good status, a value where a stream is due; and a provider's own words.
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../extension/send/failures/provider-words.ts";
import { refusalFailure } from "../../extension/send/failures/refusal.ts";
import { isOwnForm } from "../../extension/send/line/own-form.ts";
import { peek } from "../../extension/stream/peek.ts";

const party = { name: "Server", model: "m", isOwnServer: true };
const failureOf = (status: number, body: string, wait?: number): [string, string] => {
  const refused = { status, body, ...(wait !== undefined && { retry_after_ms: wait }) };
  const { code, message } = refusalFailure(refused, party);
  return [code, message];
};

describe("a good status without an answer", () => {
  it("is a page to sign in, by its title", () => {
    const [code, message] = failureOf(200, "<!doctype html><html><title>\n Sign in\n</title><script>x()</script>");
    expect(code).toBe("web-page");
    expect(message).toContain("“Sign in”");
    expect(message).toContain("sign in");
  });

  it("is the error that a gateway wraps, in its words", () => {
    expect(failureOf(200, '{"error":{"message":"no healthy upstream","code":503}}')).toEqual([
      "overloaded",
      "Server is overloaded. Try again in a moment. Provider message: no healthy upstream.",
    ]);
  });

  it("is a value that does not stream", () => {
    expect(failureOf(200, '{"choices":[]}')[0]).toBe("no-stream");
  });

  it.each([
    ["data: {}", true, false],
    ["\uFEFF: comment", true, false],
    ['{"message":{}}', false, true],
    ["[{}]", false, true],
    ["<html>", false, false],
  ])("is known from its first bytes: %j", (text, events, lines) => {
    const bytes = new TextEncoder().encode(text);
    expect(isOwnForm(bytes, false)).toBe(events);
    expect(isOwnForm(bytes, true)).toBe(lines || events);
  });
});

describe("a refusal", () => {
  it.each([
    [
      429,
      '[{"error":{"message":"You exceeded your current quota, please check your plan and billing details."}}]',
      17_500,
      "rate-limited",
    ],
    [429, '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}', 1000, "no-credit"],
    [
      400,
      '{"error":{"message":"the request exceeds the available context size, try increasing it"}}',
      undefined,
      "over-budget",
    ],
    [400, '{"error":{"message":"The server must be restarted immediately."}}', undefined, "refused"],
    [400, '{"error":{"message":"invalid image_url"}}', undefined, "bad-attachment"],
    [
      400,
      `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}`,
      undefined,
      "refused",
    ],
  ])("%i %s", (status, body, wait, code) => {
    expect(failureOf(status, body, wait)[0]).toBe(code);
  });

  it.each([
    [
      '{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"reasoning"],"msg":"Extra inputs are not permitted"}]}',
      "body.messages.1.reasoning: Extra inputs are not permitted",
    ],
    ['{"object":"error","message":{"detail":[{"loc":["a"],"msg":"b"}]}}', "a: b"],
    ['{"error":{"error":{"message":"deep"}}}', "deep"],
    ['{"errors":[{"message":"first"}]}', "first"],
    ["plain words", "plain words"],
    ['{"a":1}', ""],
  ])("says what the server said: %s", (body, said) => {
    expect(wordsOf(body)).toBe(said);
  });
});

it("a stream that was looked at is whole", async () => {
  const parts = ["ab", "c", "def"];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const { first, stream } = await peek(body);
  expect(new TextDecoder().decode(first)).toBe("ab");
  expect(await new Response(stream).text()).toBe("abcdef");
  const { first: none } = await peek(new Blob([]).stream());
  expect(none).toHaveLength(0);
});

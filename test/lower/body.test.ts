import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeBody } from "../../extension/lower/body.ts";

describe("what a profile says of the request", () => {
  it("is laid over it, table by table, and wins", () => {
    const request = { model: "m", max_tokens: 10, thinking: { type: "off", budget: 1 }, messages: [1] };
    const body = { max_tokens: 20, temperature: 0, thinking: { type: "on" }, stop: ["a"] };
    expect(mergeBody(request, body)).toEqual({
      model: "m",
      max_tokens: 20,
      temperature: 0,
      thinking: { type: "on", budget: 1 },
      stop: ["a"],
      messages: [1],
    });
    expect(request.max_tokens).toBe(10);
  });

  it("a list replaces a list", () => {
    expect(mergeBody({ stop: ["a", "b"] }, { stop: ["c"] })).toEqual({ stop: ["c"] });
  });

  it("nothing said leaves the very request", () => {
    const request = { model: "m" };
    expect(mergeBody(request)).toBe(request);
    expect(mergeBody(request, {})).toBe(request);
  });

  it("holds every key of both, and reaches no prototype", () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(json, json, (request, body) => {
        const merged = mergeBody(request, body);
        expect(new Set(Object.keys(merged))).toEqual(new Set([...Object.keys(request), ...Object.keys(body)]));
        if (Object.keys(body).length > 0) expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
      }),
    );
    mergeBody({}, JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>);
    expect("polluted" in {}).toBe(false);
  });
});

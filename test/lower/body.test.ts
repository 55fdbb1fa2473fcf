import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeBody } from "../../extension/lower/body.ts";
import { overlays } from "../../extension/providers/overlay.ts";
import { PROVIDERS } from "../../extension/providers/provider.ts";
import { nastyBody } from "../fakes/nasty-body.ts";

const lowered = <Request extends object>(request: Request) => ({ request, warnings: [] });

describe("what a profile says of the request", () => {
  it("is laid over it, table by table, and wins", () => {
    const request = { model: "m", max_tokens: 10, thinking: { type: "off", budget_tokens: 1 }, messages: [1] };
    const body = { max_tokens: 20, temperature: 0, thinking: { type: "on" }, stop_sequences: ["a"] };
    expect(mergeBody(lowered(request), "anthropic", body)).toEqual({
      request: {
        model: "m",
        max_tokens: 20,
        temperature: 0,
        thinking: { type: "on", budget_tokens: 1 },
        stop_sequences: ["a"],
        messages: [1],
      },
      warnings: [],
    });
    expect(request.max_tokens).toBe(10);
  });

  it("a list replaces a list", () => {
    expect(mergeBody(lowered({ stop: ["a", "b"] }), "custom", { stop: ["c"] }).request).toEqual({ stop: ["c"] });
  });

  it("nothing said leaves the very request", () => {
    const request = { model: "m" };
    expect(mergeBody(lowered(request), "openai").request).toBe(request);
    expect(mergeBody(lowered(request), "openai", {}).request).toBe(request);
  });

  it("that the wire does not list stays out, and a warning names it", () => {
    const body = { temperature: 0.5, generationConfig: { temperature: 1, httpOptions: { baseUrl: "http://evil" } } };
    const { request, warnings } = mergeBody(lowered({ model: "m" }), "gemini", body);
    expect(request).toEqual({ model: "m" });
    expect(warnings.map(({ what }) => what)).toEqual(["body.temperature", "body.generationConfig.httpOptions"]);
    expect(warnings[1]?.why).toMatch(/^not sent; cannot be set by a profile; body.generationConfig can contain .*$/);
  });

  it.each(PROVIDERS)("of any shape changes nothing of a request but what the list of %s has", (provider) => {
    const base = { model: "m", messages: ["hi"], tools: [], system: "s", stream: true, options: { num_ctx: 1 } };
    fc.assert(
      fc.property(nastyBody(provider), (body) => {
        const { request, warnings } = mergeBody(lowered(base), provider, body);
        for (const [name, value] of Object.entries(request))
          if (!Object.hasOwn(overlays[provider], name)) expect(value).toEqual(Reflect.get(base, name));
        // Every field of the body either goes or is named.
        const left = new Set(warnings.map(({ what }) => what.split(".")[1]));
        for (const name of Object.keys(body))
          if (!left.has(name.split(".")[0])) expect(Object.hasOwn(overlays[provider], name)).toBe(true);
        expect(JSON.stringify(request)).not.toContain("evil");
        expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
      }),
      { numRuns: 500 },
    );
    expect("polluted" in {}).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAddress, originOf, PROVIDERS } from "../../extension/providers/provider.ts";
import {
  bindBareKey,
  formatStoredKey,
  keyFor,
  keyVariable,
  parseStoredKey,
} from "../../extension/host/models/stored-key.ts";
import { isPlainHttp } from "../../extension/text/web-address.ts";

const ENVIRONMENT = { ANTHROPIC_API_KEY: "env-a", OPENAI_API_KEY: "env-o", GEMINI_API_KEY: "env-g" };

describe("a stored key", () => {
  it("comes back with the origin it was given for, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), (key, url) => {
        const bound = { origin: new URL(url).origin, key };
        expect(parseStoredKey(formatStoredKey(bound))).toEqual(bound);
      }),
    );
  });

  it("of an earlier version is the bare text", () => {
    for (const bare of ["sk-ant-1", "", "null", "12", '{"a":1}', "{"]) expect(parseStoredKey(bare)).toBe(bare);
  });

  it("goes to its own origin, and to no other scheme, host or port", () => {
    const stored = { origin: "https://gateway.example:8443", key: "k" };
    const at = (url: string) => keyFor("custom", originOf("custom", url), stored, ENVIRONMENT);
    expect(at("https://gateway.example:8443/v1")).toBe("k");
    for (const other of [
      ...["http://gateway.example:8443/v1", "https://gateway.example/v1", "https://evil.example:8443/v1"],
      ...["https://gateway.example:8443.evil.example/v1", "https://gateway.example:8443@evil.example/v1", "nonsense"],
    ])
      expect(at(other), other).toBeUndefined();
  });

  it("never goes to an origin it was not given for, for any provider and address", () => {
    const url = fc.webUrl({ withQueryParameters: true });
    fc.assert(
      fc.property(fc.constantFrom(...PROVIDERS), fc.option(url, { nil: undefined }), url, (provider, now, given) => {
        const stored = { origin: new URL(given).origin, key: "k" };
        const origin = originOf(provider, now);
        const key = keyFor(provider, origin, stored, ENVIRONMENT);
        if (key === "k") expect(origin).toBe(stored.origin);
        else if (key !== undefined) expect(origin).toBe(originOf(provider, undefined));
      }),
    );
  });

  it("that was bare belongs to the provider's own address if the provider is there, else to none", () => {
    const own = originOf("anthropic", undefined);
    expect(bindBareKey("anthropic", own, "k")).toEqual({ origin: "https://api.anthropic.com", key: "k" });
    expect(bindBareKey("anthropic", "https://gateway.example", "k")).toEqual({ origin: "", key: "k" });
    expect(bindBareKey("custom", "https://gateway.example", "k")).toEqual({ origin: "", key: "k" });
    expect(bindBareKey("custom", undefined, "k")).toEqual({ origin: "", key: "k" });
    for (const provider of PROVIDERS)
      expect(keyFor(provider, "https://gateway.example", { origin: "", key: "k" }, {})).toBeUndefined();
  });

  it("of the environment goes to the provider's own address only", () => {
    expect(keyFor("openai", originOf("openai", undefined), undefined, ENVIRONMENT)).toBe("env-o");
    expect(keyFor("openai", originOf("openai", "https://api.openai.com/v1"), undefined, ENVIRONMENT)).toBe("env-o");
    expect(keyFor("openai", originOf("openai", "https://gateway.example/v1"), undefined, ENVIRONMENT)).toBeUndefined();
    expect(keyFor("openai", originOf("openai", undefined), undefined, { OPENAI_API_KEY: "" })).toBeUndefined();
  });
});

describe("an address", () => {
  it("is shown without a password and a query", () => {
    expect(openAddress("https://me:secret@gw.example/v1/?key=secret#x")).toBe("https://gw.example/v1");
    expect(openAddress("no address")).toBe("no address");
  });

  it("that is not encrypted is told from one on this machine", () => {
    const plain = [
      "http://10.0.0.4:8000",
      "http://gw.example",
      "http://localhost.evil.example",
      "http://127.evil.example",
    ];
    const fine = ["http://localhost:1234", "http://127.0.0.1:1", "http://[::1]:2", "https://gw.example"];
    expect(plain.map(isPlainHttp)).toEqual(plain.map(() => true));
    expect(fine.map(isPlainHttp)).toEqual(fine.map(() => false));
  });
});

describe("a key of the environment", () => {
  const named = (origin: string | undefined, stored?: { origin: string; key: string }, environment = ENVIRONMENT) =>
    keyVariable("anthropic", origin, stored, environment);
  const own = originOf("anthropic", undefined) ?? "";

  it("is named by its variable while it is the one that is used", () => {
    expect(named(own)).toBe("ANTHROPIC_API_KEY");
    expect(named(own, { origin: own, key: "entered" })).toBeUndefined();
    expect(named("https://gateway.example")).toBeUndefined();
    expect(named(own, undefined, { ...ENVIRONMENT, ANTHROPIC_API_KEY: "" })).toBeUndefined();
    expect(keyVariable("ollama", originOf("ollama", undefined), undefined, ENVIRONMENT)).toBeUndefined();
  });
});

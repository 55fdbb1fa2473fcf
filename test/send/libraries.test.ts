// The library of a provider is there before the first message: loaded once, and without a request.
import { afterEach, expect, test, vi } from "vitest";
import { PROVIDERS } from "../../extension/providers/provider.ts";
import { loadLibrary } from "../../extension/send/libraries.ts";

afterEach(() => void vi.unstubAllGlobals());

test("each provider's library is loaded once, and nothing is sent", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (url: unknown) => Promise.resolve(asked.push(url)));
  for (const provider of PROVIDERS) {
    const first = loadLibrary(provider);
    expect(loadLibrary(provider)).toBe(first);
    await first;
  }
  expect(asked).toEqual(PROVIDERS.map(() => "data:,"));
});

test("a model without a library needs nothing", async () => {
  await expect(loadLibrary("vscode-lm")).resolves.toBeUndefined();
});

// Lists that are wrong, huge or endless: what is good in them is offered, and asking stays bounded.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROVIDERS } from "../../extension/providers/provider.ts";
import { SomeFacts } from "../../extension/host/settings/model-setting.ts";
import { askLists, type Answering, KEY, SERVER } from "../fakes/lists/list-server.ts";

const WRONG = [null, 7, "text", [], {}, { id: 7 }, { id: "" }, { id: null }, { id: "x".repeat(100_000) }];

describe("a list with bad entries", () => {
  it.each([
    ["anthropic", { "/v1/models": { data: [...WRONG, { id: "claude-good" }, ...WRONG] } }, "claude-good"],
    ["openai", { "/models": { data: [...WRONG, { id: "gpt-good" }] } }, "gpt-good"],
    ["custom", { "/models": { data: [...WRONG, { id: "good" }] } }, "good"],
    ["custom", { "/models": [...WRONG, { id: "good" }] }, "good"],
    [
      "gemini",
      { "/v1beta/models": { models: [...WRONG, { name: "good", supportedGenerationMethods: ["generateContent"] }] } },
      "good",
    ],
    ["ollama", { "/api/tags": { models: [...WRONG, { name: "good" }] } }, "good"],
  ] as const)("of %s holds the good one", async (provider, answers, id) => {
    expect((await askLists(provider, answers)).list).toEqual({ ok: true, value: [{ id, facts: {} }] });
  });

  it("takes an odd field as not told, and no more", async () => {
    const odd = {
      id: "m",
      name: ["n"],
      context_length: "131072",
      max_model_len: -1,
      context_window: 1.5,
      max_completion_tokens: 1e300,
      top_provider: "none",
      architecture: { input_modalities: "image" },
      capabilities: { vision: "yes", function_calling: true },
      supports_image_input: 1,
    };
    const { list } = await askLists("custom", { "/models": { data: [odd] } });
    expect(list).toEqual({ ok: true, value: [{ id: "m", facts: { tools: true } }] });
  });

  it("names from prototypes are names as any other", async () => {
    const ids = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const entries = ids.map((id) => `{"id":"${id}","owned_by":"organization_owner","__proto__":{"context_length":5}}`);
    const own = `{"data":[{"id":"constructor","max_context_length":4096}]}`;
    const { list } = await askLists("custom", { "/models": `{"data":[${entries.join()}]}`, "/api/v0/models": own });
    expect(list.ok && list.value.map(({ id }) => id)).toEqual(ids);
    expect(list).toMatchObject({ value: [{ facts: {} }, { facts: { context_window: 4096 } }, { facts: {} }, {}] });
    expect(Object.keys({})).toEqual([]);
    const ollama = await askLists("ollama", {
      "/api/tags": { models: [{ name: "__proto__" }] },
      "/api/show": `{"capabilities":["completion"],"model_info":{"__proto__":{"a.context_length":1},"constructor":9}}`,
    });
    expect(ollama.list).toEqual({ ok: true, value: [{ id: "__proto__", facts: { accepts: [], tools: false } }] });
  });

  it("whatever comes, the answer is a list of facts that can be stored, or a failure", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PROVIDERS),
        fc.array(nastyEntry(), { maxLength: 8 }),
        async (provider, entries) => {
          const answer = { data: entries, models: entries, has_more: true, last_id: "x", nextPageToken: "x" };
          const { list, requests } = await askLists(provider, () => answer);
          expect(requests.length).toBeLessThanOrEqual(20);
          if (list.ok) for (const { facts } of list.value) expect(SomeFacts.safeParse(facts).data).toEqual(facts);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("a list without an end", () => {
  const endless: Answering = ({ searchParams }) => {
    const page = Number(searchParams.get("after_id") ?? searchParams.get("pageToken") ?? 0) + 1;
    const name = `claude-${page}`;
    const entry = { id: name, name, supportedGenerationMethods: ["generateContent"] };
    return {
      data: [entry],
      models: [entry],
      has_more: page < 10_000,
      last_id: String(page),
      nextPageToken: String(page),
    };
  };

  it.each(["anthropic", "gemini"] as const)("of %s is asked for ten pages", async (provider) => {
    const { list, requests } = await askLists(provider, endless);
    expect(requests).toHaveLength(10);
    expect(list.ok && list.value).toHaveLength(10);
  });

  it.each(["anthropic", "gemini"] as const)("of %s that comes back to a page is not asked again", async (provider) => {
    const { requests } = await askLists(provider, () => ({
      data: [],
      models: [],
      has_more: true,
      last_id: "a",
      nextPageToken: "a",
    }));
    expect(requests).toHaveLength(2);
  });

  it("in one answer is cut, or refused before it is parsed", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ id: `m${index}` }));
    const cut = await askLists("custom", { "/models": many });
    expect(cut.list.ok && cut.list.value).toHaveLength(5_000);
    const heavy = `[${`{"a":1},`.repeat(100_000)}{"id":"m"}]`;
    const long = `[{"id":"m","x":"${"x".repeat(9 * 1024 * 1024)}"}]`;
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    for (const answer of [heavy, long, deep])
      expect((await askLists("custom", { "/models": answer })).list).toMatchObject({ ok: false });
  });

  it("is waited for as long as any list: what has come by then is offered", { timeout: 15_000 }, async () => {
    const [pages, ollama, beside, none] = await Promise.all([
      askLists("anthropic", ({ searchParams }) =>
        searchParams.has("after_id") ? undefined : { data: [{ id: "claude-a" }], has_more: true, last_id: "a" },
      ),
      askLists("ollama", ({ pathname }, body) => {
        if (pathname === "/api/tags") return { models: [{ name: "slow" }, { name: "quick" }] };
        return body.includes("slow") ? undefined : { capabilities: ["completion", "tools"] };
      }),
      askLists("custom", ({ pathname }) =>
        pathname === "/props" ? undefined : { data: [{ id: "m", owned_by: "llamacpp" }] },
      ),
      askLists("openai", () => undefined),
    ]);
    expect(pages.list).toEqual({ ok: true, value: [{ id: "claude-a", facts: {} }] });
    expect(ollama.list).toMatchObject({
      value: [
        { id: "slow", facts: {} },
        { id: "quick", facts: { tools: true } },
      ],
    });
    expect(beside.list).toEqual({ ok: true, value: [{ id: "m", facts: {} }] });
    expect(none.list.ok).toBe(false);
  });
});

describe("what is asked beside a list", () => {
  it("is not led away, and does no harm", async () => {
    const away = new Response(null, { status: 307, headers: { location: "https://evil.test/" } });
    const answers = { "/v1/models": { data: [{ id: "m", owned_by: "organization_owner" }] }, "/api/v0/models": away };
    const { list, requests } = await askLists("custom", answers, { base: "/v1" });
    expect(list).toEqual({ ok: true, value: [{ id: "m", facts: {} }] });
    expect(requests).toEqual(["/v1/models", "/api/v0/models"]);
  });

  it("ends with the user's stop", async () => {
    const stop = new AbortController();
    const answers: Answering = ({ pathname }) => {
      if (pathname === "/api/tags") return { models: [{ name: "m" }] };
      stop.abort();
      return 500;
    };
    expect((await askLists("ollama", answers, { signal: stop.signal })).list.ok).toBe(false);
  });
});

describe("an answer that is no list", () => {
  it.each(PROVIDERS)("of %s is a failure with the server's words and without the key", async (provider) => {
    const page = await askLists(provider, () => "<!doctype html><title>Sign in</title>");
    expect(page.list).toMatchObject({ ok: false, failure: { code: "web-page" } });
    expect(JSON.stringify(page.list)).toContain("Sign in");
    const error = await askLists(provider, () => ({ error: `Unexpected endpoint for ${KEY}` }));
    expect(error.list).toMatchObject({ ok: false, failure: { code: "provider-error" } });
    expect(JSON.stringify(error.list)).toContain("Unexpected endpoint");
    expect(JSON.stringify([page, error].map(({ list }) => list))).not.toContain(KEY);
  });

  it.each([{}, "", "not JSON", 7, null, { data: "text", models: {} }, { object: "list" }])("%j", async (answer) => {
    for (const provider of PROVIDERS) {
      const { list } = await askLists(
        provider,
        () => new Response(typeof answer === "string" ? answer : JSON.stringify(answer)),
      );
      expect(list).toMatchObject({ ok: false, failure: { code: "no-list" } });
      expect(JSON.stringify(list)).toContain(`no list of models at ${SERVER}`);
    }
  });

  it("is what a wrong address gives, too", async () => {
    const { list } = await askLists("custom", {});
    expect(list).toMatchObject({ ok: false, failure: { code: "no-list", action: "setServer" } });
    expect(JSON.stringify(list)).not.toContain(KEY);
  });
});

function nastyEntry(): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    fc.constantFrom(0, -1, 1.5, 1e300, 4096, true, false, null, "", "text", "image"),
    fc.array(fc.constantFrom("text", "image", "tools", 7, null), { maxLength: 3 }),
    fc.constant({ supported: 1, n_ctx: 0, context_length: "5", vision: null }),
  );
  const names = [
    ...["context_length", "max_model_len", "max_context_length", "context_window", "max_completion_tokens", "meta"],
    ...["top_provider", "architecture", "capabilities", "type", "owned_by", "name", "display_name", "max_tokens"],
    ...["supportedGenerationMethods", "inputTokenLimit", "model_info", "active", "supports_chat", "input_modalities"],
  ];
  const fields = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 });
  return fc.oneof(
    value,
    fields,
    fc.tuple(fc.constantFrom("a", "gpt-a", "embed"), fields).map(([id, rest]) => ({ ...rest, id, name: id })),
  );
}

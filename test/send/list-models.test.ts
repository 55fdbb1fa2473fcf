import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { knownModel, takesWords } from "../../extension/providers/model-table.ts";
import { baseUrlOf, type Provider } from "../../extension/providers/provider.ts";
import type { Result } from "../../extension/message/result.ts";
import type { Listed } from "../../extension/send/lists/listed.ts";
import { listModels } from "../../extension/send/lists/list-models.ts";

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

async function ask(provider: Provider, answers: Record<string, unknown>, key = "k-secret"): Promise<Result<Listed[]>> {
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    const isLetIn =
      Object.values(request.headers).some((value) => String(value).includes(key)) || provider === "ollama";
    const known = answers[path];
    const status = !isLetIn ? 401 : known === undefined ? 404 : typeof known === "number" ? known : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? known : { error: { message: `no: ${key}` } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return listModels(provider, {
    provider,
    name: provider,
    key,
    baseUrl: `http://127.0.0.1:${port}`,
    fetch: globalThis.fetch,
  });
}

describe("the list of models", () => {
  it("of Anthropic tells windows, what each takes and how it thinks; retired ones are left out", async () => {
    const yes = { supported: true };
    const capabilities = {
      image_input: yes,
      pdf_input: { supported: false },
      thinking: { ...yes, types: { adaptive: yes, enabled: yes } },
    };
    const data = [
      {
        id: "claude-x",
        display_name: "Claude X",
        max_input_tokens: 1_000_000,
        max_tokens: 128_000,
        capabilities,
        lifecycle: "active",
      },
      { id: "claude-old", lifecycle: "retired" },
    ];
    expect(await ask("anthropic", { "/v1/models": { data } })).toEqual({
      ok: true,
      value: [
        {
          id: "claude-x",
          facts: {
            name: "Claude X",
            context_window: 1_000_000,
            max_output: 32_768,
            accepts: ["image/png", "image/jpeg", "image/gif", "image/webp"],
            reasoning: "adaptive",
          },
        },
      ],
    });
  });

  it("of OpenAI holds what converses", async () => {
    const data = [{ id: "gpt-5" }, { id: "gpt-4o-audio-preview" }, { id: "text-embedding-3" }, { id: "o3" }];
    const list = await ask("openai", { "/models": { data } });
    expect(list.ok && list.value.map(({ id }) => id)).toEqual(["gpt-5", "o3"]);
  });

  it("of a compatible server tells the window under whichever name it has", async () => {
    const data = [
      {
        id: "a/b",
        name: "B",
        context_length: 65_536,
        architecture: { input_modalities: ["text", "image"] },
        supported_parameters: ["tools"],
      },
      { id: "vllm", max_model_len: 16_384 },
      { id: "bare" },
    ];
    const list = await ask("custom", { "/models": { data } });
    expect(list.ok && list.value.map(({ facts }) => facts)).toEqual([
      {
        name: "B",
        context_window: 65_536,
        accepts: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        tools: true,
      },
      { context_window: 16_384 },
      {},
    ]);
  });

  it("of Gemini and of Ollama, with its real window", async () => {
    const gemini = await ask("gemini", {
      "/v1beta/models": {
        models: [
          {
            name: "models/gemini-x",
            displayName: "X",
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 8192,
            supportedGenerationMethods: ["generateContent"],
          },
          { name: "models/embedding", supportedGenerationMethods: ["embedContent"] },
        ],
      },
    });
    expect(gemini.ok && gemini.value).toEqual([
      { id: "gemini-x", facts: { name: "X", context_window: 1_048_576, max_output: 8192 } },
    ]);
    const ollama = await ask("ollama", {
      "/api/tags": { models: [{ name: "llava:7b" }] },
      "/api/show": { capabilities: ["completion", "vision"], model_info: { "llama.context_length": 4096 } },
    });
    expect(ollama.ok && ollama.value).toEqual([
      {
        id: "llava:7b",
        facts: {
          context_window: 4096,
          accepts: ["image/png", "image/jpeg", "image/webp"],
          tools: false,
        },
      },
    ]);
  });

  it("says that a key is not accepted, without the key", async () => {
    const list = await ask("openai", { "/models": 401 });
    expect(list).toMatchObject({ ok: false, failure: { code: "bad-key", action: "setApiKey" } });
    expect(JSON.stringify(list)).not.toContain("k-secret");
  });

  it("of a server that is not there says so", async () => {
    const gone = { provider: "ollama", name: "Ollama", baseUrl: "http://127.0.0.1:9", fetch: globalThis.fetch };
    expect(await listModels("ollama", gone)).toMatchObject({ ok: false, failure: { stage: "send" } });
  });
});

describe("what is known of a model", () => {
  it("is the table's, over it the list's, over that the settings'", () => {
    const model = knownModel("anthropic", "claude-sonnet-4-5", { context_window: 500_000 }, { max_output: 1000 });
    expect(model).toMatchObject({ context_window: 500_000, max_output: 1000, reasoning: "budget", tools: true });
    expect(knownModel("openai", "never-heard-of").accepts).toContain("image/png");
    expect(knownModel("custom", "x", { context_window: 2000 })).toMatchObject({ max_output: 500 });
  });

  it("is told in a line", () => {
    expect(takesWords(knownModel("anthropic", "claude-opus-5"))).toBe("200k tokens · images, PDF · tools · thinks");
    expect(takesWords(knownModel("gemini", "gemini-2.0-flash"))).toBe("1M tokens · images, PDF, audio, video · tools");
    expect(takesWords(knownModel("ollama", "x"))).toBe("8k tokens (assumed) · text only");
  });
});

describe("an address in the settings", () => {
  it.each([
    ["anthropic", "https://proxy/v1/", "https://proxy"],
    ["openai", "https://proxy/v1", "https://proxy/v1"],
    ["gemini", "https://proxy/v1beta", "https://proxy"],
    ["ollama", "http://box:11434/api", "http://box:11434"],
    ["custom", " http://localhost:1234/v1 ", "http://localhost:1234/v1"],
    ["custom", "", undefined],
  ] as const)("of %s may be written %s", (provider, setting, expected) => {
    expect(baseUrlOf(provider, setting)).toBe(expected);
  });
});

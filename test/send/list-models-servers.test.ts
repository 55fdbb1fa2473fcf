// The lists of the servers people use, as those servers send them.
import { describe, expect, it } from "vitest";
import { knownModel } from "../../extension/providers/model-table.ts";
import { askLists, type Answering, KEY } from "../fakes/lists/list-server.ts";
import { hostLists } from "../fakes/lists/host-lists.ts";
import { localLists } from "../fakes/lists/local-lists.ts";
import { makerLists } from "../fakes/lists/maker-lists.ts";

describe("the list of a compatible server", () => {
  it.each([...localLists, ...hostLists, ...makerLists])("$server", async ({ base, answers, expected, alsoAsked }) => {
    const { list, requests, headers } = await askLists("custom", answers, { base });
    expect(list).toEqual({ ok: true, value: expected });
    expect(requests).toEqual([`${base}/models`, ...(alsoAsked === undefined ? [] : [alsoAsked])]);
    for (const sent of headers) expect(sent.get("authorization")).toBe(`Bearer ${KEY}`);
  });

  it("leaves what is not told to guesses, which are marked", async () => {
    const { list } = await askLists("custom", { "/models": { data: [{ id: "m", context_window: 8192 }] } });
    const [model] = list.ok ? list.value : [];
    expect(knownModel("custom", "m", model?.facts).guessed).toEqual(["max_output", "accepts", "tools"]);
  });

  it("keeps at most a quarter of the window free for the answer, unless the settings say more", () => {
    const most = { context_window: 40_960, max_output: 32_768 };
    expect(knownModel("custom", "qwen3-32b", most).max_output).toBe(10_240);
    expect(knownModel("custom", "qwen3-32b", most, { max_output: 20_000 }).max_output).toBe(20_000);
    expect(knownModel("custom", "m", { context_window: 200_000, max_output: 32_768 }).max_output).toBe(32_768);
  });

  it("with several models of llama.cpp asks no more: the properties are those of one", async () => {
    const data = [
      { id: "a", owned_by: "llamacpp" },
      { id: "b", owned_by: "llamacpp", meta: { n_ctx: 4096 } },
    ];
    const { list, requests } = await askLists("custom", { "/v1/models": { data } }, { base: "/v1" });
    expect(requests).toEqual(["/v1/models"]);
    expect(list).toMatchObject({ value: [{ facts: {} }, { facts: { context_window: 4096 } }] });
  });
});

describe("a list in pages", () => {
  const claude = (id: string): object => ({ id, display_name: id.toUpperCase() });

  it("of Anthropic is followed to its end", async () => {
    const pages: Answering = ({ searchParams }) =>
      searchParams.get("after_id") === "claude-b"
        ? { data: [claude("claude-c")], has_more: false, last_id: "claude-c" }
        : { data: [claude("claude-a"), claude("claude-b")], has_more: true, last_id: "claude-b" };
    const { list, requests, headers } = await askLists("anthropic", pages);
    expect(list.ok && list.value.map(({ id }) => id)).toEqual(["claude-a", "claude-b", "claude-c"]);
    expect(requests).toEqual(["/v1/models?limit=100", "/v1/models?limit=100&after_id=claude-b"]);
    expect(headers.map((sent) => sent.get("x-api-key"))).toEqual([KEY, KEY]);
  });

  it("of Gemini is followed to its end, and holds what converses", async () => {
    const methods = { supportedGenerationMethods: ["generateContent"] };
    const pages: Answering = ({ searchParams }) =>
      searchParams.get("pageToken") === "p/2"
        ? {
            models: [
              { name: "models/gemini-b", ...methods },
              { name: "models/gemini-b-flash-image", ...methods },
            ],
          }
        : {
            models: [
              { name: "models/gemini-a", ...methods },
              { name: "models/gemini-a-tts", ...methods },
            ],
            nextPageToken: "p/2",
          };
    const { list, requests } = await askLists("gemini", pages);
    expect(list.ok && list.value.map(({ id }) => id)).toEqual(["gemini-a", "gemini-b"]);
    expect(requests[1]).toBe("/v1beta/models?pageSize=200&pageToken=p%2F2");
  });

  it("keeps the pages that came when a later one fails", async () => {
    const pages: Answering = ({ searchParams }) =>
      searchParams.has("after_id") ? 500 : { data: [claude("claude-a")], has_more: true, last_id: "claude-a" };
    expect((await askLists("anthropic", pages)).list).toMatchObject({ ok: true, value: [{ id: "claude-a" }] });
  });
});

describe("Ollama", () => {
  const details: Record<string, unknown> = {
    "good:7b": { capabilities: ["completion", "tools"], model_info: { "qwen3.context_length": 40_960 } },
    "broken:7b": 500,
    "odd:7b": { capabilities: "completion", model_info: { "llama.context_length": "many" } },
    "error:cloud": { error: "unauthorized" },
    "old:7b": { model_info: { "llama.context_length": 4096 } },
    "nomic:latest": { capabilities: ["embedding"], model_info: { "nomic-bert.context_length": 2048 } },
    "mxbai-embed-large:latest": 500,
  };
  const ollama: Answering = ({ pathname }, body) => {
    if (pathname === "/api/tags") return { models: [...Object.keys(details).map((name) => ({ name })), { model: 7 }] };
    const name = /"model":"([^"]+)"/.exec(body)?.[1] ?? "";
    return details[name];
  };

  it("with a broken model offers it with guesses, the others as they are, and no embedding models", async () => {
    const { list } = await askLists("ollama", ollama);
    expect(list).toEqual({
      ok: true,
      value: [
        { id: "good:7b", facts: { context_window: 32_768, accepts: [], tools: true } },
        { id: "broken:7b", facts: {} },
        { id: "odd:7b", facts: {} },
        { id: "error:cloud", facts: {} },
        { id: "old:7b", facts: { context_window: 4096 } },
      ],
    });
    expect(knownModel("ollama", "broken:7b", {}).guessed).toEqual(["context_window", "max_output", "accepts", "tools"]);
  });

  it("without models has an empty list", async () => {
    expect((await askLists("ollama", { "/api/tags": { models: null } })).list).toEqual({ ok: true, value: [] });
  });
});

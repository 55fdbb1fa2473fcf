// The list of models: what can answer now stands first, with what it costs.
import { describe, expect, it } from "vitest";
import { arrange, type ModelGroup } from "../../extension/host/models/model-groups.ts";
import { costWords } from "../../extension/providers/cost.ts";

const items = (...labels: string[]): { label: string }[] => labels.map((label) => ({ label }));
const group = (name: string, models: string[], steps: string[]): ModelGroup => ({
  heading: { label: name },
  models: items(...models),
  steps: items(...steps),
});
const shown = (groups: ModelGroup[], agents: string[]): string[] =>
  arrange(groups, items("Agents", ...agents, "Add"), { label: "Set Up" }).map(({ label }) => label);

describe("the list of models", () => {
  it("begins with a model that is there; what needs a key or a server follows in one group", () => {
    const groups = [group("Anthropic", [], ["key"]), group("Ollama", ["llama"], ["limits"]), group("Own", [], ["url"])];
    expect(shown(groups, [])).toEqual(["Ollama", "llama", "limits", "Set Up", "key", "url", "Agents", "Add"]);
  });

  it("puts agents that are there before what can be set up", () => {
    expect(shown([group("Anthropic", [], ["key"])], ["opencode"])).toEqual([
      ...["Agents", "opencode", "Add"],
      ...["Set Up", "key"],
    ]);
  });

  it("has no group for setting up once everything is set up", () => {
    expect(shown([group("Ollama", ["llama"], [])], [])).toEqual(["Ollama", "llama", "Agents", "Add"]);
  });
});

describe("what a model costs", () => {
  it.each([
    ["ollama", "llama3.2", undefined, "free, runs on this machine"],
    ["ollama", "llama3.2", "http://box.example:11434", "billed by its server"],
    ["ollama", "gpt-oss:120b-cloud", undefined, "uses your Ollama account"],
    ["custom", "qwen", "http://127.0.0.1:1234", "free, runs on this machine"],
    ["custom", "qwen", "https://openrouter.ai", "billed by its server"],
    ["anthropic", "claude-opus-5", undefined, "billed per token"],
    ["anthropic", "claude-opus-5", "https://gateway.example", "billed by its server"],
    ["loopback", "loopback", undefined, ""],
  ])("%s/%s at %s: %s", (provider, id, server, words) => {
    expect(costWords({ provider, id, server })).toBe(words);
  });
});

// The list of models for completion, in windows on this machine and on others.
import { describe, expect, it } from "vitest";
import { type ModelRow, modelRows } from "../../extension/host/completion/model-rows.ts";
import type { ListedModels } from "../../extension/host/completion/needs.ts";
import { ollamaSteps } from "../../extension/host/models/ollama-steps.ts";

const model = { provider: "ollama", id: "coder", context_window: 8_192, max_output: 512, accepts: [], tools: false };

describe("the list of models for completion", () => {
  const step = (label: string) => ({ label, run: () => undefined });

  function rows(groups: readonly ListedModels[], remoteName?: string, current = ""): string[] {
    const shown = modelRows({
      ...{ groups, current, about: () => undefined, noModels: step("No models"), steps: [step("Set URL")] },
      ollamaSteps: () => ollamaSteps(remoteName).map((one) => ({ ...one, run: () => undefined })),
    });
    return shown.map(said);
  }

  const said = (row: ModelRow): string => {
    if (row.kind === "title") return `-- ${row.title}`.trimEnd();
    return `${row.label}${row.description === undefined ? "" : `: ${row.description}`}`;
  };

  it("marks the chosen one, and says what has not been asked yet", () => {
    expect(rows([{ provider: "ollama", models: [model] }], undefined, "ollama/coder")).toEqual([
      "-- Ollama",
      "coder: $(check) Galley asks the server when you select it",
      ...["--", "Set URL"],
    ]);
  });

  it("names the problem of a server, and what to do if there is no model at all", () => {
    expect(rows([{ provider: "ollama", models: [], problem: "It refused." }])).toEqual([
      ...["-- Ollama: It refused.", "--", "No models", "Set URL"],
    ]);
  });

  it("names the machine on which Ollama was looked for, and the way to the user's own", () => {
    const absent = [{ provider: "ollama" as const, models: [], problem: "Nothing answers.", lacks: "server" }];
    const [ollama, rest] = ["-- Ollama", ["--", "Set URL"]];
    const start = "Start Ollama and try again, or set its URL";
    expect(rows(absent)).toEqual([ollama, `$(circle-slash) Ollama is not running: ${start}`, ...rest]);
    expect(rows(absent, "dev-container")).toEqual([
      ...[ollama, `$(circle-slash) Ollama is not running in this container: ${start}`],
      ...["$(vm) Use Ollama on Your Machine…: http://host.docker.internal:11434", ...rest],
    ]);
    expect(rows(absent, "ssh-remote")).toContain("$(vm) Use Ollama on Your Machine…: through the SSH connection");
    expect(rows(absent, "wsl")).toEqual([ollama, `$(circle-slash) Ollama is not running in WSL: ${start}`, ...rest]);
  });
});

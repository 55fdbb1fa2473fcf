// The rows of the list of models for completion: by provider, with what each model can do, and what sets up more.
import { type Model, modelKey } from "../../message/model.ts";
import { isOwnServer, providerFacts } from "../../providers/provider.ts";
import type { ListedModels, SetUpStep } from "./needs.ts";
import * as words from "./words.ts";

export type ModelRow =
  /** A line with a title, between others. */
  { kind: "title"; title: string } | { kind: "model"; label: string; description: string; model: Model } | SetUpRow;

type SetUpRow = SetUpStep & { kind: "step" };

export interface ModelsShown {
  groups: readonly ListedModels[];
  /** `provider/model` of the one that is chosen. */
  current: string;
  /** What is known of how a model fills in. */
  about: (model: Model) => string | undefined;
  /** Where Ollama does not answer: which machine was asked, and how to reach another. */
  ollamaSteps: () => readonly SetUpStep[];
  /** If there is nothing else. */
  noModels: SetUpStep;
  /** What can be set up at any time. */
  steps: readonly SetUpStep[];
}

export function modelRows(shown: ModelsShown): ModelRow[] {
  const { groups, current, about, ollamaSteps, noModels, steps } = shown;
  const listed = groups.flatMap(({ provider, models, problem, lacks }): ModelRow[] => {
    const { name } = providerFacts[provider];
    if (lacks === "server") return [titled(name), ...ollamaSteps().map(toRow)];
    const otherwise = isOwnServer(provider) ? words.notAsked : words.fills("chat");
    const rows = models.map((model): ModelRow => {
      const description = `${modelKey(model) === current ? words.selected : ""}${about(model) ?? otherwise}`;
      return { kind: "model", label: model.name ?? model.id, description, model };
    });
    const title = problem === undefined || rows.length > 0 ? name : `${name}: ${problem}`;
    return rows.length === 0 && problem === undefined ? [] : [titled(title), ...rows];
  });
  const none = listed.every(({ kind }) => kind === "title") ? [noModels] : [];
  return [...listed, titled(""), ...[...none, ...steps].map(toRow)];
}

function titled(title: string): ModelRow {
  return { kind: "title", title };
}

function toRow(step: SetUpStep): ModelRow {
  return { kind: "step", ...step };
}

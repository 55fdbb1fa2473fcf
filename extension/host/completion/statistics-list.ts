// Shows what came of completions, model by model, and clears it.
import * as vscode from "vscode";
import { pickOne } from "../window/ask.ts";
import type { StoredCounts } from "./counts.ts";
import * as words from "./words.ts";

export async function showStatistics(counts: Pick<StoredCounts, "all" | "clear">): Promise<void> {
  const models = Object.entries(counts.all).toSorted(([, one], [, other]) => other.shown - one.shown);
  const items = models.map(([model, count]) => ({
    ...{ label: model, description: words.shown(count), detail: words.stillThere(count) },
  }));
  const clear: vscode.QuickPickItem = { label: words.clear };
  const options = { title: words.statisticsTitle, placeHolder: words.statisticsHint };
  const picked = await pickOne<vscode.QuickPickItem>(
    items.length === 0 ? [{ label: words.noStatistics }] : [...items, clear],
    options,
  );
  if (picked?.label !== words.clear) return;
  await counts.clear();
  void vscode.window.showInformationMessage(words.cleared);
}
